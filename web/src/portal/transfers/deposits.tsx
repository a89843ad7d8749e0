import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty } from '../../kit/loading.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Txid } from '../../app/txid.tsx'
import { amountColumn, stateColumn, createdColumn, updatedColumn, carrierColumn } from './columns.tsx'
import { DepositLink, TransfersHead } from './head.tsx'
import { assetFilter, carrierOf, depositStates, transferPhrase } from './words.ts'

type Row = RowOf<'queryDeposits'>

const phraseOf = (row: Row): string => transferPhrase({ type: 'deposit', ...row })

const columns: readonly Column<Row>[] = [
  { key: 'what', title: 'What', cell: (row) => <b>{phraseOf(row)}</b>, text: phraseOf, phone: 'title' },
  createdColumn<Row>(),
  carrierColumn(),
  {
    key: 'reference',
    title: 'Transaction or reference',
    cell: ({ txid, bankref, blockchain }) =>
      txid !== null ? <Txid chain={blockchain} txid={txid} /> : bankref === null ? '' : <Id value={bankref} />,
    text: ({ txid, bankref }) => txid ?? bankref ?? '',
    phone: 'hide',
  },
  {
    key: 'address',
    title: 'Received at',
    cell: ({ address, blockchain }) => (address === null ? carrierOf(blockchain) : <Id value={address} />),
    text: ({ address }) => address ?? '',
    extra: true,
    phone: 'hide',
  },
  updatedColumn(),
  stateColumn(({ status, confirmations }) =>
    status === 'confirming' && confirmations !== null ? `Confirming, ${confirmations} so far` : undefined,
  ),
  amountColumn(),
]

/** Deposits of the institution. */
export function Page() {
  const [{ asset, status }] = useUrlState()
  const list = useList('queryDeposits', { asset, status } as Input<'queryDeposits'>)
  return (
    <>
      <TransfersHead />
      <DataTable
        name="Deposits"
        list={list}
        columns={columns}
        rowKey={({ depositid }) => depositid}
        rowLink={({ depositid }) => `/transfers/${depositid}`}
        filters={
          <>
            <FilterChoice name="asset" label="Asset" options={assetFilter} />
            <FilterChoice name="status" label="Status" options={depositStates} />
          </>
        }
        empty={
          asset === undefined && status === undefined ? (
            <Empty title="No deposit yet." acts={<DepositLink />}>
              A wire with your reference appears minutes after the bank has booked it.
            </Empty>
          ) : (
            <Empty title="No deposit fits these filters." />
          )
        }
      />
    </>
  )
}
