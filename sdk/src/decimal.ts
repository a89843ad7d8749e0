import { InvalidArgument } from './invalid-argument.ts'

// Exact decimal numbers. A JavaScript number is never accepted: 0.1 + 0.2 is not 0.3.

export interface Decimal {
  plus(other: Amount): Decimal
  minus(other: Amount): Decimal
  times(other: Amount): Decimal
  /** -1, 0 or 1, for a sort function. */
  compare(other: Amount): -1 | 0 | 1
  equals(other: Amount): boolean
  /** Without trailing zeros. */
  toString(): string
  toJSON(): string
}

/** The amounts that calls accept: `'1000.50'` or `decimal('1000.50')`. */
export type Amount = string | Decimal

const form = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/

/** `decimal('1.50')`. Whole numbers may also be given as a bigint. */
export function decimal(value: Amount | bigint): Decimal {
  if (typeof value === 'bigint') return of(value, 0)
  if (typeof value === 'number')
    throw new InvalidArgument(
      `${String(value)} is a floating-point number; write the amount as text, as in decimal('1.50').`,
    )
  const [, sign, whole, fraction = ''] = form.exec(String(value)) ?? []
  if (whole === undefined)
    throw new InvalidArgument(
      `«${String(value)}» is not a decimal number. Write digits with at most one point, as in 1000.50.`,
    )
  return of(BigInt(sign! + whole + fraction), fraction.length)
}

/** The digits of each number, for calculations. */
const digits = Symbol('digits')

type Digits = { readonly units: bigint; readonly scale: number }

function of(units: bigint, scale: number): Decimal {
  const own: Digits = { units, scale }
  const text = write(own)
  const number = {
    plus: (other: Amount) => combine(own, other, (a, b) => a + b),
    minus: (other: Amount) => combine(own, other, (a, b) => a - b),
    times: (other: Amount) => {
      const { units: by, scale: more } = read(other)
      return of(units * by, scale + more)
    },
    compare: (other: Amount) => compare(own, other),
    equals: (other: Amount) => compare(own, other) === 0,
    toString: () => text,
    toJSON: () => text,
    // `a + b` and `a < b` would treat it as text. An error is better than a wrong amount.
    [Symbol.toPrimitive]: (hint: string) => {
      if (hint === 'string') return text
      throw new InvalidArgument('Use plus, minus, times and compare with decimal numbers.')
    },
    [digits]: own,
  }
  return Object.freeze(number)
}

function read(amount: Amount): Digits {
  const number = typeof amount === 'object' && digits in amount ? amount : decimal(amount)
  return (number as Decimal & { readonly [digits]: Digits })[digits]
}

/** Both in the finer of their scales. */
function aligned(a: Digits, b: Digits): { a: bigint; b: bigint; scale: number } {
  const scale = Math.max(a.scale, b.scale)
  const scaled = ({ units, scale: own }: Digits) => units * 10n ** BigInt(scale - own)
  return { a: scaled(a), b: scaled(b), scale }
}

function combine(own: Digits, other: Amount, calculate: (a: bigint, b: bigint) => bigint): Decimal {
  const { a, b, scale } = aligned(own, read(other))
  return of(calculate(a, b), scale)
}

function compare(own: Digits, other: Amount): -1 | 0 | 1 {
  const { a, b } = aligned(own, read(other))
  return a < b ? -1 : a > b ? 1 : 0
}

function write({ units, scale }: Digits): string {
  const sign = units < 0n ? '-' : ''
  const all = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const fraction = all.slice(all.length - scale).replace(/0+$/, '')
  return sign + all.slice(0, all.length - scale) + (fraction === '' ? '' : `.${fraction}`)
}
