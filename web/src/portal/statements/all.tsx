import { type MovementGroup, movementGroups } from '@specie/protocol/portal/phrases.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { Empty } from '../../kit/loading.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { FilterChoice, FilterText } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Id } from '../../kit/value/id.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Time } from '../../kit/value/time.tsx'
import { DayFilters, useDays } from '../orders/filters.tsx'
import { assetOptions } from '../transfers/words.ts'
import { Head } from './head.tsx'
import { placeOf } from './place.ts'

type Movement = RowOf<'movements'>

const columns: readonly Column<Movement>[] = [
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
    cell: ({ counterparty }) =>
      counterparty === null ? '' : counterparty.includes(' ') ? counterparty : <Id value={counterparty} />,
    text: ({ counterparty }) => counterparty ?? '',
    phone: 'hide',
  },
  {
    key: 'amount',
    title: 'Amount',
    cell: ({ amount, asset }) => <Money amount={amount} currency={asset} signed align />,
    text: ({ amount }) => amount,
    right: true,
    phone: 'side',
  },
  {
    key: 'available_after',
    title: 'Available after',
    cell: ({ available_after, asset }) => <Money amount={available_after} currency={asset} align />,
    text: ({ available_after }) => available_after,
    right: true,
    phone: 'named',
  },
  { key: 'asset', title: 'Asset', text: ({ asset }) => asset, extra: true, phone: 'hide' },
  {
    key: 'ref',
    title: 'Reference',
    cell: ({ bankref, ref }) => <Id value={bankref ?? ref} />,
    text: ({ bankref, ref }) => bankref ?? ref,
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
]

const groupWords: { readonly [group in MovementGroup]: string } = {
  deposit: 'Wires and deposits',
  withdrawal: 'Withdrawals',
  mint: 'Mints',
  redemption: 'Redemptions',
  order: 'Trades',
  conversion: 'Conversions',
  payment: 'Rail payments',
}

/** Every movement of every balance, with filters in the address. The export has the filtered rows. */
export function Page() {
  const [{ asset, group, counterparty }] = useUrlState()
  const days = useDays()
  const list = useList('movements', { asset, group, counterparty, ...days } as Input<'movements'>)
  return (
    <>
      <Head title="All movements" sub="Every movement, newest first, with the balance that was available after it." />
      <DataTable
        name="Movements"
        list={list}
        columns={columns}
        rowKey={({ at, ref, kind, asset: code, available_after }) => `${at} ${ref} ${kind} ${code} ${available_after}`}
        rowLink={placeOf}
        filters={
          <>
            <FilterChoice name="asset" label="Asset" options={assetOptions} />
            <FilterChoice
              name="group"
              label="Kind"
              options={movementGroups.map((value) => ({ value, label: groupWords[value] }))}
            />
            <FilterText name="counterparty" label="Counterparty" />
            <DayFilters />
          </>
        }
        empty={<Empty title="No movement fits.">Your first deposit, mint or trade appears here.</Empty>}
      />
    </>
  )
}
