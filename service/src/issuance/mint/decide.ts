import type { Tx } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { pulledNow } from '../../compliance/switch/row.ts'
import { availableOf } from '../../ledger/balances.ts'
import { house } from '../../ledger/house.ts'
import { placeOf, promisable, shortOnChain } from '../../treasury/holdings.ts'
import type { Mint } from './row.ts'
import type { Order } from './validate.ts'

// How a mint is fulfilled: by issuing new coins, or from the house's own.

/** Names of pulled switches. */
type Halts = ReadonlySet<string>

export const haltsOf = async (tx: Tx): Promise<Halts> => new Set((await pulledNow(tx)).map(({ what }) => what))

/** The switch that stops the minting of this coin there; null if none does. */
const haltOf = ({ asset, blockchain }: Pick<Order, 'asset' | 'blockchain'>, halts: Halts): string | null =>
  [`mint:${asset}`, `mint:${asset}:${blockchain}`].find((name) => halts.has(name)) ?? null

/** The house sells its own coins on request, or while minting is halted. */
export const mayBeTraded = (order: Order, halts: Halts): boolean =>
  order.fulfilment === 'trade' || (order.fulfilment === 'auto' && haltOf(order, halts) !== null)

/** New coins, unless minting is halted and the house has some. Halts are read in the transaction of the effect. */
export async function fulfilmentOf(tx: Tx, order: Order, halts: Halts): Promise<Mint['fulfilment']> {
  const { fulfilment, asset, quantity, destination } = order
  const halt = haltOf(order, halts)
  if (fulfilment !== 'trade' && halt === null) return 'issuance'
  if (fulfilment === 'issuance') throw halted(asset, halt!)
  const inStock = (await availableOf(tx, house, asset)) >= quantity
  const room = inStock && destination !== null ? await promisable(tx, placeOf(order)) : quantity
  if (inStock && room >= quantity) return 'trade'
  if (inStock && fulfilment === 'trade') throw shortOnChain(placeOf(order), room, quantity)
  throw outOfStock(order, halt ?? undefined)
}

const halted = (asset: Mint['asset'], what: string): ApiError =>
  new ApiError('halted', { what }, `Minting of ${asset} is halted.`)

/** With `auto`, the house sells only when new coins cannot be minted. */
export function outOfStock({ fulfilment, asset }: Order, halt = `mint:${asset}`): ApiError {
  if (fulfilment === 'auto') return halted(asset, halt)
  const message = `We do not hold enough ${asset} to sell. Request issuance, or request less.`
  return new ApiError('max_amount_exceeded', {}, message)
}
