import { formatMinor } from '@specie/protocol/money.ts'
import type { Clock } from '../../base/clock.ts'
import { BadSetting } from '../../base/config.ts'
import type { Provider } from '../../base/ports/provider.ts'

// Reference rates from the tickers of an exchange, through ccxt (docs/reference-rates.md). ccxt is not a dependency:
// operators who set REFERENCE_EXCHANGE install it.

/** A source of reference rates. */
export type RateSource = Pick<Provider, 'name' | 'rates'>

/** The part of a ccxt exchange that we use. Any value may be missing. */
export type Exchange = {
  readonly id: string
  loadMarkets(reload: boolean): Promise<Record<string, { readonly active?: boolean | undefined } | undefined>>
  fetchTickers(symbols: string[]): Promise<Record<string, Ticker>>
}
type Ticker = {
  readonly bid?: string | number | undefined
  readonly ask?: string | number | undefined
  readonly timestamp?: number | undefined
}

const version = '4.5.84'

/** The exchange with this name. When it cannot be opened, the error tells the operator what to do. */
export async function openExchange(name: string, load: () => Promise<unknown> = importCcxt): Promise<Exchange> {
  const ccxt = (await load().catch(explain)) as Record<string, new (options: object) => Exchange> & {
    exchanges: string[]
  }
  const Named = ccxt.exchanges.includes(name) ? ccxt[name] : undefined
  if (!Named) throw new BadSetting(`REFERENCE_EXCHANGE must be an exchange that ccxt knows; it is "${name}".`)
  // Keeps the exchange's digits as strings instead of floats.
  return Object.assign(new Named({ timeout: 5_000 }), { number: String })
}

async function importCcxt(): Promise<unknown> {
  const packageName: string = 'ccxt' // not a literal: the compiler would try to resolve a package that is rarely installed
  return (await import(packageName)).default
}

function explain(error: Error & { code?: string }): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new BadSetting(`REFERENCE_EXCHANGE needs ccxt, which is not installed: npm i ccxt@${version}`)
}

/** The pairs we need, the same as those of the conversion provider. */
const requiredPairs = [
  ['GBP', 'CHF'],
  ['USDC', 'CHF'],
  ['USDC', 'GBP'],
  ['ETH', 'CHF'],
  ['ETH', 'GBP'],
  ['BTC', 'CHF'],
  ['BTC', 'GBP'],
] as const

/** Most markets quote in dollars. A pair without its own market is priced through them. */
const pivot = 'USD'

const markets = [
  ...new Set(
    requiredPairs.flatMap(([base, quote]) => [
      ...bothDirections(base, quote),
      ...bothDirections(base, pivot),
      ...bothDirections(quote, pivot),
    ]),
  ),
]

function bothDirections(one: string, other: string): string[] {
  return [`${one}/${other}`, `${other}/${one}`]
}

/** The mid price of each pair, through dollars where it has no market of its own. */
export function exchangeRates(exchange: Exchange, clock: Clock): RateSource {
  let reload = false
  return {
    name: exchange.id,
    rates: async () => {
      // One delisted market may fail the whole request. After a failure the list of markets is reloaded.
      const listed = await exchange.loadMarkets(reload)
      reload = true
      const open = markets.filter((symbol) => listed[symbol] && listed[symbol].active !== false)
      const requestedAt = clock.wall()
      const tickers = await exchange.fetchTickers(open)
      reload = false
      return requiredPairs.flatMap(([base, quote]) => {
        const mid = midOf(tickers, base, quote, requestedAt) ?? throughPivot(tickers, base, quote, requestedAt)
        if (!mid) return []
        return [{ symbol: `${base}/${quote}`, price: formatMinor(mid.units, scale), at: new Date(mid.at) }]
      })
    },
  }
}

/** `units` of 10^-scale, published at `at`. */
type Mid = { readonly units: bigint; readonly at: number }
type Tickers = Record<string, Ticker | undefined>

const scale = 18
const one = 10n ** BigInt(scale)

function throughPivot(tickers: Tickers, base: string, quote: string, requestedAt: number): Mid | null {
  const first = midOf(tickers, base, pivot, requestedAt)
  const second = midOf(tickers, pivot, quote, requestedAt)
  return first && second && { units: divideRounded(first.units * second.units, one), at: Math.min(first.at, second.at) }
}

function midOf(tickers: Tickers, base: string, quote: string, requestedAt: number): Mid | null {
  const direct = middle(tickers[`${base}/${quote}`], requestedAt)
  if (direct) return direct
  const inverse = middle(tickers[`${quote}/${base}`], requestedAt)
  return inverse && { units: divideRounded(one * one, inverse.units), at: inverse.at }
}

/** In percent. The mid price of a wider market is meaningless. */
const maxSpreadPercent = 2n

/** A ticker without a timestamp is taken as current. */
function middle(ticker: Ticker | undefined, requestedAt: number): Mid | null {
  if (!ticker) return null
  const bid = unitsOf(ticker.bid)
  const ask = unitsOf(ticker.ask)
  if (bid === null || ask === null || bid === 0n || ask < bid || (ask - bid) * 100n > bid * maxSpreadPercent)
    return null
  return { units: (bid + ask) / 2n, at: Math.min(ticker.timestamp ?? requestedAt, requestedAt) }
}

const number = /^(\d{1,18})(?:\.(\d{1,40}))?(?:e([+-]\d{1,2}))?$/i

/** Parsed from the digits as written; digits beyond our scale are cut off. Null when it is not a number. */
function unitsOf(value: string | number | undefined): bigint | null {
  const [, whole, fraction = '', exponent = '0'] = number.exec(String(value)) ?? []
  if (whole === undefined) return null
  const shift = scale + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
}

const divideRounded = (value: bigint, by: bigint): bigint => (value + by / 2n) / by
