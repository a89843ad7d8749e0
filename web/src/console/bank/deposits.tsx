import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { BankHead } from './head.tsx'

type Deposit = RowOf<'waitingDeposits'>

const waits: Record<Deposit['waits_for'], string> = { owner: 'For an owner', collection: 'For collection' }

const columns: readonly Column<Deposit>[] = [
  {
    key: 'quantity',
    title: 'Amount',
    cell: ({ quantity, asset }) => <Money amount={quantity} currency={asset} />,
    text: ({ quantity, asset }) => `${quantity} ${asset}`,
    phone: 'title',
  },
  {
    key: 'chain',
    title: 'Chain',
    cell: ({ blockchain }) => chainName(blockchain),
    text: ({ blockchain }) => blockchain,
  },
  {
    key: 'address',
    title: 'Received at',
    cell: ({ address }) => <Id value={address} copy={false} />,
    text: ({ address }) => address,
    phone: 'hide',
  },
  {
    key: 'sender',
    title: 'From',
    cell: ({ sender }) => (sender === null ? '' : <Id value={sender} copy={false} />),
    text: ({ sender }) => sender ?? '',
    phone: 'hide',
  },
  {
    key: 'institution',
    title: 'Institution',
    cell: ({ institution }) => institution ?? <span className="muted">none</span>,
    text: ({ institution }) => institution ?? '',
    phone: 'hide',
  },
  timeColumn('created', 'Received', ({ created_at }) => created_at),
  {
    key: 'waits',
    title: 'Waits',
    cell: ({ waits_for }) => <Badge tone="waits">{waits[waits_for]}</Badge>,
    text: ({ waits_for }) => waits_for,
    phone: 'side',
  },
]

const options = Object.entries(waits).map(([value, label]) => ({ value, label }))

/** Coins that wait for a person. */
export function Page() {
  const [{ waits_for }] = useUrlState()
  const list = useList('waitingDeposits', { waits_for } as Input<'waitingDeposits'>)
  return (
    <>
      <BankHead sub="Coins at an address without an owner, or that cannot be collected." />
      <DataTable
        name="Deposits"
        list={list}
        columns={columns}
        rowKey={({ depositid }) => depositid}
        rowLink={({ depositid }) => `/deposits/${depositid}`}
        filters={<FilterChoice name="waits_for" label="Waits" options={options} />}
        empty={
          <Empty title="No deposit waits for a person.">
            A deposit appears here when its address has no owner, or when it cannot be collected.
          </Empty>
        }
      />
    </>
  )
}
