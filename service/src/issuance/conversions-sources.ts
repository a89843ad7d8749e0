import { chains } from '@specie/protocol/chains.ts'
import type { Tx } from '../base/db.ts'
import { house } from '../ledger/house.ts'
import { chainOf, type Conversion, gasReserves, type Leg } from './conversions.ts'

// Where crypto lies that an institution has. What was deposited lies at its own address, what it bought here at the address of
// whoever sold it, and what earlier conversions did not need with the provider. All of it is clients' crypto in one pool, so a
// conversion takes it from where it lies; never what the owner of an address still has a claim on.

export type Part = Pick<Leg, 'source' | 'owner' | 'amount' | 'reserved'>
export type Sources = { readonly reused: bigint; readonly parts: readonly Part[] }

type Source = { readonly index: number; readonly owner: string; readonly free: bigint }

/** More transfers than this are not made for one conversion. */
const mostParts = 10

/** How `needed` can be had: first what the provider has, then the institution's own address, then the others. Null: not now. */
export async function sourcesOf(tx: Tx, one: Conversion, provider: string, needed: bigint): Promise<Sources | null> {
  // One at a time: what two conversions count on must not be the same.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`crypto ${one.sell}`])
  const parked = await parkedAt(tx, provider, one.sell)
  const reused = parked < needed ? parked : needed
  const reserved = gasReserves[one.sell]
  const parts: Part[] = []
  let left = needed - reused
  const sources = left === 0n ? [] : await addressesOf(tx, one)
  for (const { index: source, owner, free } of sources) {
    if (left === 0n || parts.length === mostParts) break
    const usable = free - reserved
    // What would cost as much on the way as it brings stays where it is.
    if (usable <= 0n || (usable < left && usable <= reserved)) continue
    const amount = usable < left ? usable : left
    parts.push({ source, owner, amount, reserved })
    left -= amount
  }
  return left === 0n ? { reused, parts } : null
}

/** What lies with the provider and no conversion counts on. */
async function parkedAt(tx: Tx, provider: string, sell: string): Promise<bigint> {
  const [row] = await tx.query<{ parked: bigint }>(
    `select coalesce((select balance from ledger.account
         where (pool, name, owner, asset) = ('client', 'provider_crypto', $1, $2)), 0)
       - coalesce((select sum(c.reused + coalesce((select sum(l.amount) from issuance.conversion_leg l
           where l.conversion_id = c.id and l.outcome = 'delivered'), 0))
         from issuance.conversion c
         where c.state in ('sending', 'converting') and c.sell = $2 and c.provider = $1), 0) as parked`,
    [provider, sell],
  )
  return row!.parked > 0n ? row!.parked : 0n
}

/** What came to its address and is not credited: a hold lies on it, say. It stays where it is (S1). */
const undecided = `coalesce((select sum(d.quantity) from transfers.deposit d where d.institution_id::text = there.owner and d.asset = $2
  and d.source is not null and d.state in ('screening', 'below_minimum', 'held')), 0)`

/**
 * Addresses with something to take, the institution's own first, then the house's. Of others' only what its owner has no claim on,
 * because it sold it: what is available to, pending or held for the owner and not already counted by a conversion of its own.
 */
function addressesOf(tx: Tx, { institution_id, sell }: Conversion): Promise<Source[]> {
  return tx.query<Source>(
    `select index, owner, free from (
       select d.index, there.owner, there.amount - case when there.owner = $1 then ${undecided} else coalesce(claim.amount, 0) end as free
       from (
         select t.owner, t.balance - coalesce((select sum(l.amount + l.reserved) from issuance.conversion_leg l
             join issuance.conversion c on c.id = l.conversion_id
             where l.outcome is null and l.owner::text = t.owner and c.sell = $2), 0) as amount
         from ledger.account t where t.pool = 'client' and t.name = 'transitional' and t.asset = $2 and t.balance > 0
       ) there
       join chains.deposit_address d on d.family = $3 and d.institution_id::text = there.owner
       left join lateral (
         select sum(a.balance) - coalesce((select sum(c.held - c.network_fee) from issuance.conversion c
             where c.institution_id::text = there.owner and c.sell = $2 and c.state in ('sending', 'converting')), 0) as amount
         from ledger.account a
         where a.pool = 'client' and a.name in ('available', 'pending', 'held') and a.owner = there.owner and a.asset = $2
       ) claim on true
     ) s where free > 0 order by owner = $1 desc, owner = $4 desc, free desc limit 50`,
    [institution_id, sell, chains[chainOf(sell)].family, house],
  )
}
