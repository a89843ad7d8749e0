import { assets } from '@specie/protocol/assets.ts'
import { type CoinCode, NotNow } from '../base/chain-port.ts'
import type { Sql } from '../base/db.ts'
import { haltOf } from './operations.ts'

/**
 * The last look before a mint is signed, independent of whoever let it through: the coin is not halted, and what lies in
 * the reserve covers what is owed and everything that is under way to the chains (L5).
 */
export async function assertMintable(sql: Sql, coin: CoinCode): Promise<void> {
  const halted = await haltOf(sql, coin)
  if (halted !== null) throw new NotNow(`Minting of ${coin} is halted: ${halted}`)
  const { fiat, decimals } = assets[coin]
  const scale = 10n ** BigInt(decimals - assets[fiat!].decimals)
  const [row] = await sql.query<{ reserve: bigint; liability: bigint; coming: bigint }>(
    `select coalesce(sum(balance) filter (where name in ('bank', 'securities')), 0) as reserve,
       coalesce(sum(balance) filter (where name = 'redemption_liability'), 0) as liability,
       coalesce((select sum(amount) from chains.operation
         where asset = $2 and kind = 'mint' and (state = 'working' or state = 'final' and unread)), 0) as coming
     from ledger.account where pool = 'reserve' and asset = $1`,
    [fiat, coin],
  )
  const { reserve, liability, coming } = row!
  if (reserve * scale >= liability * scale + coming) return
  throw new NotNow(`The reserve of ${reserve} does not cover ${liability} and ${coming} ${coin} under way (L5).`)
}
