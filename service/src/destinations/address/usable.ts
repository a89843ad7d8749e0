import type { Tx } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { ownAddress } from '../../chains/own-addresses.ts'
import type { Address } from './row.ts'

// Wallets are checked again in the transaction that queues a transfer to them.

/** usable: now. waits: not now, but possibly later. gone: never again. */
export type Usability = 'usable' | 'waits' | 'gone'

/** The usability of these wallets by id. They are locked: revoking or suspending one waits for this transaction. */
export async function usabilityOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Usability>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<Pick<Address, 'id' | 'blockchain' | 'address'> & { usability: Usability }>(
    `select id, blockchain, address, destinations.usability(state, travel_rule_status) as usability
     from destinations.address where id = any($1::uuid[]) order by id for share`,
    [ids],
  )
  const found = new Map<string, Usability>()
  for (const row of rows) {
    // An address may have become one of ours after it was whitelisted.
    const isOurs = (await ownAddress(tx, row.blockchain, row.address)) !== null
    found.set(row.id, isOurs ? 'gone' : row.usability)
  }
  return found
}

/** SQL: the wallet `a` (destinations.withdrawal_wallet) is usable. */
export const walletUsable = "a.usability = 'usable'"

/** SQL: the wallet `a` is usable or gone. Payments to a waiting address must not be read before the lock. */
export const walletDecided = "a.usability <> 'waits'"

/** Refuses a request when its wallet was revoked or suspended while the request was being checked. */
export async function assertUsable(tx: Tx, ids: readonly string[]): Promise<void> {
  const usability = await usabilityOf(tx, ids)
  if (ids.every((id) => usability.get(id) === 'usable')) return
  throw new ApiError(
    'external_wallet_not_whitelisted',
    { field: 'destination', reason: 'disabled' },
    'This address cannot be used now; see withdrawAddresses.',
  )
}
