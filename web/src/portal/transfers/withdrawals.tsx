import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { amountColumn, stateColumn, createdColumn, updatedColumn, carrierColumn } from './columns.tsx'
import { TransfersHead } from './head.tsx'
import { assetFilter, withdrawalStates } from './words.ts'

type Row = RowOf<'queryWithdrawals'>

const columns: readonly Column<Row>[] = [
  {
    key: 'destination',
    title: 'To',
    cell: ({ destination }) => <b>{destination}</b>,
    text: ({ destination }) => destination,
    phone: 'title',
  },
  createdColumn(),
  carrierColumn(),
  {
    key: 'clreqid',
    title: 'Your reference',
    cell: ({ clreqid }) => (clreqid === null ? '' : <Id value={clreqid} />),
    text: ({ clreqid }) => clreqid ?? '',
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
  amountColumn(),
]

/** Withdrawals of the institution. */
export function Page() {
  const [{ asset, status }] = useUrlState()
  const list = useList('queryWithdrawals', { asset, status } as Input<'queryWithdrawals'>)
  const mayWithdraw = mayDo(useMe(), 'money.withdraw')
  return (
    <>
      <TransfersHead />
      <DataTable
        name="Withdrawals"
        list={list}
        columns={columns}
        rowKey={({ withdrawalid }) => withdrawalid}
        rowLink={({ withdrawalid }) => `/transfers/${withdrawalid}`}
        filters={
          <>
            <FilterChoice name="asset" label="Asset" options={assetFilter} />
            <FilterChoice name="status" label="Status" options={withdrawalStates} />
          </>
        }
        empty={
          asset === undefined && status === undefined ? (
            <Empty
              title="No withdrawal yet."
              acts={
                mayWithdraw && (
                  <Link className="btn" to="/transfers/withdraw">
                    Withdraw
                  </Link>
                )
              }
            >
              Fiat is paid to your bank accounts, and coins are sent to your withdrawal addresses.
            </Empty>
          ) : (
            <Empty title="No withdrawal fits these filters." />
          )
        }
      />
    </>
  )
}
