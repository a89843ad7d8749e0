import type { Tx } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Books, Market } from './books.ts'
import type { Pair } from './pair.ts'

/** A pair was switched, and this process has not read that yet. */
class PairSwitched extends Error {
  override name = 'PairSwitched'
}

/**
 * The market of a pair, provided that this process has the current version of its switch. Throws `halted` when the pair
 * is off.
 */
export async function marketIn(tx: Tx, books: Books, pair: Pair): Promise<Market> {
  const market = books.of(pair)
  const [row] = await tx.query<{ version: bigint }>({
    name: 'trading.pair_version',
    text: 'select version from trading.pair where symbol = $1',
    values: [pair.symbol],
  })
  if ((row?.version ?? 0n) !== market.version) throw new PairSwitched(`${pair.symbol} was switched`)
  if (market.halted === null) return market
  throw new ApiError('halted', { symbol: pair.symbol }, `Trading of ${pair.symbol} is halted.`)
}

const maxAttempts = 20

/** Runs a transaction that calls `marketIn`, and retries it when a pair was meanwhile switched. */
export async function retryOnPairSwitch<T>(books: Books, transaction: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!(error instanceof PairSwitched) || n === maxAttempts) throw error
      // Outside the transaction: reloading takes another connection of the same pool.
      await books.reload()
    }
  }
}
