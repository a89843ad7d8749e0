import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { List } from '../../api/use-call.ts'
import { Button } from '../button.tsx'
import type { Column } from './column.ts'
import { Link } from '../link.tsx'
import { Empty, ErrorState, Skeleton } from '../loading.tsx'
import { clockText } from '../value/time-text.ts'
import { TableTools } from './table-tools.tsx'
import { useColumns } from './use-columns.ts'
import { useWindow } from './use-window.ts'

export type { Column } from './column.ts'

type Props<R> = {
  /** The name of the table for screen readers, the export and the chosen columns. */
  name: string
  list: List<R>
  columns: readonly Column<R>[]
  rowKey: (row: R) => string
  /** The page of a row; null if there is none. */
  rowLink?: (row: R) => string | null
  /** Says what will appear here first. */
  empty: ReactNode
  /** Filters in the address: `FilterChoice` and `FilterText`. */
  filters?: ReactNode
}

/** A list as a table: paged by cursor, drawn only near the screen, navigable with the arrow keys. */
export function DataTable<R>({ name, list, columns, rowKey, rowLink, empty, filters }: Props<R>) {
  const { shown, chosen, toggle } = useColumns(name, columns)
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, end, before, after } = useWindow(body, list.rows.length)
  const onKeyDown = useRowKeys(body)
  const navigate = useNavigate()
  const tools = <TableTools {...{ name, columns, chosen, toggle, filters, list }} />
  if (list.isPending)
    return (
      <>
        {tools}
        <Skeleton lines={6} />
      </>
    )
  if (list.error !== null && list.rows.length === 0)
    return (
      <>
        {tools}
        <ErrorState error={list.error} retry={list.retry} />
      </>
    )
  if (list.rows.length === 0)
    return (
      <>
        {tools}
        {typeof empty === 'string' ? <Empty title={empty} /> : empty}
      </>
    )
  return (
    <div className={before + after === 0 ? 'dt' : 'dt long'}>
      {tools}
      <div className="scroll-x">
        <table aria-label={name} aria-rowcount={list.hasMore ? -1 : list.rows.length + 1}>
          <thead>
            <tr>
              {shown.map(({ key, title, right }) => (
                <th key={key} scope="col" className={right ? 'num' : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={onKeyDown}>
            <Space height={before} columns={shown.length} />
            {list.rows.slice(first, end).map((row, i) => {
              const to = rowLink?.(row) ?? null
              return (
                <tr
                  key={rowKey(row)}
                  data-row
                  aria-rowindex={first + i + 2}
                  className={to === null ? undefined : 'opens'}
                  onClick={(event) => {
                    const isOnControl = (event.target as Element).closest('a, button, input') !== null
                    if (to !== null && !isOnControl && getSelection()?.isCollapsed !== false) void navigate({ to })
                  }}
                >
                  {shown.map((column, c) => (
                    <td key={column.key} className={cellClass(column)} data-title={column.title}>
                      {c === 0 && to !== null ? (
                        <Link to={to} data-open>
                          {cellOf(column, row)}
                        </Link>
                      ) : (
                        cellOf(column, row)
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
            <Space height={after} columns={shown.length} />
          </tbody>
        </table>
      </div>
      <Foot list={list} />
    </div>
  )
}

const cellOf = <R,>({ cell, text }: Column<R>, row: R): ReactNode => (cell ?? text)(row)

const cellClass = <R,>({ right, phone = 'line' }: Column<R>): string => `p-${phone}${right ? ' num' : ''}`

/** Takes the space of the rows that are not drawn. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    <tr className="space" aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

function Foot<R>({ list }: { list: List<R> }) {
  const { rows, hasMore, isLoadingMore, loadMore, error } = list
  return (
    <div className="dt-foot">
      <span aria-live="polite">
        {rows.length.toLocaleString('en')} {rows.length === 1 ? 'row' : 'rows'}
        {hasMore ? ' so far' : ''}
        {error !== null && ' · not up to date'}
        {list.refreshedAt > 0 && ` · refreshed ${clockText(list.refreshedAt)}`}
      </span>
      {hasMore && (
        <Button small busy={isLoadingMore} onClick={loadMore}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** The arrow keys move between rows; Home and End go to the first and the last drawn row. */
function useRowKeys(body: React.RefObject<HTMLTableSectionElement | null>) {
  return (event: KeyboardEvent) => {
    const steps: Record<string, (at: number, last: number) => number> = {
      ArrowDown: (at, last) => Math.min(at + 1, last),
      ArrowUp: (at) => Math.max(at - 1, 0),
      Home: () => 0,
      End: (_, last) => last,
    }
    const step = steps[event.key]
    const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-open]') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    links[step(at, links.length - 1)]?.focus()
  }
}
