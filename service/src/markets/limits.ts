import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import { BadSetting, type Config } from '../base/config.ts'

// Limits on trusted prices and on the desk. Every figure can be set: MARKET_LIMITS=ETH/CHF.loss=50000,…

/** Limits of a reference rate, in basis points. */
export type RateLimits = {
  /** Between two refreshes, plus the same for each minute between them. */
  readonly jump: number
  /** Within an hour. */
  readonly drift: number
  /** Between the rate and the same rate calculated through the other currency. */
  readonly cross: number
  /** Between two sources. */
  readonly sources: number
}

/** Limits of a pair. */
export type PairLimits = {
  /** Maximum deviation of a venue's best prices from the median of all, in basis points. */
  readonly deviation: number
  /** Limits of the desk, net per hour, in minor units: position in the base and in the quote, and loss in the quote. */
  readonly exposure: bigint
  readonly exposure_quote: bigint
  readonly loss: bigint
}

export type Limits = {
  readonly rates: ReadonlyMap<string, RateLimits>
  /** Without the pairs of a coin and its own fiat. Their price is fixed, and the desk delivers from its balance. */
  readonly pairs: ReadonlyMap<string, PairLimits>
}

/** All reference rates. */
export const rateSymbols = ['GBP/CHF', 'USDC/CHF', 'USDC/GBP', 'ETH/CHF', 'ETH/GBP', 'BTC/CHF', 'BTC/GBP'] as const

const steady: RateLimits = { jump: 100, drift: 300, cross: 100, sources: 50 }
const volatileRate: RateLimits = { jump: 300, drift: 1_500, cross: 100, sources: 100 }

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

declare module '../base/env.ts' {
  interface Runtime {
    readonly limits: Limits
  }
}

/** The limits of this process. An invalid figure stops its start. */
export function readLimits({ marketLimits }: Pick<Config, 'marketLimits'>): Limits {
  try {
    return limitsOf(marketLimits)
  } catch (error) {
    throw new BadSetting(`MARKET_LIMITS ${(error as Error).message}.`)
  }
}

const isCrypto = (asset: AssetCode): boolean => asset === 'ETH' || asset === 'BTC'

type Names = { [figure: string]: string }

/** The defaults, replaced by the given values. An error's message continues the sentence after the setting's name. */
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
  const defaults = isCrypto(base as AssetCode) ? volatileRate : steady
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

/** For par pairs. A coin is worth its fiat. */
export const parDeviation = 50

function bps(given: Names, figure: string, fallback: number): number {
  const text = given[figure]
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`must give ${figure} in bps from 1 to 9999; it is "${text}"`)
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
