import { formatMinor } from '@specie/protocol/money.ts'
import type { Clock } from '../../base/clock.ts'
import { BadSetting } from '../../base/config.ts'
import type { Provider } from '../../base/ports/ports.ts'

// Reference rates from what an exchange publishes, through ccxt (docs/reference-rates.md). ccxt is no dependency of ours:
// only who sets REFERENCE_EXCHANGE installs it.

/** Who tells reference rates. */
export type RateSource = Pick<Provider, 'name' | 'rates'>

/** What we use of an exchange of ccxt. It may leave out whatever it does not know. */
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

/** The exchange of that name. Throws what the operator must do where there is none. */
export async function openExchange(name: string, load: () => Promise<unknown> = importCcxt): Promise<Exchange> {
  const ccxt = (await load().catch(explain)) as Record<string, new (options: object) => Exchange> & {
    exchanges: string[]
  }
  const Named = ccxt.exchanges.includes(name) ? ccxt[name] : undefined
  if (!Named) throw new BadSetting(`REFERENCE_EXCHANGE must be an exchange that ccxt knows; it is "${name}".`)
  // Digits as the exchange wrote them, instead of floats.
  return Object.assign(new Named({ timeout: 5_000 }), { number: String })
}

async function importCcxt(): Promise<unknown> {
  const packageName: string = 'ccxt' // not a literal: the compiler would look for what is rarely there
  return (await import(packageName)).default
}

function explain(error: Error & { code?: string }): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new BadSetting(`REFERENCE_EXCHANGE needs ccxt, which is not installed: npm i ccxt@${version}`)
}

/** What is asked for, as the conversion provider tells it. */
const wanted = [
  ['GBP', 'CHF'],
  ['USDC', 'CHF'],
  ['USDC', 'GBP'],
  ['ETH', 'CHF'],
  ['ETH', 'GBP'],
  ['BTC', 'CHF'],
  ['BTC', 'GBP'],
] as const

/** Most markets quote in it: what has no market of its own goes by it. */
const pivot = 'USD'

const markets = [
  ...new Set(
    wanted.flatMap(([base, quote]) => [...bothWays(base, quote), ...bothWays(base, pivot), ...bothWays(quote, pivot)]),
  ),
]

function bothWays(one: string, other: string): string[] {
  return [`${one}/${other}`, `${other}/${one}`]
}

/** The middle of bid and ask of each pair, by way of dollars where it has no market of its own. */
export function exchangeRates(exchange: Exchange, clock: Clock): RateSource {
  let reload = false
  return {
    name: exchange.id,
    rates: async () => {
      // A market that is gone may cost us the whole answer: then we look which ones there are.
      const listed = await exchange.loadMarkets(reload)
      reload = true
      const open = markets.filter((symbol) => listed[symbol] && listed[symbol].active !== false)
      const asked = clock.wall()
      const tickers = await exchange.fetchTickers(open)
      reload = false
      return wanted.flatMap(([base, quote]) => {
        const mid = midOf(tickers, base, quote, asked) ?? byPivot(tickers, base, quote, asked)
        if (!mid) return []
        return [{ symbol: `${base}/${quote}`, price: formatMinor(mid.units, scale), at: new Date(mid.at) }]
      })
    },
  }
}

/** `units` of 10^-scale, as good as at `at`. */
type Mid = { readonly units: bigint; readonly at: number }
type Tickers = Record<string, Ticker | undefined>

const scale = 18
const one = 10n ** BigInt(scale)

function byPivot(tickers: Tickers, base: string, quote: string, asked: number): Mid | null {
  const first = midOf(tickers, base, pivot, asked)
  const second = midOf(tickers, pivot, quote, asked)
  return first && second && { units: divided(first.units * second.units, one), at: Math.min(first.at, second.at) }
}

function midOf(tickers: Tickers, base: string, quote: string, asked: number): Mid | null {
  const direct = middle(tickers[`${base}/${quote}`], asked)
  if (direct) return direct
  const inverse = middle(tickers[`${quote}/${base}`], asked)
  return inverse && { units: divided(one * one, inverse.units), at: inverse.at }
}

/** In hundredths. The middle of a wider market is nobody's price. */
const widest = 2n

/** Exchanges that do not say when a price was made tell the one of this moment. */
function middle(ticker: Ticker | undefined, asked: number): Mid | null {
  if (!ticker) return null
  const bid = unitsOf(ticker.bid)
  const ask = unitsOf(ticker.ask)
  if (bid === null || ask === null || bid === 0n || ask < bid || (ask - bid) * 100n > bid * widest) return null
  return { units: (bid + ask) / 2n, at: Math.min(ticker.timestamp ?? asked, asked) }
}

const number = /^(\d{1,18})(?:\.(\d{1,40}))?(?:e([+-]\d{1,2}))?$/i

/** The digits as they are written; what is finer than our scale is cut off. Null: no number. */
function unitsOf(told: string | number | undefined): bigint | null {
  const [, whole, fraction = '', exponent = '0'] = number.exec(String(told)) ?? []
  if (whole === undefined) return null
  const shift = scale + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
}

const divided = (value: bigint, by: bigint): bigint => (value + by / 2n) / by
