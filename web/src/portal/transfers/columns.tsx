import { StateBadge } from '../../kit/value/badge.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import type { Column } from '../../kit/table/data-table.tsx'
import { Money } from '../../kit/value/money.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { shownStatus } from '../hold.ts'
import { carrierOf } from './words.ts'

// Common columns of the lists of transfers.

type Common = {
  asset: string
  blockchain: string | null
  quantity: string
  status: string
  created_at: string
  updated_at: string
  hold?: { reason: string } | null
}

export const createdColumn = <R extends Common>(): Column<R> =>
  timeColumn('created', 'Time', ({ created_at }) => created_at, { phone: 'line' })

export const carrierColumn = <R extends Common>(): Column<R> => ({
  key: 'carrier',
  title: 'By',
  cell: ({ blockchain }) => carrierOf(blockchain),
  text: ({ blockchain }) => blockchain ?? 'bank',
  phone: 'hide',
})

/** `sign`: for lists with both directions. */
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
  title: 'Status',
  cell: (row) => <StateBadge state={shownStatus(row)}>{word?.(row)}</StateBadge>,
  text: (row) => stateOf(shownStatus(row)).word,
  phone: 'line',
})
