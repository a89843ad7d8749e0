import type { Limits, RateLimits } from '../../base/limits.ts'

// What is told about rates, and which of it is believed: pure, data in and data out. A rate that jumps, drifts, disagrees with
// itself by way of another currency or is told differently by two sources is not believed, whoever may be right.

/** What a source says of a rate; units of 10^-18. */
export type SourceRate = { readonly source: string; readonly units: bigint; readonly at: Date }

/** What was believed last, what has been in doubt since, and between which values it was believed in the last hour. */
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
  /** `isNewLevel`: it had left what was believed before, and has stayed where it is now. */
  | { readonly believed: SourceRate; readonly isNewLevel: boolean }
  | { readonly doubt: string; readonly level: bigint; readonly calmSince: Date | null }

export type Guard = {
  readonly limits: Limits['rates']
  readonly calmMs: number
  /** Sources that are configured: half of them must tell the same. */
  readonly sources: number
  readonly now: Date
}

/** One verdict for each rate of which something is told. */
export function judge(
  told: ReadonlyMap<string, readonly SourceRate[]>,
  known: ReadonlyMap<string, Known>,
  guard: Guard,
): Map<string, Verdict> {
  const picked = new Map<string, Picked>()
  for (const [symbol, some] of told) {
    const limits = guard.limits.get(symbol)
    if (limits && some.length > 0) picked.set(symbol, pick(some, limits, guard.sources))
  }
  const moved = new Map<string, string>()
  for (const [symbol, { told: one }] of picked) {
    const last = known.get(symbol)
    const why = last && movedTooFar(one, last, guard.limits.get(symbol)!)
    if (why) moved.set(symbol, why)
  }
  const crossed = crossTroubles(picked, moved, guard)
  return new Map(
    [...picked].map(([symbol, one]) => {
      const trouble = one.trouble ?? crossed.get(symbol) ?? null
      const limits = guard.limits.get(symbol)!
      return [symbol, verdictOf(one.told, trouble, moved.get(symbol) ?? null, known.get(symbol), limits, guard)]
    }),
  )
}

/** The value that most sources tell, and what is wrong with that. */
type Picked = { readonly told: SourceRate; readonly trouble: string | null }

/** The middle one of those that were told; half of all sources must lie around it. Of two that differ nobody knows which is right. */
function pick(some: readonly SourceRate[], { sources: bps }: RateLimits, configured: number): Picked {
  const sorted = some.toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : 0))
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]!
  const agreeing = sorted.filter(({ units }) => isWithin(units, middle.units, bps))
  const said = () => sorted.map(({ source, units }) => `${source} ${text(units)}`).join(', ')
  // More than half of those that told something, and at least half of those that are configured.
  if (agreeing.length * 2 <= sorted.length) return { told: middle, trouble: `the sources disagree: ${said()}` }
  if (agreeing.length * 2 < configured) return { told: middle, trouble: `too few sources tell it: ${said()}` }
  return { told: middle, trouble: null }
}

const minute = 60_000

/** Too far from what was believed last, for the time that has passed since, or from where it was in the last hour. */
function movedTooFar({ units, at }: SourceRate, last: Known, { jump, drift }: RateLimits): string | null {
  const minutes = Math.max(1, Math.ceil((at.getTime() - last.at.getTime()) / minute))
  const allowed = Math.min(jump * minutes, Math.max(jump, drift))
  if (!isWithin(units, last.units, allowed))
    return `it jumped from ${text(last.units)} to ${text(units)} (limit ${percent(allowed)})`
  if (!isWithin(units, last.low, drift) || !isWithin(units, last.high, drift))
    return `it moved from between ${text(last.low)} and ${text(last.high)} to ${text(units)} within an hour (limit ${percent(drift)})`
  return null
}

/** Each of these is worth the same directly and by way of pounds. */
const crossing = ['USDC', 'ETH', 'BTC'].map((asset) => [`${asset}/CHF`, `${asset}/GBP`] as const)
const between = 'GBP/CHF'
const one = 10n ** 18n

/**
 * Which rates do not fit together. Whoever has moved too far is to blame; where nobody has, GBP/CHF when it fits nowhere, else
 * both of the others: which of them is wrong cannot be told.
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
    const crossed = (picked.get(other)!.told.units * middle.told.units) / one
    return !isWithin(picked.get(direct)!.told.units, crossed, limits.get(direct)!.cross)
  })
  const isSuspect = (symbol: string) => moved.has(symbol) || picked.get(symbol)!.trouble !== null
  for (const [direct, other] of off) {
    const parts = [direct, other, between]
    const suspects = parts.filter(isSuspect)
    const blamed =
      suspects.length > 0 ? suspects : off.length > 1 && off.length === whole.length ? [between] : [direct, other]
    const values = parts.map((symbol) => `${symbol} ${text(picked.get(symbol)!.told.units)}`).join(', ')
    for (const symbol of blamed) troubles.set(symbol, `it does not fit the others: ${values}`)
  }
  return troubles
}

/** Believed at once while nothing was in doubt; else when it has stayed where it is for a while without any trouble. */
function verdictOf(
  told: SourceRate,
  trouble: string | null,
  moved: string | null,
  known: Known | undefined,
  limits: RateLimits,
  { now, calmMs }: Guard,
): Verdict {
  const { units } = told
  if (trouble !== null)
    return { doubt: moved === null ? trouble : `${moved}; ${trouble}`, level: units, calmSince: null }
  if (moved === null && (known?.doubt ?? null) === null) return { believed: told, isNewLevel: false }
  const isCalm = known?.calmSince != null && known.level !== null && isWithin(units, known.level, limits.jump)
  const calmSince = isCalm ? known.calmSince : now
  if (now.getTime() - calmSince.getTime() >= calmMs) return { believed: told, isNewLevel: moved !== null }
  return { doubt: moved ?? known!.doubt!, level: isCalm ? known.level : units, calmSince }
}

const isWithin = (value: bigint, of: bigint, bps: number): boolean => {
  const off = value > of ? value - of : of - value
  return off * 10_000n <= of * BigInt(bps)
}

const percent = (bps: number): string => `${bps / 100} %`

/** Six digits are enough for a person. */
function text(units: bigint): string {
  const whole = units / one
  const fraction = String(units % one).padStart(18, '0')
  return `${whole}.${fraction.slice(0, whole >= 1_000n ? 2 : 6)}`.replace(/\.?0+$/, '')
}
