import type { ActName } from '@specie/protocol/people/acts.ts'
import type { ComponentType } from 'react'
import type { IconType } from '../kit/icon.ts'

/** One page: a row of the table of its app. */
export type PageRow = {
  /** Without the base of the app; `$id` stands for an id. */
  path: string
  title: string
  /** Pages with an icon are in the navigation, in this order. */
  icon?: IconType
  /** A line in the navigation before this one. */
  line?: true
  /** Only people with this right see the page in the navigation. The service checks every call. */
  act?: ActName
  /** Its list can be limited to days, with `from` and `to` in the address: the search offers it for a day. */
  byDay?: true
  /** The file of the page, which exports `Page`; null if there is none yet, and the page is not shown. */
  load: (() => Promise<{ Page: ComponentType }>) | null
}
