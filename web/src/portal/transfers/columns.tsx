import { StateBadge } from '../../kit/value/badge.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import type { Column } from '../../kit/table/data-table.tsx'
import { Money } from '../../kit/value/money.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { wayOf } from './words.ts'

// Columns that all lists of transfers have.

type Common = {
  asset: string
  blockchain: string | null
  quantity: string
  status: string
  created_at: string
  updated_at: string
}

export const createdColumn = <R extends Common>(): Column<R> =>
  timeColumn('created', 'Time', ({ created_at }) => created_at, { phone: 'line' })

export const wayColumn = <R extends Common>(): Column<R> => ({
  key: 'way',
  title: 'By',
  cell: ({ blockchain }) => wayOf(blockchain),
  text: ({ blockchain }) => blockchain ?? 'bank',
  phone: 'hide',
})

/** `sign`: whether it comes in, where a list has both. */
export const amountColumn = <R extends Common>(sign?: (row: R) => '' | '-'): Column<R> => ({
  key: 'amount',
  title: 'Amount',
  cell: (row) => (
    <Money amount={`${sign?.(row) ?? ''}${row.quantity}`} currency={row.asset} align signed={sign !== undefined} />
  ),
  text: (row) => `${sign?.(row) ?? ''}${row.quantity} ${row.asset}`,
  right: true,
  phone: 'side',
})

export const updatedColumn = <R extends Common>(): Column<R> =>
  timeColumn('updated', 'Last change', ({ updated_at }) => updated_at, { extra: true, phone: 'hide' })

export const stateColumn = <R extends Common>(word?: (row: R) => string | undefined): Column<R> => ({
  key: 'state',
  title: 'State',
  cell: (row) => <StateBadge state={row.status}>{word?.(row)}</StateBadge>,
  text: ({ status }) => stateOf(status).word,
  phone: 'line',
})
