import { assets } from '@specie/protocol/assets.ts'
import type { Input } from '../../api/call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { PageHead } from '../../kit/page.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { FilterChoice, FilterText } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { useList } from '../../api/use-call.ts'
import { coins, hasFailed, destinationOf, shownState, type SupplyChange, typeWord } from './words.ts'

const columns: readonly Column<SupplyChange>[] = [
  timeColumn('created', 'Requested', ({ created_at }) => created_at, { phone: 'line' }),
  { key: 'type', title: 'What', cell: ({ type }) => typeWord[type], text: ({ type }) => type, phone: 'title' },
  {
    key: 'chain',
    title: 'Chain',
    cell: ({ blockchain }) => chainName(blockchain),
    text: ({ blockchain }) => blockchain,
    phone: 'hide',
  },
  { key: 'to', title: 'Sent to', text: destinationOf, phone: 'hide' },
  {
    key: 'requestid',
    title: 'Request',
    cell: ({ requestid }) => <Id value={requestid} />,
    text: ({ requestid }) => requestid,
    extra: true,
    phone: 'hide',
  },
  { key: 'clreqid', title: 'Your reference', text: ({ clreqid }) => clreqid ?? '', extra: true, phone: 'hide' },
  {
    key: 'quantity',
    title: 'Coins',
    cell: ({ quantity, asset }) => <Money amount={quantity} currency={asset} align />,
    text: ({ quantity }) => quantity,
    right: true,
    phone: 'side',
  },
  {
    key: 'money',
    title: 'Paid or received',
    cell: (change) => <Counter of={change} />,
    text: (change) => (hasFailed(change) ? '' : change.type === 'mint' ? `-${change.spent}` : (change.received ?? '')),
    right: true,
    phone: 'hide',
  },
  {
    key: 'state',
    title: 'Status',
    cell: (change) => <StateBadge state={shownState(change)} />,
    text: (change) => stateOf(shownState(change)).word,
    phone: 'line',
  },
]

function Counter({ of: change }: { of: SupplyChange }) {
  const { type, spent, spent_currency, received, received_currency } = change
  if (type === 'mint' && hasFailed(change)) return <span className="muted">not paid</span>
  if (type === 'mint') return <Money amount={`-${spent}`} currency={spent_currency} align />
  if (received === null || received_currency === null) return <span className="muted">coins returned</span>
  return <Money amount={received} currency={received_currency} signed align />
}

const options = (values: readonly string[], label: (value: string) => string) =>
  values.map((value) => ({ value, label: label(value) }))
const statuses = ['pending', 'held', 'settled', 'rejected', 'failed', 'canceled']
const carriers = [...new Set(coins.flatMap((coin) => assets[coin].blockchains.map(({ blockchain }) => blockchain)))]

/** The mints and redemptions of the institution. */
export function Page() {
  const [{ type, asset, blockchain, status, txid }] = useUrlState()
  const filters = { type, asset, blockchain, status, txid } as Input<'querySupplyChanges'>
  const list = useList('querySupplyChanges', filters)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const acts = mayDo(useMe(), 'money.supply') && <Acts />
  return (
    <>
      <PageHead title="Supply" sub="Mint coins at par from your balance, and redeem them at par." acts={acts} />
      <DataTable
        name="Mints and redemptions"
        list={list}
        columns={columns}
        rowKey={({ requestid }) => requestid}
        rowLink={({ requestid }) => `/supply/${requestid}`}
        filters={
          <>
            <FilterChoice
              name="type"
              label="What"
              options={options(['mint', 'redeem'], (value) => typeWord[value as 'mint' | 'redeem'])}
            />
            <FilterChoice name="asset" label="Coin" options={options(coins, (value) => value)} />
            <FilterChoice name="blockchain" label="Chain" options={options(carriers, chainName)} />
            <FilterChoice name="status" label="Status" options={options(statuses, (value) => stateOf(value).word)} />
            <FilterText name="txid" label="Transaction" />
          </>
        }
        empty={
          isFiltered ? (
            <Empty title="No results for these filters." />
          ) : (
            <Empty title="No mint or redemption yet." acts={acts || undefined}>
              {acts
                ? 'Pay money in, then mint coins for it. They settle in about three hours.'
                : 'Minting needs the role trader.'}
            </Empty>
          )
        }
      />
    </>
  )
}

function Acts() {
  return (
    <>
      <Link className="btn" to="/supply/redeem">
        Redeem
      </Link>
      <Link className="btn main-act" to="/supply/mint">
        Mint
      </Link>
    </>
  )
}
