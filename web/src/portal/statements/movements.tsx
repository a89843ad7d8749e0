import { assets, type AssetCode } from '@specie/protocol/assets.ts'
import type { List } from '../../api/use-call.ts'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { placeOf } from './place.ts'
import type { Statement } from './statement.ts'

type Movement = Statement['movements'][number]

const columnsOf = (asset: string): Column<Movement>[] => [
  {
    key: 'phrase',
    title: 'Movement',
    cell: ({ phrase }) => <b>{phrase}</b>,
    text: ({ phrase }) => phrase,
    phone: 'title',
  },
  timeColumn('at', 'Time', ({ at }) => at),
  {
    key: 'counterparty',
    title: 'Counterparty',
    text: ({ counterparty }) => counterparty ?? '',
    extra: true,
    phone: 'hide',
  },
  {
    key: 'value_date',
    title: 'Value date',
    cell: ({ value_date }) => value_date && <Time at={value_date} day />,
    text: ({ value_date }) => value_date ?? '',
    extra: true,
    phone: 'hide',
  },
  {
    key: 'ref',
    title: 'Reference',
    cell: ({ bankref, ref }) => <Id value={bankref ?? ref} />,
    text: ({ bankref, ref }) => bankref ?? ref,
    phone: 'hide',
  },
  {
    key: 'amount',
    title: 'Amount',
    cell: ({ amount }) => <Money amount={amount} currency={asset} signed align />,
    text: ({ amount }) => amount,
    right: true,
    phone: 'side',
  },
  {
    key: 'balance',
    title: 'Balance',
    cell: ({ balance }) => <Money amount={balance} currency={asset} align />,
    text: ({ balance }) => balance,
    right: true,
    phone: 'hide',
  },
]

/** The movements of an asset, oldest first, each with the balance after it. */
export function Movements({ statement: { asset, movements } }: { statement: Statement }) {
  return (
    <Section title={asset} note={assets[asset as AssetCode].name}>
      <DataTable
        name={`Movements of ${asset}`}
        list={listOf(movements)}
        columns={columnsOf(asset)}
        rowKey={({ at, ref, kind, balance }) => `${at} ${ref} ${kind} ${balance}`}
        rowLink={placeOf}
        empty={<Empty title="No movements in this period." />}
      />
    </Section>
  )
}

/** A list of rows that are all loaded. */
const listOf = (rows: readonly Movement[]): List<Movement> => ({
  rows,
  error: null,
  isPending: false,
  refreshedAt: 0,
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => {},
  retry: () => {},
  all: async () => [...rows],
})
