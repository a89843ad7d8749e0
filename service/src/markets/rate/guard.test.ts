import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitsOf } from '../../base/limits.ts'
import { judge, type Known, type SourceRate, type Verdict } from './guard.ts'

const one = 10n ** 18n
const units = (price: number): bigint => (BigInt(Math.round(price * 1e6)) * one) / 1_000_000n
const start = Date.parse('2026-11-16T09:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1_000)

const usual = { 'GBP/CHF': 1.125, 'ETH/CHF': 2950, 'ETH/GBP': 2622.2, 'USDC/CHF': 0.885, 'USDC/GBP': 0.7867 }
type Prices = Record<string, number>

const limits = limitsOf(new Map()).rates
const calmMs = 60_000

/** What the given sources tell at that second. */
const toldBy = (seconds: number, sources: readonly Prices[]): Map<string, SourceRate[]> => {
  const told = new Map<string, SourceRate[]>()
  for (const [n, prices] of sources.entries())
    for (const [symbol, price] of Object.entries(prices))
      told.set(symbol, [...(told.get(symbol) ?? []), { source: `s${n}`, units: units(price), at: at(seconds) }])
  return told
}

/** A guard that remembers, as the table does. */
function remembering(configured = 1) {
  const known = new Map<string, Known>()
  return (seconds: number, ...sources: Prices[]): Map<string, Verdict> => {
    const guard = { limits, calmMs, sources: configured, now: at(seconds) }
    const verdicts = judge(toldBy(seconds, sources), known, guard)
    for (const [symbol, verdict] of verdicts) {
      const last = known.get(symbol)
      if ('believed' in verdict) {
        const { units: now } = verdict.believed
        const [low, high] = verdict.isNewLevel || !last ? [now, now] : [last.low, last.high]
        known.set(symbol, {
          units: now,
          at: verdict.believed.at,
          doubt: null,
          level: null,
          calmSince: null,
          low: now < low ? now : low,
          high: now > high ? now : high,
        })
      } else if (last) known.set(symbol, { ...last, ...verdict })
    }
    return verdicts
  }
}

const believed = (verdicts: Map<string, Verdict>) =>
  [...verdicts].filter(([, verdict]) => 'believed' in verdict).map(([symbol]) => symbol)
const doubtOf = (verdicts: Map<string, Verdict>, symbol: string) => {
  const verdict = verdicts.get(symbol)!
  return 'doubt' in verdict ? verdict.doubt : null
}

test('rates that fit together are believed at once', () => {
  expect(believed(remembering()(0, usual))).toEqual(Object.keys(usual))
})

test('one rate at a thousandth of its worth is not believed; the others are', () => {
  const told = remembering()
  told(0, usual)
  const verdicts = told(5, { ...usual, 'ETH/CHF': 3 })
  expect(believed(verdicts)).toEqual(Object.keys(usual).filter((symbol) => symbol !== 'ETH/CHF'))
  expect(doubtOf(verdicts, 'ETH/CHF')).toBe(
    'it jumped from 2950 to 3 (limit 3 %); it does not fit the others: ETH/CHF 3, ETH/GBP 2622.2, GBP/CHF 1.125',
  )
})

test('at the very first, of two that do not fit neither is believed', () => {
  const verdicts = remembering()(0, { ...usual, 'ETH/CHF': 3 })
  expect(believed(verdicts)).toEqual(['GBP/CHF', 'USDC/CHF', 'USDC/GBP'])
})

test('a rate between the currencies that fits nowhere is the one to blame', () => {
  expect(believed(remembering()(0, { ...usual, 'GBP/CHF': 0.5 }))).toEqual(
    Object.keys(usual).filter((s) => s !== 'GBP/CHF'),
  )
})

test('a rate that comes back is believed after a minute without trouble', () => {
  const told = remembering()
  told(0, usual)
  told(5, { ...usual, 'ETH/CHF': 3 })
  expect(doubtOf(told(10, usual), 'ETH/CHF')).toContain('jumped')
  expect(doubtOf(told(65, usual), 'ETH/CHF')).toContain('jumped')
  expect(doubtOf(told(70, usual), 'ETH/CHF')).toBeNull()
})

test('trouble on the way begins the minute anew', () => {
  const told = remembering()
  told(0, usual)
  told(5, { ...usual, 'ETH/CHF': 3 })
  told(10, usual)
  told(60, { ...usual, 'ETH/CHF': 3 })
  expect(doubtOf(told(75, usual), 'ETH/CHF')).not.toBeNull()
  expect(doubtOf(told(135, usual), 'ETH/CHF')).toBeNull()
})

test('a market that has really moved is believed when it stays there, and is told to be a new level', () => {
  const told = remembering()
  const fallen = { ...usual, 'ETH/CHF': 2360, 'ETH/GBP': 2097.8 }
  told(0, usual)
  expect(doubtOf(told(5, fallen), 'ETH/CHF')).toContain('jumped from 2950 to 2360')
  expect(doubtOf(told(60, fallen), 'ETH/CHF')).not.toBeNull()
  expect(told(65, fallen).get('ETH/CHF')).toMatchObject({ isNewLevel: true })
})

test('many small steps are a large one: within an hour it may not drift further than its limit', () => {
  const told = remembering()
  told(0, usual)
  const fallen = (percent: number) => ({
    ...usual,
    'ETH/CHF': 2950 * (1 - percent / 100),
    'ETH/GBP': 2622.2 * (1 - percent / 100),
  })
  for (let percent = 2; percent <= 14; percent += 2)
    expect(doubtOf(told(percent * 10, fallen(percent)), 'ETH/CHF')).toBeNull()
  expect(doubtOf(told(160, fallen(16)), 'ETH/CHF')).toContain('within an hour (limit 15 %)')
})

describe('with several sources', () => {
  const off = { ...usual, 'ETH/CHF': 2800, 'ETH/GBP': 2489 }

  test('two that differ are both in doubt', () => {
    const verdicts = remembering(2)(0, usual, off)
    expect(doubtOf(verdicts, 'ETH/CHF')).toContain('the sources disagree: s1 2800, s0 2950')
    expect(doubtOf(verdicts, 'GBP/CHF')).toBeNull()
  })

  test('of three the one that differs is left out', () => {
    const verdict = remembering(3)(0, off, usual, usual).get('ETH/CHF')
    expect(verdict).toMatchObject({ believed: { units: units(2950) } })
  })

  test('one of three alone is not enough', () => {
    expect(doubtOf(remembering(3)(0, usual), 'ETH/CHF')).toContain('too few sources')
  })
})

test('whatever one of three sources says, what is believed lies with the other two', () => {
  const price = fc.double({ min: 0.000_001, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(
      fc.array(fc.record({ 'ETH/CHF': price, 'ETH/GBP': price, 'GBP/CHF': price }), { maxLength: 20 }),
      (lies) => {
        const told = remembering(3)
        for (const [n, lie] of lies.entries()) {
          for (const [symbol, verdict] of told(n * 5, usual, { ...usual, ...lie }, usual)) {
            const right = units(usual[symbol as keyof typeof usual])
            expect([symbol, verdict]).toMatchObject([symbol, { believed: { units: right } }])
          }
        }
      },
    ),
  )
})
