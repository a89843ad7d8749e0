import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { sentence } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { amountColumn, stateColumn, createdColumn, updatedColumn, carrierColumn } from './columns.tsx'
import { DepositLink, TransfersHead } from './head.tsx'
import { assetFilter, transferPhrase, transferStates } from './words.ts'

type Row = RowOf<'queryTransfers'>

const columns: readonly Column<Row>[] = [
  { key: 'type', title: 'What', cell: (row) => <b>{transferPhrase(row)}</b>, text: transferPhrase, phone: 'title' },
  createdColumn(),
  carrierColumn(),
  {
    key: 'counterparty',
    title: 'Counterparty',
    text: ({ counterparty }) => counterparty ?? '',
    extra: true,
    phone: 'hide',
  },
  {
    key: 'bankref',
    title: 'Bank’s reference',
    cell: ({ bankref }) => (bankref === null ? '' : <Id value={bankref} />),
    text: ({ bankref }) => bankref ?? '',
    extra: true,
    phone: 'hide',
  },
  {
    key: 'fee',
    title: 'Fee',
    cell: ({ fee, fee_currency }) => (fee === '0' ? '' : <Money amount={fee} currency={fee_currency} />),
    text: ({ fee, fee_currency }) => `${fee} ${fee_currency}`,
    right: true,
    extra: true,
    phone: 'hide',
  },
  updatedColumn(),
  stateColumn(),
  amountColumn(({ type }) => (type === 'withdrawal' ? '-' : '')),
]

const types = ['deposit', 'withdrawal'].map((value) => ({ value, label: sentence(value) }))

/** All deposits and withdrawals. */
export function Page() {
  const [{ type, asset, status }] = useUrlState()
  const list = useList('queryTransfers', { type, asset, status } as Input<'queryTransfers'>)
  const isFiltered = [type, asset, status].some((one) => one !== undefined)
  return (
    <>
      <TransfersHead />
      <DataTable
        name="Transfers"
        list={list}
        columns={columns}
        rowKey={({ transferid }) => transferid}
        rowLink={({ transferid }) => `/transfers/${transferid}`}
        filters={
          <>
            <FilterChoice name="type" label="What" options={types} />
            <FilterChoice name="asset" label="Asset" options={assetFilter} />
            <FilterChoice name="status" label="Status" options={transferStates} />
          </>
        }
        empty={
          isFiltered ? (
            <Empty title="No transfer fits these filters." />
          ) : (
            <Empty title="No transfer yet." acts={<DepositLink />}>
              A wire to your account here, or coins sent to your deposit address, appear here.
            </Empty>
          )
        }
      />
    </>
  )
}
