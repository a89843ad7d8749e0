import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export type Column<R> = {
  /** Unique in its table; the header of the export. */
  key: string
  title: string
  /** In the export and, without `cell`, on the page. */
  text: (row: R) => string
  cell?: (row: R) => ReactNode
  right?: boolean
  /** Not shown until it is chosen. */
  extra?: boolean
  /** Where it goes at phone width: in bold first, at the end of the first line, below them, there with its title, or nowhere. */
  phone?: 'title' | 'side' | 'line' | 'named' | 'hide'
}
