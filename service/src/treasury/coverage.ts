import type { CoinCode } from '../base/chain-port.ts'
import type { Tx } from '../base/db.ts'
import { coinsFor, fiatOf } from './coin.ts'

// L5: before a coin is broadcast its money lies in the reserve.

/**
 * How many more coins the reserve covers now, in the coin's minor units. Whoever asks is alone with this reserve until
 * the transaction ends, so what one is granted no other is. Lock it before any account, never after.
 *
 * Covered must be what is owed to holders, what may still come into being on a chain, and what the reserve owes to
 * clients and has not paid yet: that money is about to leave.
 */
export async function coverage(tx: Tx, coin: CoinCode): Promise<bigint> {
  const fiat = fiatOf(coin)
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`reserve ${fiat}`])
  // One statement, one snapshot: a mint that is booked at this moment is either still coming or a liability already.
  const [row] = await tx.query<{ covered: bigint; coming: bigint }>(
    `select coalesce((select sum(case when name in ('bank', 'securities') then balance else -balance end)
         from ledger.account where pool = 'reserve' and asset = $1
           and name in ('bank', 'securities', 'redemption_liability', 'due_to_client')), 0) as covered,
       coalesce((select sum(amount) from chains.operation where asset = $2 and kind = 'mint'
           and (state in ('queued', 'working') or state = 'final' and unread)), 0) as coming`,
    [fiat, coin],
  )
  return coinsFor(row!.covered) - row!.coming
}
