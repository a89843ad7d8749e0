import { type AssetCode, assets } from './assets.ts'

// Money is an integer number of minor units together with its asset. It is never a float, and it never changes its scale or
// loses a digit unless the caller names the rounding.

export type Amount = { readonly asset: AssetCode; readonly minor: bigint }

/** Exactly `units * 10^-decimals` of the quote asset for one whole unit of the base asset. */
export type Price = {
  readonly base: AssetCode
  readonly quote: AssetCode
  readonly units: bigint
  readonly decimals: number
}

/** `half_even` rounds to the nearest, and the middle to the even neighbour; `up` is away from zero. */
export type Rounding = 'up' | 'down' | 'half_even'

/**
 * `format`: not a plain decimal number. `decimals`: finer than the asset or the pair allows; never rounded. `range`: too large
 * to book.
 */
type MoneyRule = 'format' | 'decimals' | 'range'

export class MoneyError extends Error {
  readonly rule: MoneyRule

  constructor(rule: MoneyRule, message: string) {
    super(message)
    this.name = 'MoneyError'
    this.rule = rule
  }
}

/** The grammar of every decimal of a caller: no sign, no exponent, no leading zero. */
export const decimalPattern = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/

export function amount(asset: AssetCode, minor: bigint): Amount {
  return { asset, minor }
}

export function parseAmount(text: string, asset: AssetCode): Amount {
  const minor = parseDecimal(text, assets[asset].decimals, asset)
  if (minor <= largest) return { asset, minor }
  throw new MoneyError('range', `Too large: at most ${formatAmount({ asset, minor: largest })} ${asset}.`)
}

/** In minor units. A line of the ledger has room for ten times as much, so that fees fit in. */
const largest = 10n ** 29n

export function formatAmount({ asset, minor }: Amount): string {
  return formatMinor(minor, assets[asset].decimals)
}

/** For people: ‘180,000.00 VGBP’. */
export function amountText(amount: Amount): string {
  const [whole, fraction = ''] = formatAmount(amount).split('.')
  return `${whole!.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')} ${amount.asset}`
}

/** Without trailing zeros. A negative number can be shown, but not read from a caller. */
export function formatMinor(minor: bigint, scale: number): string {
  const sign = minor < 0n ? '-' : ''
  const digits = String(minor < 0n ? -minor : minor).padStart(scale + 1, '0')
  const point = digits.length - scale
  let end = digits.length
  while (end > point && digits[end - 1] === '0') end -= 1
  return sign + digits.slice(0, point) + (end > point ? `.${digits.slice(point, end)}` : '')
}

/** A limit or level of the pair base/quote; `decimals` is the finest step of the pair. */
export function parsePrice(text: string, base: AssetCode, quote: AssetCode, decimals: number): Price {
  return { base, quote, units: parseDecimal(text, decimals, `a ${base}/${quote} price`), decimals }
}

export function formatPrice({ units, decimals }: Price): string {
  return formatMinor(units, decimals)
}

/** The cost or the proceeds of `qty` of the base, in the quote asset. */
export function times(qty: Amount, price: Price, rounding: Rounding): Amount {
  if (qty.asset !== price.base) throw new Error(`an amount of ${qty.asset} has no ${price.base}/${price.quote} price`)
  const scale = BigInt(assets[price.base].decimals + price.decimals - assets[price.quote].decimals)
  const product = qty.minor * price.units
  const minor = scale > 0n ? divide(product, 10n ** scale, rounding) : product * 10n ** -scale
  return { asset: price.quote, minor }
}

export function minus(a: Amount, b: Amount): Amount {
  if (a.asset !== b.asset) throw new Error(`${a.asset} and ${b.asset} cannot be subtracted; convert one of them first`)
  return { asset: a.asset, minor: a.minor - b.minor }
}

function parseDecimal(text: string, scale: number, what: string): bigint {
  if (!decimalPattern.test(text)) {
    throw new MoneyError('format', 'Not a decimal number. Write digits with at most one point, such as 1000.50.')
  }
  const point = text.indexOf('.')
  const whole = point < 0 ? text : text.slice(0, point)
  const fraction = point < 0 ? '' : text.slice(point + 1)
  if (fraction.length > scale) throw new MoneyError('decimals', `Too fine: ${what} has at most ${scale} decimals.`)
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

function divide(value: bigint, by: bigint, rounding: Rounding): bigint {
  const down = value / by
  const rest = value % by
  if (rest === 0n || rounding === 'down') return down
  const away = down + (value < 0n ? -1n : 1n)
  if (rounding === 'up') return away
  const twice = 2n * (rest < 0n ? -rest : rest)
  if (twice !== by) return twice > by ? away : down
  return down % 2n === 0n ? down : away
}
