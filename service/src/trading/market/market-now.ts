import type { Tx } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Books, Market } from './books.ts'
import type { Pair } from './pair.ts'

/** A pair was switched, and this process has not heard of it. */
class Moved extends Error {
  override name = 'Moved'
}

/** The market of a pair, as long as its switch is what this process knows. Throws `halted` when it is off. */
export async function marketIn(tx: Tx, books: Books, pair: Pair): Promise<Market> {
  const market = books.of(pair)
  const [row] = await tx.query<{ version: bigint }>({
    name: 'trading.pair_version',
    text: 'select version from trading.pair where symbol = $1',
    values: [pair.symbol],
  })
  if ((row?.version ?? 0n) !== market.version) throw new Moved(`${pair.symbol} was switched`)
  if (market.halted === null) return market
  throw new ApiError('halted', { symbol: pair.symbol }, `Trading of ${pair.symbol} is halted.`)
}

const mostTries = 20

/** Does a transaction that asks `marketIn`, anew when a pair was switched meanwhile. */
export async function whileItStands<T>(books: Books, transaction: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!(error instanceof Moved) || n === mostTries) throw error
      // Outside of the transaction: it takes other connections of the same pool.
      await books.reload()
    }
  }
}
