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
  /** Hidden until the person chooses it. */
  extra?: boolean
  /** Its place at phone width: first and bold, at the end of the first line, below, below with its title, or hidden. */
  phone?: 'title' | 'side' | 'line' | 'named' | 'hide'
}
