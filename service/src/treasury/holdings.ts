import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import { ApiError, unavailable } from '../base/http/errors.ts'

// The omnibus wallet holds all clients' coins on a chain. In the ledger `omnibus:{chain}` is all of our coins there,
// including those still at deposit addresses.

export async function omnibusAddress(sql: Sql, chain: ChainCode): Promise<string> {
  const [row] = await sql.query<{ address: string }>('select address from chains.omnibus_wallet where chain = $1', [
    chain,
  ])
  if (!row) throw unavailable(`${chain} has no wallet of ours yet.`)
  return row.address
}

/** The coins of an asset on one chain. */
export type Place = { readonly chain: ChainCode; readonly asset: AssetCode }

/**
 * Locks each of these until the transaction ends. Code that promises coins, or enqueues promised coins for a chain, holds
 * this lock. Lock order: rows of the caller, these (sorted), holds (compliance), the reserve (coverage.ts), ledger accounts.
 */
export async function lockCoins(tx: Tx, places: readonly Place[]): Promise<void> {
  const names = places.map(({ chain, asset }) => `omnibus ${chain}/${asset}`)
  for (const name of [...new Set(names)].toSorted()) {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
  }
}

/** All of our coins on the chain, including deposit addresses. */
const onChain = `coalesce((select balance from ledger.balance
  where pool = 'client' and name = 'omnibus' and owner = $1 and asset = $2), 0)`

const promised = (which: string) =>
  `coalesce((select sum(amount) from treasury.promise where chain = $1 and asset = $2 and ${which}), 0)`

/** Credited to its owner, but still at the deposit address or with another key of ours. */
const uncollected = `coalesce((select sum(amount) from treasury.uncollected where chain = $1 and asset = $2), 0)`

/**
 * A final operation with an unread outcome has left the wallet, but not the ledger. Coins of rails and of deposits count as
 * promised.
 */
const leaving = `coalesce((select sum(amount) from chains.leaving where chain = $1 and asset = $2
  and purpose not in ('rail_burn', 'rail_return', 'deposit_return')), 0)`

/** Withdrawals that are not queued for their chain yet. */
const unsent = `coalesce((select sum(amount) from treasury.unsent where chain = $1 and asset = $2), 0)`

const amount = async (sql: Sql, text: string, { chain, asset }: Place): Promise<bigint> =>
  (await sql.query<{ amount: bigint }>(`select ${text} as amount`, [chain, asset]))[0]!.amount

/**
 * How many coins of this chain can still be promised: all of ours there, less the promised ones. The caller holds the lock
 * until its transaction ends, so nothing is promised twice. The view `treasury.promise` counts each product's row as a
 * promise until it is final, so call this before that row is written.
 */
export async function promisable(tx: Tx, place: Place): Promise<bigint> {
  await lockCoins(tx, [place])
  return unpromised(tx, place)
}

/** One statement, one snapshot: coins that leave at this moment count both as promised and as present, or as neither. */
const unpromised = (sql: Sql, place: Place): Promise<bigint> => amount(sql, `${onChain} - ${promised('true')}`, place)

/** For display to a client with `balance`: takes no lock and promises nothing. */
export async function coinsOnChain(sql: Sql, place: Place, balance: bigint): Promise<LimitLeft> {
  const room = await unpromised(sql, place)
  return leftOf('coins_on_chain', place.asset, room, balance)
}

/** A limit never exceeds the amount that the client's balance allows. */
export function leftOf(limit: LimitLeft['limit'], asset: AssetCode, room: bigint, balance: bigint): LimitLeft {
  const minor = room < balance ? room : balance
  return { limit, asset, left: formatAmount({ asset, minor: minor > 0n ? minor : 0n }), resets_at: null }
}

/** The refusal of a request for more than can be promised. */
export function shortOnChain({ chain, asset }: Place, room: bigint, needed: bigint): ApiError {
  const text = (minor: bigint) => formatAmount({ asset, minor: minor > 0n ? minor : 0n })
  return new ApiError(
    'insufficient_balance',
    { asset, available: text(room), needed: text(needed), blockchain: chain },
    `On ${chain} only ${text(room)} ${asset} can leave at the moment.`,
    {},
    { cure: 'Choose another chain, or request less.' },
  )
}

const wallet = `${onChain} - ${uncollected} - ${promised(`kind in ('payment', 'deposit')`)} - ${leaving}`

/**
 * How many coins the wallet can send now, under the same lock: promised coins may have to be collected first. Coins of
 * payments over rails and of uncredited deposits are excluded, so that a rail can always burn or return its own.
 */
export async function inWallet(tx: Tx, place: Place): Promise<bigint> {
  await lockCoins(tx, [place])
  return amount(tx, wallet, place)
}

type Leaving = { readonly blockchain: ChainCode; readonly asset: AssetCode; readonly quantity: bigint }

export const placeOf = ({ blockchain: chain, asset }: Pick<Leaving, 'blockchain' | 'asset'>): Place => ({
  chain,
  asset,
})

/**
 * The rows whose coins the wallets can send now, under the lock. Order is kept: a row that waits for its coins is not
 * overtaken by a smaller one. `after: 'withdrawals'` leaves the coins of earlier withdrawals.
 */
export async function sendable<R extends Leaving>(
  tx: Tx,
  rows: readonly R[],
  { after }: { after: 'nobody' | 'withdrawals' },
): Promise<R[]> {
  await lockCoins(tx, rows.map(placeOf))
  const going: R[] = []
  for (const some of Map.groupBy(rows, ({ blockchain, asset }) => `${blockchain}/${asset}`).values()) {
    const place = placeOf(some[0]!)
    let left = (await inWallet(tx, place)) - (after === 'withdrawals' ? await amount(tx, unsent, place) : 0n)
    const tooMuch = some.findIndex((one) => (left -= one.quantity) < 0n)
    going.push(...(tooMuch === -1 ? some : some.slice(0, tooMuch)))
  }
  return going
}
