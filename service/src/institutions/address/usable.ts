import type { Tx } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { ownAddress } from '../../chains/own-addresses.ts'
import type { Address } from './row.ts'

// Wallets are looked at again in the transaction in which something is put in line for them.

/** usable: now. waits: not now, but it may be again. gone: never again. */
export type Usability = 'usable' | 'waits' | 'gone'

/** Of these wallets, by id. Locked: whoever revokes or suspends one of them waits until this transaction has ended. */
export async function usabilityOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Usability>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<Address>(
    'select * from institutions.address where id = any($1::uuid[]) order by id for share',
    [ids],
  )
  const found = new Map<string, Usability>()
  for (const row of rows) {
    // An address may have become one of ours after it was whitelisted.
    const isOurs = (await ownAddress(tx, row.blockchain, row.address)) !== null
    found.set(row.id, isOurs ? 'gone' : usabilityIn(row))
  }
  return found
}

function usabilityIn({ state, travel_rule_status }: Pick<Address, 'state' | 'travel_rule_status'>): Usability {
  if (state === 'revoked' || state === 'rejected') return 'gone'
  return state === 'active' && travel_rule_status === 'complete' ? 'usable' : 'waits'
}

/** Refuses a request for a wallet that was revoked or suspended while the request was being checked. */
export async function assertUsable(tx: Tx, ids: readonly string[]): Promise<void> {
  const usability = await usabilityOf(tx, ids)
  if (ids.every((id) => usability.get(id) === 'usable')) return
  throw new ApiError(
    'external_wallet_not_whitelisted',
    { field: 'destination', reason: 'disabled' },
    'This address cannot be used at the moment; see withdrawAddresses.',
  )
}
