// Exact fractions of whole numbers: tests calculate without scales, unlike the service.

export type Ratio = { readonly over: bigint; readonly under: bigint }

export const ratio = (over: bigint, under = 1n): Ratio =>
  under < 0n ? { over: -over, under: -under } : { over, under }

/** `units` of the last of this number of decimals. */
export const scaled = (units: bigint, decimals: number): Ratio => ratio(units, 10n ** BigInt(decimals))

export function decimal(text: string): Ratio {
  const [whole = '', fraction = ''] = text.split('.')
  return scaled(BigInt(whole + fraction), fraction.length)
}

export const plus = (a: Ratio, b: Ratio): Ratio => ratio(a.over * b.under + b.over * a.under, a.under * b.under)
export const times = (a: Ratio, b: Ratio): Ratio => ratio(a.over * b.over, a.under * b.under)
export const minus = (a: Ratio, b: Ratio): Ratio => plus(a, { over: -b.over, under: b.under })
export const by = (a: Ratio, b: Ratio): Ratio => ratio(a.over * b.under, a.under * b.over)
export const size = (a: Ratio): Ratio => (a.over < 0n ? { over: -a.over, under: a.under } : a)

/** Below, at or above zero, for sorting. */
export function compare(a: Ratio, b: Ratio): number {
  const difference = a.over * b.under - b.over * a.under
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** For ratios of zero or more. */
export const floor = ({ over, under }: Ratio): bigint => over / under
export const ceiling = ({ over, under }: Ratio): bigint => (over + under - 1n) / under
