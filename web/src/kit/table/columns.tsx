import { Badge, StateBadge } from '../value/badge.tsx'
import { Money } from '../value/money.tsx'
import { stateOf } from '../value/states.ts'
import { Time } from '../value/time.tsx'
import type { Column } from './column.ts'

// Columns that many tables have.

type Options<R> = Partial<Pick<Column<R>, 'key' | 'right' | 'extra' | 'phone'>>

export const timeColumn = <R,>(
  key: string,
  title: string,
  at: (row: R) => string | null,
  options: Options<R> & { day?: boolean } = {},
): Column<R> => {
  const { day = false, ...rest } = options
  return { key, title, cell: (row) => <Time at={at(row)} day={day} />, text: (row) => at(row) ?? '', ...rest }
}

export const moneyColumn = <R,>(
  key: string,
  title: string,
  of: (row: R) => readonly [amount: string, currency: string],
  options: Options<R> & { align?: boolean } = {},
): Column<R> => {
  const { align = false, ...rest } = options
  return {
    key,
    title,
    cell: (row) => {
      const [amount, currency] = of(row)
      return <Money amount={amount} currency={currency} align={align} />
    },
    text: (row) => of(row).join(' '),
    right: true,
    ...rest,
  }
}

export const stateColumn = <R,>(of: (row: R) => string, options: Options<R> = {}): Column<R> => ({
  key: 'state',
  title: 'Status',
  cell: (row) => <StateBadge state={of(row)} />,
  text: (row) => stateOf(of(row)).word,
  ...options,
})

/** The state of something that a hold can stop. */
export const holdableColumn = <R extends { state: string; on_hold: boolean }>(options: Options<R> = {}): Column<R> => ({
  ...stateColumn<R>(({ state }) => state, options),
  cell: ({ state, on_hold }) => (on_hold ? <Badge tone="held">On hold</Badge> : <StateBadge state={state} />),
})
