import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitsOf } from '../limits.ts'
import { judge, type Known, type SourceRate, type Verdict } from './guard.ts'

const one = 10n ** 18n
const units = (price: number): bigint => (BigInt(Math.round(price * 1e6)) * one) / 1_000_000n
const start = Date.parse('2026-11-16T09:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1_000)

const usual = { 'GBP/CHF': 1.125, 'ETH/CHF': 2950, 'ETH/GBP': 2622.2, 'USDC/CHF': 0.885, 'USDC/GBP': 0.7867 }
type Prices = Record<string, number>

const limits = limitsOf(new Map()).rates
const calmMs = 60_000

/** The rates that these sources publish at that second. */
const publishedBy = (seconds: number, sources: readonly Prices[]): Map<string, SourceRate[]> => {
  const judgeAt = new Map<string, SourceRate[]>()
  for (const [n, prices] of sources.entries())
    for (const [symbol, price] of Object.entries(prices))
      judgeAt.set(symbol, [...(judgeAt.get(symbol) ?? []), { source: `s${n}`, units: units(price), at: at(seconds) }])
  return judgeAt
}

/** A guard that stores its last verdicts, as the table does. */
function statefulGuard(configured = 1) {
  const lastRates = new Map<string, Known>()
  return (seconds: number, ...sources: Prices[]): Map<string, Verdict> => {
    const guard = { limits, calmMs, sources: configured, now: at(seconds) }
    const verdicts = judge(publishedBy(seconds, sources), lastRates, guard)
    for (const [symbol, verdict] of verdicts) {
      const last = lastRates.get(symbol)
      if ('accepted' in verdict) {
        const { units: now } = verdict.accepted
        const [low, high] = verdict.isNewLevel || !last ? [now, now] : [last.low, last.high]
        lastRates.set(symbol, {
          units: now,
          at: verdict.accepted.at,
          doubt: null,
          level: null,
          calmSince: null,
          low: now < low ? now : low,
          high: now > high ? now : high,
        })
      } else if (last) lastRates.set(symbol, { ...last, ...verdict })
    }
    return verdicts
  }
}

const accepted = (verdicts: Map<string, Verdict>) =>
  [...verdicts].filter(([, verdict]) => 'accepted' in verdict).map(([symbol]) => symbol)
const doubtOf = (verdicts: Map<string, Verdict>, symbol: string) => {
  const verdict = verdicts.get(symbol)!
  return 'doubt' in verdict ? verdict.doubt : null
}

test('rates that agree are accepted at once', () => {
  expect(accepted(statefulGuard()(0, usual))).toEqual(Object.keys(usual))
})

test('a rate at a thousandth of its value is not accepted; the others are', () => {
  const judgeAt = statefulGuard()
  judgeAt(0, usual)
  const verdicts = judgeAt(5, { ...usual, 'ETH/CHF': 3 })
  expect(accepted(verdicts)).toEqual(Object.keys(usual).filter((symbol) => symbol !== 'ETH/CHF'))
  expect(doubtOf(verdicts, 'ETH/CHF')).toBe(
    'it jumped from 2950 to 3 (limit 3 %); it contradicts the others: ETH/CHF 3, ETH/GBP 2622.2, GBP/CHF 1.125',
  )
})

test('in the first round, neither of two contradicting rates is accepted', () => {
  const verdicts = statefulGuard()(0, { ...usual, 'ETH/CHF': 3 })
  expect(accepted(verdicts)).toEqual(['GBP/CHF', 'USDC/CHF', 'USDC/GBP'])
})

test('a GBP/CHF rate that fits no cross rate is the one in doubt', () => {
  expect(accepted(statefulGuard()(0, { ...usual, 'GBP/CHF': 0.5 }))).toEqual(
    Object.keys(usual).filter((s) => s !== 'GBP/CHF'),
  )
})

test('a rate that returns is accepted after a minute without a problem', () => {
  const judgeAt = statefulGuard()
  judgeAt(0, usual)
  judgeAt(5, { ...usual, 'ETH/CHF': 3 })
  expect(doubtOf(judgeAt(10, usual), 'ETH/CHF')).toContain('jumped')
  expect(doubtOf(judgeAt(65, usual), 'ETH/CHF')).toContain('jumped')
  expect(doubtOf(judgeAt(70, usual), 'ETH/CHF')).toBeNull()
})

test('another problem restarts the minute', () => {
  const judgeAt = statefulGuard()
  judgeAt(0, usual)
  judgeAt(5, { ...usual, 'ETH/CHF': 3 })
  judgeAt(10, usual)
  judgeAt(60, { ...usual, 'ETH/CHF': 3 })
  expect(doubtOf(judgeAt(75, usual), 'ETH/CHF')).not.toBeNull()
  expect(doubtOf(judgeAt(135, usual), 'ETH/CHF')).toBeNull()
})

test('a market that has really moved is accepted once it is stable, and marked as a new level', () => {
  const judgeAt = statefulGuard()
  const fallen = { ...usual, 'ETH/CHF': 2360, 'ETH/GBP': 2097.8 }
  judgeAt(0, usual)
  expect(doubtOf(judgeAt(5, fallen), 'ETH/CHF')).toContain('jumped from 2950 to 2360')
  expect(doubtOf(judgeAt(60, fallen), 'ETH/CHF')).not.toBeNull()
  expect(judgeAt(65, fallen).get('ETH/CHF')).toMatchObject({ isNewLevel: true })
})

test('many small steps add up: within an hour a rate may not drift beyond its limit', () => {
  const judgeAt = statefulGuard()
  judgeAt(0, usual)
  const fallen = (percent: number) => ({
    ...usual,
    'ETH/CHF': 2950 * (1 - percent / 100),
    'ETH/GBP': 2622.2 * (1 - percent / 100),
  })
  for (let percent = 2; percent <= 14; percent += 2)
    expect(doubtOf(judgeAt(percent * 10, fallen(percent)), 'ETH/CHF')).toBeNull()
  expect(doubtOf(judgeAt(160, fallen(16)), 'ETH/CHF')).toContain('within an hour (limit 15 %)')
})

describe('with several sources', () => {
  const off = { ...usual, 'ETH/CHF': 2800, 'ETH/GBP': 2489 }

  test('two that differ are both in doubt', () => {
    const verdicts = statefulGuard(2)(0, usual, off)
    expect(doubtOf(verdicts, 'ETH/CHF')).toContain('the sources disagree: s1 2800, s0 2950')
    expect(doubtOf(verdicts, 'GBP/CHF')).toBeNull()
  })

  test('of three the one that differs is left out', () => {
    const verdict = statefulGuard(3)(0, off, usual, usual).get('ETH/CHF')
    expect(verdict).toMatchObject({ accepted: { units: units(2950) } })
  })

  test('one of three alone is not enough', () => {
    expect(doubtOf(statefulGuard(3)(0, usual), 'ETH/CHF')).toContain('too few sources')
  })
})

test('with three sources, one wrong source never changes the accepted rate', () => {
  const price = fc.double({ min: 0.000_001, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(
      fc.array(fc.record({ 'ETH/CHF': price, 'ETH/GBP': price, 'GBP/CHF': price }), { maxLength: 20 }),
      (lies) => {
        const judgeAt = statefulGuard(3)
        for (const [n, lie] of lies.entries()) {
          for (const [symbol, verdict] of judgeAt(n * 5, usual, { ...usual, ...lie }, usual)) {
            const right = units(usual[symbol as keyof typeof usual])
            expect([symbol, verdict]).toMatchObject([symbol, { accepted: { units: right } }])
          }
        }
      },
    ),
  )
})
