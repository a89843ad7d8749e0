import type { Tx } from '../../../base/database/db.ts'
import { sourcesOf } from '../../../treasury/crypto.ts'
import { type Conversion, gasReserves, isFiat, type Leg } from './row.ts'

export type Part = Pick<Leg, 'source' | 'owner' | 'amount' | 'reserved'>
export type Sources = { readonly reused: bigint; readonly parts: readonly Part[] }

/** The maximum number of transfers of one conversion. */
const maxParts = 10

/**
 * How to gather `needed`: first from crypto at the provider, then from the institution's own address, then from others.
 * Null: not possible now.
 */
export async function partsOf(tx: Tx, one: Conversion, provider: string, needed: bigint): Promise<Sources | null> {
  const { institution_id: institutionId, sell: asset } = one
  // Fiat is paid to the provider after the sale.
  if (isFiat(asset)) return { reused: needed, parts: [] }
  const sources = await sourcesOf(tx, { institutionId, asset })
  const unreserved = await unreservedAt(tx, provider, asset)
  const reused = unreserved < needed ? unreserved : needed
  const reserved = gasReserves[asset]
  const parts: Part[] = []
  let left = needed - reused
  for (const { index: source, owner, free } of sources) {
    if (left === 0n || parts.length === maxParts) break
    const usable = free - reserved
    // A source with a network fee above its amount is not used.
    if (usable <= 0n || (usable < left && usable <= reserved)) continue
    const amount = usable < left ? usable : left
    parts.push({ source, owner, amount, reserved })
    left -= amount
  }
  return left === 0n ? { reused, parts } : null
}

/** Crypto at the provider without a reservation. */
async function unreservedAt(tx: Tx, provider: string, sell: string): Promise<bigint> {
  const [row] = await tx.query<{ parked: bigint }>(
    `select coalesce((select balance from ledger.balance
         where (pool, name, owner, asset) = ('client', 'provider_crypto', $1, $2)), 0)
       - coalesce((select sum(c.reused + coalesce((select sum(l.amount) from issuance.conversion_leg l
           where l.conversion_id = c.id and l.outcome = 'delivered'), 0))
         from issuance.conversion c
         where c.state in ('sending', 'converting') and c.sell = $2 and c.provider = $1), 0) as parked`,
    [provider, sell],
  )
  return row!.parked > 0n ? row!.parked : 0n
}
