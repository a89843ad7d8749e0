import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { type CoinCode, TemporaryRefusal } from '../../base/ports/chain.ts'
import type { Sql } from '../../base/database/db.ts'
import { haltOf } from './operations.ts'

/** In progress, or final and not booked. These coins may exist. */
const mayExist = `o.kind = 'mint' and (o.state = 'working' or o.state = 'final' and o.unread or o.id = any($3::uuid[]))`

/**
 * The last check before a mint is signed, with its own query, independent of the admission of the mint. The coin is not
 * halted, and the reserve covers the liability to holders and all coins that may exist on a chain (L5). Debts of the reserve
 * to clients, and prepayments for coins that are not being minted, do not count as cover. `queued`: the operations to be
 * signed next. Their coins count as existing, and their prepayments count as cover; otherwise paid mints would need cover
 * from the issuer's own money a second time.
 */
export async function assertReserveCovers(sql: Sql, coin: CoinCode, queued: readonly string[] = []): Promise<void> {
  const halted = await haltOf(sql, coin)
  if (halted !== null) throw new TemporaryRefusal(`Minting of ${coin} is halted: ${halted}`)
  const { fiat, decimals } = assets[coin]
  const scale = 10n ** BigInt(decimals - assets[fiat!].decimals)
  const [row] = await sql.query<{ reserve: bigint; liability: bigint; others: bigint; coming: bigint }>(
    `select coalesce(sum(balance) filter (where name in ('bank', 'securities')), 0) as reserve,
       coalesce(sum(balance) filter (where name = 'redemption_liability'), 0) as liability,
       coalesce(sum(balance) filter (where name = 'due_to_client'), 0) + coalesce((
         select sum(amount) from chains.prefunded_mint prefunded where coin = $2 and paid
           and not exists (select from chains.operation o where o.subject = prefunded.subject and ${mayExist})), 0) as others,
       coalesce((select sum(amount) from chains.operation o where asset = $2 and ${mayExist}), 0) as coming
     from ledger.balance where pool = 'reserve' and asset = $1`,
    [fiat, coin, queued],
  )
  const { reserve, liability, others, coming: unbooked } = row!
  const cover = reserve - others
  if (cover * scale >= liability * scale + unbooked) return
  const format = (minor: bigint, asset: AssetCode) => formatAmount({ asset, minor })
  throw new TemporaryRefusal(
    `The reserve has ${format(cover, fiat!)} ${fiat} for ${coin}. That does not cover the ${format(liability * scale, coin)} that exist and ${format(unbooked, coin)} under way (L5).`,
  )
}
