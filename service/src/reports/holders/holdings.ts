import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Sql } from '../../base/database/db.ts'
import { nameOf } from '../document/period.ts'
import { type holderClasses, knownAddresses } from './classes.ts'

// The balances of all addresses at an instant: those of the last kept day, and the transfers since.

export type Coin = { readonly chain: ChainCode; readonly asset: AssetCode }

export type Holding = {
  readonly address: string
  readonly amount: bigint
  readonly class: (typeof holderClasses)[number]
  readonly institution_id: string | null
  readonly provider: string | null
}

/** Parameters: $1 chain, $2 asset, $3 end of the last kept day, $4 the instant. */
export const held = `
  with before as (
    select distinct on (address) address, amount, class, institution_id, provider from reports.holder
    where chain = $1 and asset = $2 and day < ($3::timestamptz at time zone 'UTC')::date order by address desc, day desc
  ), moved as (
    select address, sum(change) as change from (
      select sender as address, -amount as change from chains.transferred_coin
        where chain = $1 and asset = $2 and at >= $3 and at < $4 and sender is not null
      union all
      select recipient, amount from chains.transferred_coin
        where chain = $1 and asset = $2 and at >= $3 and at < $4 and recipient is not null
    ) each group by address
  ), known (on_chain, owned, class, institution_id, provider) as materialized (${knownAddresses}
  ), held as materialized (
    select address, coalesce(b.amount, 0) + coalesce(m.change, 0) as amount, coalesce(k.class, 'unknown') as class,
      k.institution_id, k.provider,
      (b.amount, b.class, b.institution_id, b.provider) is distinct from (coalesce(b.amount, 0) + coalesce(m.change, 0),
        coalesce(k.class, 'unknown'), k.institution_id, k.provider) as changed
    from before b full join moved m using (address)
    left join known k on k.on_chain = $1 and k.owned = address
    where coalesce(b.amount, 0) > 0 or coalesce(m.change, 0) <> 0
  )`

/** Before the first transfer of any coin. */
const beginning = new Date(0)

/** The end of the last kept day up to an instant. */
export async function keptUntil(sql: Sql, { chain, asset }: Coin, until: Date): Promise<Date> {
  const [row] = await sql.query<{ at: Date | null }>(
    `select (max(day) + 1)::timestamp at time zone 'UTC' as at from reports.holder_day
     where chain = $1 and asset = $2 and day < $3::date`,
    [chain, asset, nameOf('day', until)],
  )
  return row!.at ?? beginning
}

/** Everyone who holds the coin at this instant, the largest first. On a kept day the classes are those of that day. */
export async function holdingsAt(sql: Sql, coin: Coin, until: Date): Promise<Holding[]> {
  const kept = await keptUntil(sql, coin, until)
  if (kept.getTime() === until.getTime())
    return sql.query<Holding>(
      `select address, amount, class, institution_id, provider from (
         select distinct on (address) address, amount, class, institution_id, provider from reports.holder
         where chain = $1 and asset = $2 and day < $3::date order by address desc, day desc
       ) last where amount > 0 order by amount desc, address`,
      [coin.chain, coin.asset, nameOf('day', until)],
    )
  return sql.query<Holding>(
    `${held} select address, amount, class, institution_id, provider from held where amount <> 0
     order by amount desc, address`,
    [coin.chain, coin.asset, kept, until],
  )
}
