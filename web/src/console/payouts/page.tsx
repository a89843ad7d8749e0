import { isFinal, machines, statesOf } from '@specie/protocol/machines.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { durationText } from '../../kit/value/countdown.tsx'
import { moneyColumn, stateColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { payerNames, payoutKinds } from './words.ts'

type Payout = RowOf<'payouts'>

const columns: readonly Column<Payout>[] = [
  { key: 'creditor', title: 'To', text: ({ creditor }) => creditor.name, phone: 'title' },
  moneyColumn('amount', 'Amount', ({ amount, currency }) => [amount, currency], { phone: 'side' }),
  { key: 'kind', title: 'For', cell: ({ kind }) => payoutKinds[kind], text: ({ kind }) => kind },
  {
    key: 'institution',
    title: 'Institution',
    cell: ({ institution }) => institution?.name ?? <span className="muted">ours</span>,
    text: ({ institution }) => institution?.name ?? '',
    phone: 'hide',
  },
  { key: 'account', title: 'Account', text: ({ creditor }) => creditor.account, extra: true, phone: 'hide' },
  {
    key: 'from',
    title: 'From',
    cell: ({ from }) => payerNames[from],
    text: ({ from }) => from,
    extra: true,
    phone: 'hide',
  },
  timeColumn('created', 'Requested', ({ created_at }) => created_at, { phone: 'hide' }),
  {
    key: 'age',
    title: 'Age',
    cell: (payout) => <Age payout={payout} />,
    text: ({ updated_at }) => updated_at,
    phone: 'hide',
  },
  stateColumn(({ state }) => state),
]

/** The age of an open payout. */
function Age({ payout: { state, created_at } }: { payout: Payout }) {
  if (isFinal(machines.payout, state) || state === 'booked') return <span className="muted">ended</span>
  return durationText(Math.max(0, Date.now() - Date.parse(created_at)))
}

const states = statesOf(machines.payout).map((value) => ({ value, label: stateOf(value).word }))
const kinds = Object.entries(payoutKinds).map(([value, label]) => ({ value, label }))

/** Payment orders to the bank. */
export function Page() {
  const [{ state, kind, institutionid }] = useUrlState()
  const list = useList('payouts', { state, kind, institutionid } as Input<'payouts'>)
  return (
    <>
      <PageHead title="Payouts" sub="Payment orders to the bank. Only the bank’s statement confirms a payout." />
      <DataTable
        name="Payouts"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/payouts/${id}`}
        filters={
          <>
            <FilterChoice name="state" label="Status" options={states} />
            <FilterChoice name="kind" label="For" options={kinds} />
          </>
        }
        empty={
          <Empty title={state === undefined && kind === undefined ? 'No payout yet.' : 'No results for these filters.'}>
            A payout appears here when a withdrawal, a redemption, a return or a transfer of ours is sent to the bank.
          </Empty>
        }
      />
    </>
  )
}
