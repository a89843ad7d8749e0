import type { Limits, RateLimits } from '../limits.ts'

// Decides which published rates are accepted. Pure: data in, data out. A rate that jumps, drifts, contradicts the cross rate
// through another currency, or differs between sources is not accepted, even if it may be right.

/** A rate as one source published it; units of 10^-18. */
export type SourceRate = { readonly source: string; readonly units: bigint; readonly at: Date }

/** The last accepted rate, the doubt since then if any, and its accepted range in the last hour. */
export type Known = {
  readonly units: bigint
  readonly at: Date
  readonly doubt: string | null
  readonly level: bigint | null
  readonly calmSince: Date | null
  readonly low: bigint
  readonly high: bigint
}

export type Verdict =
  /**
   * `isNewLevel`: the rate had moved too far from the last accepted one, and has been stable at its new level since.
   */
  | { readonly accepted: SourceRate; readonly isNewLevel: boolean }
  | { readonly doubt: string; readonly level: bigint; readonly calmSince: Date | null }

export type Guard = {
  readonly limits: Limits['rates']
  readonly calmMs: number
  /** Number of configured sources; at least half of them must agree. */
  readonly sources: number
  readonly now: Date
}

/** One verdict for each published rate. */
export function judge(
  published: ReadonlyMap<string, readonly SourceRate[]>,
  lastRates: ReadonlyMap<string, Known>,
  guard: Guard,
): Map<string, Verdict> {
  const picked = new Map<string, Picked>()
  for (const [symbol, rates] of published) {
    const limits = guard.limits.get(symbol)
    if (limits && rates.length > 0) picked.set(symbol, pick(rates, limits, guard.sources))
  }
  const moved = new Map<string, string>()
  for (const [symbol, { rate }] of picked) {
    const last = lastRates.get(symbol)
    const why = last && movedTooFar(rate, last, guard.limits.get(symbol)!)
    if (why) moved.set(symbol, why)
  }
  const crossed = crossTroubles(picked, moved, guard)
  return new Map(
    [...picked].map(([symbol, one]) => {
      const trouble = one.trouble ?? crossed.get(symbol) ?? null
      const limits = guard.limits.get(symbol)!
      return [symbol, verdictOf(one.rate, trouble, moved.get(symbol) ?? null, lastRates.get(symbol), limits, guard)]
    }),
  )
}

/** The median of the sources, and the problem with it if there is one. */
type Picked = { readonly rate: SourceRate; readonly trouble: string | null }

/** The median; half of all sources must be close to it. When two sources differ, there is no way to know which is right. */
function pick(rates: readonly SourceRate[], { sources: bps }: RateLimits, configured: number): Picked {
  const sorted = rates.toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : 0))
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]!
  const agreeing = sorted.filter(({ units }) => isWithin(units, middle.units, bps))
  const quotes = () => sorted.map(({ source, units }) => `${source} ${text(units)}`).join(', ')
  // More than half of the sources that answered, and at least half of those that are configured.
  if (agreeing.length * 2 <= sorted.length) return { rate: middle, trouble: `the sources disagree: ${quotes()}` }
  if (agreeing.length * 2 < configured) return { rate: middle, trouble: `too few sources publish it: ${quotes()}` }
  return { rate: middle, trouble: null }
}

const minute = 60_000

/** Too far from the last accepted rate for the time that has passed, or from its range in the last hour. */
function movedTooFar({ units, at }: SourceRate, last: Known, { jump, drift }: RateLimits): string | null {
  const minutes = Math.max(1, Math.ceil((at.getTime() - last.at.getTime()) / minute))
  const allowed = Math.min(jump * minutes, Math.max(jump, drift))
  if (!isWithin(units, last.units, allowed))
    return `it jumped from ${text(last.units)} to ${text(units)} (limit ${percent(allowed)})`
  if (!isWithin(units, last.low, drift) || !isWithin(units, last.high, drift))
    return `it moved from between ${text(last.low)} and ${text(last.high)} to ${text(units)} within an hour (limit ${percent(drift)})`
  return null
}

/** The first of each must equal the second times GBP/CHF. */
const crossing = ['USDC', 'ETH', 'BTC'].map((asset) => [`${asset}/CHF`, `${asset}/GBP`] as const)
const between = 'GBP/CHF'
const one = 10n ** 18n

/**
 * Rates that contradict each other. Rates that moved too far are doubted first. If none has, GBP/CHF is doubted when it fits
 * no cross rate; otherwise both other rates, because there is no way to know which is wrong.
 */
function crossTroubles(
  picked: ReadonlyMap<string, Picked>,
  moved: ReadonlyMap<string, string>,
  { limits }: Guard,
): Map<string, string> {
  const troubles = new Map<string, string>()
  const middle = picked.get(between)
  if (!middle) return troubles
  const whole = crossing.filter(([direct, other]) => picked.has(direct) && picked.has(other))
  const off = whole.filter(([direct, other]) => {
    const crossed = (picked.get(other)!.rate.units * middle.rate.units) / one
    return !isWithin(picked.get(direct)!.rate.units, crossed, limits.get(direct)!.cross)
  })
  const isSuspect = (symbol: string) => moved.has(symbol) || picked.get(symbol)!.trouble !== null
  for (const [direct, other] of off) {
    const parts = [direct, other, between]
    const suspects = parts.filter(isSuspect)
    const blamed =
      suspects.length > 0 ? suspects : off.length > 1 && off.length === whole.length ? [between] : [direct, other]
    const values = parts.map((symbol) => `${symbol} ${text(picked.get(symbol)!.rate.units)}`).join(', ')
    for (const symbol of blamed) troubles.set(symbol, `it contradicts the others: ${values}`)
  }
  return troubles
}

/** Accepted at once when nothing was in doubt; otherwise after it has been stable without a problem for `calmMs`. */
function verdictOf(
  rate: SourceRate,
  trouble: string | null,
  moved: string | null,
  last: Known | undefined,
  limits: RateLimits,
  { now, calmMs }: Guard,
): Verdict {
  const { units } = rate
  if (trouble !== null)
    return { doubt: moved === null ? trouble : `${moved}; ${trouble}`, level: units, calmSince: null }
  if (moved === null && (last?.doubt ?? null) === null) return { accepted: rate, isNewLevel: false }
  const isCalm = last?.calmSince != null && last.level !== null && isWithin(units, last.level, limits.jump)
  const calmSince = isCalm ? last.calmSince : now
  if (now.getTime() - calmSince.getTime() >= calmMs) return { accepted: rate, isNewLevel: moved !== null }
  return { doubt: moved ?? last!.doubt!, level: isCalm ? last.level : units, calmSince }
}

const isWithin = (value: bigint, of: bigint, bps: number): boolean => {
  const off = value > of ? value - of : of - value
  return off * 10_000n <= of * BigInt(bps)
}

const percent = (bps: number): string => `${bps / 100} %`

/** Six decimals are enough for a message. */
function text(units: bigint): string {
  const whole = units / one
  const fraction = String(units % one).padStart(18, '0')
  return `${whole}.${fraction.slice(0, whole >= 1_000n ? 2 : 6)}`.replace(/\.?0+$/, '')
}
