import type { Tx } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { haltOf } from '../../chains/outbox/operations.ts'
import { availableOf } from '../../ledger/balances.ts'
import { coinCodes } from '../../ledger/coin.ts'
import { house } from '../../ledger/house.ts'
import { placeOf, promisable, shortOnChain } from '../../treasury/holdings.ts'
import type { Mint } from './row.ts'
import type { Order } from './validate.ts'

// How a mint is fulfilled: by issuing new coins, or from the house's own.

type Halts = ReadonlyMap<Mint['asset'], string | null>

/** The reason of each coin's halt; null without a halt. */
export async function haltsOf(tx: Tx): Promise<Halts> {
  const halts = new Map<Mint['asset'], string | null>()
  for (const coin of coinCodes) halts.set(coin, await haltOf(tx, coin))
  return halts
}

/** The house sells its own coins on request, or while minting is halted. */
export const mayBeTraded = ({ fulfilment, asset }: Order, halts: Halts): boolean =>
  fulfilment === 'trade' || (fulfilment === 'auto' && halts.get(asset) !== null)

/** New coins, unless minting is halted and the house has some. Halts are read in the transaction of the effect. */
export async function fulfilmentOf(tx: Tx, order: Order, halts: Halts): Promise<Mint['fulfilment']> {
  const { fulfilment, asset, quantity, destination } = order
  if (fulfilment !== 'trade' && halts.get(asset) === null) return 'issuance'
  if (fulfilment === 'issuance') throw halted(asset)
  const inStock = (await availableOf(tx, house, asset)) >= quantity
  const room = inStock && destination !== null ? await promisable(tx, placeOf(order)) : quantity
  if (inStock && room >= quantity) return 'trade'
  if (inStock && fulfilment === 'trade') throw shortOnChain(placeOf(order), room, quantity)
  throw outOfStock(order)
}

const halted = (asset: Mint['asset']): ApiError =>
  new ApiError('halted', { what: `mint:${asset}` }, `Minting of ${asset} is halted.`)

/** With `auto`, the house sells only when new coins cannot be minted. */
export function outOfStock({ fulfilment, asset }: Order): ApiError {
  if (fulfilment === 'auto') return halted(asset)
  const message = `We do not hold enough ${asset} to sell. Request issuance, or request less.`
  return new ApiError('max_amount_exceeded', {}, message)
}
