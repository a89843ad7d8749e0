import { createHash } from 'node:crypto'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { amount, type Amount, parsePrice, type Price, times } from '@specie/protocol/money.ts'
import { Refusal } from '../refusal.ts'

// Prices of this provider. Invented, but of the right magnitude.

export const symbols = ['GBP/CHF', 'USDC/CHF', 'USDC/GBP', 'ETH/CHF', 'ETH/GBP', 'BTC/CHF', 'BTC/GBP'] as const
export type Pair = (typeof symbols)[number]

/** The price around which the walk moves. A frozen price does not move. */
export type Anchor = { price: string; frozen: boolean }

export const anchors: { readonly [pair in Pair]: Anchor } = {
  'GBP/CHF': { price: '1.125', frozen: false },
  'USDC/CHF': { price: '0.885', frozen: false },
  'USDC/GBP': { price: '0.7867', frozen: false },
  'ETH/CHF': { price: '2950', frozen: false },
  'ETH/GBP': { price: '2622.2', frozen: false },
  'BTC/CHF': { price: '92500', frozen: false },
  'BTC/GBP': { price: '82222', frozen: false },
}

export const priceDecimals = 6
const stepMs = 2_000
const seed = 'specie uat'

/** The price at that wall time. The same time gives the same price, in every process. */
export function priceAt(symbol: Pair, { price, frozen }: Anchor, wall: number): Price {
  const [base, quote] = symbol.split('/') as [AssetCode, AssetCode]
  const anchor = parsePrice(price, base, quote, priceDecimals)
  if (frozen) return anchor
  return { ...anchor, units: (anchor.units * (million + walk(symbol, Math.floor(wall / stepMs)))) / million }
}

const million = 1_000_000n
const levels = 10

/**
 * In millionths. A sum of noises, each twice as slow as the previous one. It moves by a few basis points a step like a random
 * walk, never deviates by more than 20, and depends on the step alone.
 */
export function walk(name: string, step: number): bigint {
  let sum = 0
  for (let level = 0; level < levels; level += 1) sum += noise(`${name}/${level}`, Math.floor(step / 2 ** level))
  return BigInt(sum)
}

/** The slow noises stay the same for many steps: venues request all pairs every second, all day. */
const known = new Map<string, { step: number; value: number }>()

function noise(name: string, step: number): number {
  const last = known.get(name)
  if (last?.step === step) return last.value
  const value = (createHash('sha256').update(`${seed}/${name}/${step}`).digest().readUInt32BE() % 401) - 200
  known.set(name, { step, value })
  return value
}

/** The provider's margin, in basis points of the amount sold. */
const spreadBps = 20n

export type Cost = { sold: Amount; spread: Amount }

/** The cost of `bought` in `sell`, including the spread. Rounded in favour of the provider. */
export function costOf(bought: Amount, sell: AssetCode, priceOf: (symbol: Pair) => Price): Cost {
  if (bought.minor === 0n) throw new Refusal(400, '`bought` must be above zero.')
  const mid = midCost(bought, sell, priceOf)
  const spread = dividedUp(mid * spreadBps, 10_000n)
  return { sold: amount(sell, mid + spread), spread: amount(sell, spread) }
}

function midCost(bought: Amount, sell: AssetCode, priceOf: (symbol: Pair) => Price): bigint {
  const direct = symbols.find((symbol) => symbol === `${sell}/${bought.asset}`)
  if (direct) {
    const price = priceOf(direct)
    const scale = 10n ** BigInt(assets[sell].decimals + price.decimals - assets[bought.asset].decimals)
    return dividedUp(bought.minor * scale, price.units)
  }
  const inverse = symbols.find((symbol) => symbol === `${bought.asset}/${sell}`)
  if (!inverse) throw new Refusal(400, `${sell} is not sold for ${bought.asset} here. See /provider/v1/rates.`)
  return times(bought, priceOf(inverse), 'up').minor
}

const dividedUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by
