import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Tx } from '../../base/database/db.ts'
import { knownAddresses } from '../holders/classes.ts'
import { text } from '../document/figures.ts'
import type { Period } from '../document/period.ts'
import type { Row, Table } from '../document/report.ts'

type Day = { asset: AssetCode; day: string; all: bigint; value: bigint; private: bigint; private_value: bigint }

/**
 * Transfers between addresses, day by day, on all chains. Mints, burns, and transfers between our own wallets do not count.
 * `private`: neither side is at us or at a provider.
 */
export async function transactionsTable(tx: Tx, { from, to }: Pick<Period, 'from' | 'to'>): Promise<Table> {
  const days = await tx.query<Day>(
    `with known as materialized (${knownAddresses}
     ), moved as (
       select t.asset, (t.at at time zone 'UTC')::date as day, t.amount, coalesce(s.class, 'unknown') as sender,
         coalesce(r.class, 'unknown') as recipient
       from chains.transferred_coin t
       left join known s on (s.chain, s.address) = (t.chain, t.sender)
       left join known r on (r.chain, r.address) = (t.chain, t.recipient)
       where t.at >= $1 and t.at < $2 and t.sender is not null and t.recipient is not null
     )
     select asset, to_char(day, 'YYYY-MM-DD') as day, count(*) as all, sum(amount) as value,
       count(*) filter (where sender in ('whitelisted', 'unknown') and recipient in ('whitelisted', 'unknown')) as private,
       coalesce(sum(amount) filter (where sender in ('whitelisted', 'unknown') and recipient in ('whitelisted', 'unknown')),
         0) as private_value
     from moved where not (sender in ('platform', 'deposit') and recipient in ('platform', 'deposit'))
     group by asset, day order by asset, day`,
    [from, to],
  )
  return {
    name: 'transactions',
    title: 'Transfers on chains, by day',
    columns: ['coin', 'day', 'transactions', 'value', 'private', 'private_value'],
    rows: days.map(rowOf),
  }
}

function rowOf({ asset, day, all, value, private: between, private_value }: Day): Row {
  const source = `traffic ${asset} ${day}`
  return {
    cells: [asset, day, String(all), text(asset, value), String(between), text(asset, private_value)],
    sources: {
      transactions: source,
      value: source,
      private: `${source} private`,
      private_value: `${source} private`,
    },
  }
}
