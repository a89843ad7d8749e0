import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { pairs } from '@specie/protocol/pairs.ts'

// How far a price is believed, and how much the desk may trade on it. Every figure can be set: MARKET_LIMITS=ETH/CHF.loss=50000,…

/** Of a reference rate, in basis points. */
export type RateLimits = {
  /** Between two refreshes, and for each minute that lies between them. */
  readonly jump: number
  /** Within an hour. */
  readonly drift: number
  /** Between the rate and the same rate by way of the other currency. */
  readonly cross: number
  /** Between two sources. */
  readonly sources: number
}

/** Of a pair. */
export type PairLimits = {
  /** How far a venue's best prices may lie from the middle of all, in basis points. */
  readonly deviation: number
  /** What the desk may have gained or given in an hour, net: of the base and of the quote, and what it may have lost in the quote; minor units. */
  readonly exposure: bigint
  readonly exposure_quote: bigint
  readonly loss: bigint
}

export type Limits = {
  readonly rates: ReadonlyMap<string, RateLimits>
  /** A coin against its own fiat is not in it: its worth is fixed, and what the desk can deliver is what it has. */
  readonly pairs: ReadonlyMap<string, PairLimits>
}

/** The reference rates that there are. */
export const rateSymbols = ['GBP/CHF', 'USDC/CHF', 'USDC/GBP', 'ETH/CHF', 'ETH/GBP', 'BTC/CHF', 'BTC/GBP'] as const

const steady: RateLimits = { jump: 100, drift: 300, cross: 100, sources: 50 }
const lively: RateLimits = { jump: 300, drift: 1_500, cross: 100, sources: 100 }

/** In whole units: about five million francs an hour, and a fiftieth of that. */
const sizes: { readonly [asset in AssetCode]: { readonly exposure: string; readonly loss: string } } = {
  CHF: { exposure: '5000000', loss: '100000' },
  GBP: { exposure: '5000000', loss: '100000' },
  VCHF: { exposure: '5000000', loss: '100000' },
  VGBP: { exposure: '5000000', loss: '100000' },
  USDC: { exposure: '6000000', loss: '120000' },
  BTC: { exposure: '60', loss: '1.2' },
  ETH: { exposure: '1800', loss: '36' },
}

const isCrypto = (asset: AssetCode): boolean => asset === 'ETH' || asset === 'BTC'

type Names = { [figure: string]: string }

/** The limits, with what is set in place of the defaults. Throws the sentence after the setting's name. */
export function limitsOf(set: ReadonlyMap<string, string>): Limits {
  const given = new Map<string, Names>()
  for (const [name, value] of set) {
    const [symbol = '', figure = ''] = name.split('.')
    given.set(symbol, { ...given.get(symbol), [figure]: value })
  }
  const isPar = ({ base, quote }: (typeof pairs)[number]) => assets[base].fiat === quote
  const limits = {
    rates: new Map(rateSymbols.map((symbol) => [symbol, rateLimits(symbol, given.get(symbol) ?? {})])),
    pairs: new Map(
      pairs.filter((pair) => !isPar(pair)).map((pair) => [pair.symbol, pairLimits(pair, given.get(pair.symbol) ?? {})]),
    ),
  }
  for (const [symbol, figures] of given) assertKnown(limits, symbol, Object.keys(figures))
  return limits
}

function assertKnown(limits: Limits, symbol: string, figures: readonly string[]): void {
  const known = { ...limits.rates.get(symbol), ...limits.pairs.get(symbol) }
  for (const figure of figures) {
    if (Object.hasOwn(known, figure)) continue
    const names = Object.keys(known).join(', ')
    const cure = names === '' ? 'that symbol has no limits' : `${symbol} has ${names}`
    throw new Error(`must name limits as SYMBOL.LIMIT=VALUE; "${symbol}.${figure}" is none (${cure})`)
  }
}

function rateLimits(symbol: string, given: Names): RateLimits {
  const [base = ''] = symbol.split('/')
  const defaults = isCrypto(base as AssetCode) ? lively : steady
  return {
    jump: bps(given, 'jump', defaults.jump),
    drift: bps(given, 'drift', defaults.drift),
    cross: bps(given, 'cross', defaults.cross),
    sources: bps(given, 'sources', defaults.sources),
  }
}

function pairLimits({ base, quote }: (typeof pairs)[number], given: Names): PairLimits {
  return {
    deviation: bps(given, 'deviation', isCrypto(base) || isCrypto(quote) ? 300 : 150),
    exposure: minor(given, 'exposure', base, sizes[base].exposure),
    exposure_quote: minor(given, 'exposure_quote', quote, sizes[quote].exposure),
    loss: minor(given, 'loss', quote, sizes[quote].loss),
  }
}

/** Par pairs too: a coin is worth its fiat. */
export const parDeviation = 50

function bps(given: Names, figure: string, fallback: number): number {
  const text = given[figure]
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new Error(`must give ${figure} in basis points from 1 to 9999; it is "${text}"`)
  return Number(text)
}

function minor(given: Names, figure: string, asset: AssetCode, fallback: string): bigint {
  const text = given[figure] ?? fallback
  try {
    return parseAmount(text, asset).minor
  } catch (error) {
    throw new Error(`must give ${figure} as an amount of ${asset}; it is "${text}"`, { cause: error })
  }
}
