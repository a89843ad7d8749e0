import type { ReactNode } from 'react'
import style from './small-table.module.css'

type Props<R> = {
  name: string
  rows: readonly R[]
  columns: readonly (readonly [
    title: string,
    cell: (row: R) => ReactNode,
    kind?: 'num' | 'not-phone' | 'num not-phone',
  ])[]
  rowKey: (row: R) => string
  empty: string
  /** Whether rows become small lists on a phone; by default where there are more than two columns. */
  stack?: boolean
}

/**
 * A few rows within a page, without paging. On a phone some columns are left out, and rows with more than two cells become small lists.
 */
export function SmallTable<R>({ name, rows, columns, rowKey, empty, stack = isWide(columns) }: Props<R>) {
  if (rows.length === 0) return <p className="s13 muted">{empty}</p>
  return (
    <div
      className={stack ? `${style['scroll']} ${style['stacked']}` : style['scroll']}
      tabIndex={0}
      role="group"
      aria-label={name}
    >
      <table aria-label={name}>
        <thead>
          <tr>
            {columns.map(([title, , kind]) => (
              <th key={title} scope="col" className={kind}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(([title, cell, kind]) => (
                <td key={title} className={kind} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isWide = (columns: Props<never>['columns']): boolean =>
  columns.filter(([, , kind = '']) => !kind.includes('not-phone')).length > 2
