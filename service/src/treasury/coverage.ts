import type { CoinCode } from '../base/ports/chain.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import { coinsFor, fiatOf } from './coin.ts'

// L5: before a coin is broadcast its money lies in the reserve. One rule for the mints that are let through and for the
// coverage that is published (docs/supply.md).

/** What lies in the reserve and what it stands for, in minor units of the coin. */
export type Backing = {
  /** Cash and securities. */
  readonly there: bigint
  /** Of it owed to clients, for coins that were redeemed or never came: about to leave. */
  readonly dueToClients: bigint
  /** Of it swept in ahead of coins that do not exist yet: the money of whoever waits for them. */
  readonly ahead: bigint
  /** Coins that exist, by the books. */
  readonly circulating: bigint
  /** Coins in line for a chain, or there and not booked yet, with their money in the reserve ahead of them. */
  readonly comingPaid: bigint
  /** Such coins without: the issuer's own money stands in for them until theirs is swept. */
  readonly comingUnpaid: bigint
}

/** As of one moment: one statement, one snapshot. A mint that is booked now is either coming or circulating. */
export async function backingOf(sql: Sql, coin: CoinCode): Promise<Backing> {
  const [row] = await sql.query<Record<keyof Backing | 'coming', bigint>>(
    `with ahead as (select * from treasury.ahead where coin = $2 and paid)
     select coalesce(sum(balance) filter (where name in ('bank', 'securities')), 0) as there,
       coalesce(sum(balance) filter (where name = 'due_to_client'), 0) as "dueToClients",
       coalesce(sum(balance) filter (where name = 'redemption_liability'), 0) as circulating,
       coalesce((select sum(amount) from ahead), 0) as ahead,
       coalesce((select sum(amount) from ahead where under_way), 0) as "comingPaid",
       coalesce((select sum(amount) from chains.operation where asset = $2 and kind = 'mint'
         and (state in ('queued', 'working') or state = 'final' and unread)), 0) as coming
     from ledger.account where pool = 'reserve' and asset = $1`,
    [fiatOf(coin), coin],
  )
  const { coming, ...fiat } = row!
  const comingPaid = coinsFor(fiat.comingPaid)
  return {
    there: coinsFor(fiat.there),
    dueToClients: coinsFor(fiat.dueToClients),
    ahead: coinsFor(fiat.ahead),
    circulating: coinsFor(fiat.circulating),
    comingPaid,
    comingUnpaid: coming - comingPaid,
  }
}

/**
 * The worst ratio of what is there for holders to what may be owed to them, in ten-thousandths, rounded down; null when
 * there is nothing to cover. Coins under way may exist or not, and if they do, money that came ahead of them is theirs:
 * above par the ratio is lower if they exist, below par if they do not.
 */
export function coverageOf(one: Backing): bigint | null {
  const owed = one.circulating + one.comingUnpaid
  const there = forHolders(one) > 0n ? forHolders(one) : 0n
  const ratios = [
    { there, owed },
    { there: there + one.comingPaid, owed: owed + one.comingPaid },
  ].flatMap((world) => (world.owed === 0n ? [] : [(world.there * 10_000n) / world.owed]))
  return ratios.reduce<bigint | null>((worst, ratio) => (worst === null || ratio < worst ? ratio : worst), null)
}

/** What is there for holders and for nobody else. */
export const forHolders = ({ there, dueToClients, ahead }: Backing): bigint => there - dueToClients - ahead

/** How many more coins the reserve covers, beyond those whose own money lies there ahead of them. */
const freeOf = (one: Backing): bigint => forHolders(one) - one.circulating - one.comingUnpaid

/**
 * How many more coins the reserve covers now, in the coin's minor units. Whoever asks is alone with this reserve until
 * the transaction ends, so what one is granted no other is. Lock it after the coins of a chain (holdings.ts), before any
 * ledger account; several coins in the order of `coinCodes`.
 */
export async function coverage(tx: Tx, coin: CoinCode): Promise<bigint> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`reserve ${fiatOf(coin)}`])
  return freeOf(await backingOf(tx, coin))
}

type Wanted = { readonly id: string; readonly amount: bigint }

/**
 * Which of these the reserve covers, by id. First come, first served; one that is too large lets a smaller one pass.
 * Money that lies there ahead of somebody's coins is for these coins and for no others.
 */
export async function covered(tx: Tx, coin: CoinCode, wanted: readonly Wanted[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  let left = await coverage(tx, coin)
  const paid = await paidAhead(tx, coin)
  const fits = ({ id, amount }: Wanted) => {
    if (paid.has(id)) return left >= 0n
    if (amount > left) return false
    left -= amount
    return true
  }
  return new Set(wanted.filter(fits).map(({ id }) => id))
}

async function paidAhead(tx: Tx, coin: CoinCode): Promise<Set<string>> {
  const rows = await tx.query<{ subject: string }>('select subject from treasury.ahead where coin = $1 and paid', [
    coin,
  ])
  return new Set(rows.map(({ subject }) => subject))
}
