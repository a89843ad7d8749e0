import { StateBadge } from '../../kit/value/badge.tsx'
import type { Column } from '../../kit/table/data-table.tsx'
import { Money } from '../../kit/value/money.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
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

export const timeColumn = <R extends Common>(): Column<R> => ({
  key: 'created',
  title: 'Time',
  cell: ({ created_at }) => <Time at={created_at} />,
  text: ({ created_at }) => created_at,
  phone: 'line',
})

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

export const updatedColumn = <R extends Common>(): Column<R> => ({
  key: 'updated',
  title: 'Last change',
  cell: ({ updated_at }) => <Time at={updated_at} />,
  text: ({ updated_at }) => updated_at,
  extra: true,
  phone: 'hide',
})

export const stateColumn = <R extends Common>(word?: (row: R) => string | undefined): Column<R> => ({
  key: 'state',
  title: 'State',
  cell: (row) => <StateBadge state={row.status}>{word?.(row)}</StateBadge>,
  text: ({ status }) => stateOf(status).word,
  phone: 'line',
})
