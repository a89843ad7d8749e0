import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { NotNow } from '../base/chain-port.ts'
import type { Sql } from '../base/db.ts'

/**
 * The last look before a mint is signed, independent of whoever let it through: what lies in the reserve covers what is
 * owed and everything that is under way to the chains (L5).
 */
export async function assertCovered(sql: Sql, coin: AssetCode): Promise<void> {
  const { fiat, decimals } = assets[coin]
  if (fiat === null) throw new Error(`${coin} is not ours to mint`)
  const scale = 10n ** BigInt(decimals - assets[fiat].decimals)
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
