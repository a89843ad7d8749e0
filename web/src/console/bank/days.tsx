import { type RowOf, useCall, useList } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { sentence, type Tone } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { BankHead } from './head.tsx'

type Day = RowOf<'bankDays'>

const results: Record<Day['state'], { tone: Tone; word: string }> = {
  open: { tone: 'waits', word: 'No statement yet' },
  agrees: { tone: 'done', word: 'Agrees' },
  differs: { tone: 'broken', word: 'Differs' },
}

const columns: readonly Column<Day>[] = [
  timeColumn('day', 'Day', ({ day }) => day, { day: true, phone: 'title' }),
  {
    key: 'account',
    title: 'Account',
    cell: ({ purpose, currency }) => `${sentence(purpose)}, ${currency}`,
    text: ({ iban }) => iban,
  },
  {
    key: 'entries',
    title: 'Entries',
    cell: ({ entries }) => entries,
    text: ({ entries }) => String(entries),
    right: true,
    phone: 'hide',
  },
  {
    key: 'opening',
    title: 'Opening',
    cell: ({ statement, currency }) => <OrNone amount={statement?.opening} currency={currency} />,
    text: ({ statement }) => statement?.opening ?? '',
    right: true,
    phone: 'hide',
  },
  {
    key: 'credits',
    title: 'In',
    cell: ({ credits, currency }) => <Money amount={credits} currency={currency} />,
    text: ({ credits }) => credits,
    right: true,
  },
  {
    key: 'debits',
    title: 'Out',
    cell: ({ debits, currency }) => <Money amount={debits} currency={currency} />,
    text: ({ debits }) => debits,
    right: true,
  },
  {
    key: 'closing',
    title: 'Closing',
    cell: ({ statement, currency }) => <OrNone amount={statement?.closing} currency={currency} />,
    text: ({ statement }) => statement?.closing ?? '',
    right: true,
    phone: 'hide',
  },
  {
    key: 'left',
    title: 'Left over',
    cell: ({ unconfirmed, unbooked }) =>
      [
        unconfirmed > 0 ? `${unconfirmed} not in a statement` : null,
        unbooked > 0 ? `${unbooked} not in the ledger` : null,
      ]
        .filter((part) => part !== null)
        .join(', ') || <span className="muted">nothing</span>,
    text: ({ unconfirmed, unbooked }) => `${unconfirmed}/${unbooked}`,
    extra: true,
  },
  {
    key: 'state',
    title: 'Result',
    cell: ({ state }) => <Badge tone={results[state].tone}>{results[state].word}</Badge>,
    text: ({ state }) => state,
    phone: 'side',
  },
]

function OrNone({ amount, currency }: { amount: string | undefined; currency: string }) {
  if (amount === undefined) return <span className="muted">not reported</span>
  return <Money amount={amount} currency={currency} />
}

/** Day by day: the entries of the bank, compared with its statement. */
export function Page() {
  const [{ iban }] = useUrlState()
  const list = useList('bankDays', { iban })
  const accounts = useCall('ownAccounts', {}, { refetchInterval: false }).data?.items ?? []
  const options = accounts.map((one) => ({ value: one.iban, label: `${sentence(one.purpose)}, ${one.currency}` }))
  return (
    <>
      <BankHead sub="The entries that the bank has reported, compared with its statement for each day and account." />
      <DataTable
        name="Days"
        list={list}
        columns={columns}
        rowKey={(row) => `${row.day} ${row.iban}`}
        filters={<FilterChoice name="iban" label="Account" options={options} />}
        empty={<Empty title="The bank has booked nothing yet.">A day appears here with its first entry.</Empty>}
      />
    </>
  )
}
