import type { CoinCode } from '../base/ports/chain.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import { coinsFor, fiatOf } from '../ledger/coin.ts'

// L5: the money of a coin is in the reserve before the coin is broadcast. One rule for admitting mints and for the published
// coverage (docs/supply.md).

/** The content of the reserve and its liabilities, in minor units of the coin. */
export type Backing = {
  /** Cash and securities. */
  readonly reserve: bigint
  /** Owed to clients, for coins that were redeemed or never issued: about to leave. */
  readonly dueToClients: bigint
  /** Prefunded: swept in advance for coins that do not exist yet. */
  readonly ahead: bigint
  /** Coins that exist, according to the books. */
  readonly circulating: bigint
  /** Coins with prefunded money that are queued for a chain, or minted but not booked yet. */
  readonly pendingPaid: bigint
  /** The issuer's money covers such coins without prefunded money until their own money is swept. */
  readonly pendingUnpaid: bigint
}

/** As of one moment: one statement, one snapshot. A mint that is booked now counts as pending or as circulating. */
export async function backingOf(sql: Sql, coin: CoinCode): Promise<Backing> {
  const [row] = await sql.query<Record<keyof Backing | 'pending', bigint>>(
    `with prefunded as (select * from treasury.prefunded_mints where coin = $2 and paid)
     select coalesce(sum(balance) filter (where name in ('bank', 'securities')), 0) as reserve,
       coalesce(sum(balance) filter (where name = 'due_to_client'), 0) as "dueToClients",
       coalesce(sum(balance) filter (where name = 'redemption_liability'), 0) as circulating,
       coalesce((select sum(amount) from prefunded), 0) as ahead,
       coalesce((select sum(amount) from prefunded where under_way), 0) as "pendingPaid",
       coalesce((select sum(amount) from chains.coming_mint where asset = $2), 0) as pending
     from ledger.balance where pool = 'reserve' and asset = $1`,
    [fiatOf(coin), coin],
  )
  const { pending, ...fiat } = row!
  const pendingPaid = coinsFor(fiat.pendingPaid)
  return {
    reserve: coinsFor(fiat.reserve),
    dueToClients: coinsFor(fiat.dueToClients),
    ahead: coinsFor(fiat.ahead),
    circulating: coinsFor(fiat.circulating),
    pendingPaid,
    pendingUnpaid: pending - pendingPaid,
  }
}

/**
 * The lowest possible ratio of the money for holders to the debt to them, in ten-thousandths, rounded down. Returns null if
 * there is no debt. It is unknown whether the coins of a mint in progress exist yet. If they do, both the coins and their
 * prefunded money count: this lowers a ratio above par, and raises a ratio below par.
 */
export function coverageOf(one: Backing): bigint | null {
  const owed = one.circulating + one.pendingUnpaid
  const available = forHolders(one) > 0n ? forHolders(one) : 0n
  const ratios = [
    { available, owed },
    { available: available + one.pendingPaid, owed: owed + one.pendingPaid },
  ].flatMap((each) => (each.owed === 0n ? [] : [(each.available * 10_000n) / each.owed]))
  return ratios.reduce<bigint | null>((worst, ratio) => (worst === null || ratio < worst ? ratio : worst), null)
}

/** The part that belongs to holders only. */
export const forHolders = ({ reserve, dueToClients, ahead }: Backing): bigint => reserve - dueToClients - ahead

/** How many more coins the reserve covers, beyond prefunded ones; negative when it covers too few. */
export const surplusOf = (one: Backing): bigint => forHolders(one) - one.circulating - one.pendingUnpaid

/**
 * How many more coins the reserve covers now, in the coin's minor units. The caller holds the lock of this reserve until its
 * transaction ends, so no cover is granted twice. Take it after the coins of a chain (holdings.ts) and before any ledger
 * account; several coins in the order of `coinCodes`.
 */
export async function coverage(tx: Tx, coin: CoinCode): Promise<bigint> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`reserve ${fiatOf(coin)}`])
  return surplusOf(await backingOf(tx, coin))
}

type Wanted = { readonly id: string; readonly amount: bigint }

/**
 * The ids that the reserve covers, in order of arrival; a small one may overtake one that is too large. Prefunded money is
 * for its own coins only.
 */
export async function covered(tx: Tx, coin: CoinCode, wanted: readonly Wanted[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  let left = await coverage(tx, coin)
  const paid = await paidInAdvance(tx, coin)
  const fits = ({ id, amount }: Wanted) => {
    if (paid.has(id)) return left >= 0n
    if (amount > left) return false
    left -= amount
    return true
  }
  return new Set(wanted.filter(fits).map(({ id }) => id))
}

async function paidInAdvance(tx: Tx, coin: CoinCode): Promise<Set<string>> {
  const rows = await tx.query<{ subject: string }>(
    'select subject from treasury.prefunded_mints where coin = $1 and paid',
    [coin],
  )
  return new Set(rows.map(({ subject }) => subject))
}
