import { assets } from '@specie/protocol/assets.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useCall, useList } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { moneyColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { FilterChoice, FilterText } from '../../kit/table/table-tools.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Checks } from './checks.tsx'
import { ofWhom } from './of-whom.ts'
import style from './ledger.module.css'

type Account = RowOf<'ledgerAccounts'>

const columns: readonly Column<Account>[] = [
  { key: 'kind', title: 'Account', cell: ({ kind }) => kind, text: ({ code }) => code, phone: 'title' },
  {
    key: 'owner',
    title: 'Of',
    cell: (account) => (account.owner === null ? <span className="muted">{ofWhom(account)}</span> : ofWhom(account)),
    text: ofWhom,
  },
  { key: 'side', title: 'Side', cell: ({ side }) => sentence(side), text: ({ side }) => side, phone: 'hide' },
  {
    key: 'lines',
    title: 'Lines',
    cell: ({ lines }) => lines.toLocaleString('en'),
    text: ({ lines }) => String(lines),
    right: true,
    phone: 'hide',
  },
  moneyColumn('balance', 'Balance', ({ balance, asset }) => [balance, asset], { align: true, phone: 'side' }),
]

const assetOptions = Object.keys(assets).map((value) => ({ value, label: value }))

/** The books: every account with its balance, and the rules. */
export function Page() {
  const [{ institutionid, asset, kind }] = useUrlState()
  const list = useList('ledgerAccounts', { institutionid, asset, kind } as Input<'ledgerAccounts'>)
  return (
    <>
      <PageHead title="Ledger" sub="Accounts with their balances now. Open one to see its lines." />
      <Checked />
      <DataTable
        name="Accounts"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/ledger/accounts/${encodeURIComponent(id)}`}
        filters={
          <>
            <FilterText name="kind" label="Account, as client/available" />
            <FilterChoice name="asset" label="Asset" options={assetOptions} />
            <FilterText name="institutionid" label="Id of an institution" />
          </>
        }
        empty={<Empty title="No account fits these filters.">An account opens with its first booking.</Empty>}
      />
      <Checks />
    </>
  )
}

/** The result of the last check, in one line. */
function Checked() {
  const { data } = useCall('ledgerChecks', {})
  if (data === undefined) return null
  return (
    <p className={`s13 muted ${style['checked']}`}>
      {data.ok === null && 'The books are not checked yet. Run specie check.'}
      {data.ok === true && (
        <>
          <Badge tone="done">In order</Badge> when last checked, <Time at={data.checked_at} />
        </>
      )}
      {data.ok === false && (
        <>
          <Badge tone="broken">Not in order</Badge> when last checked, <Time at={data.checked_at} />. See below.
        </>
      )}
    </p>
  )
}
