import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { lockOn, undone } from '@specie/test/database-rights/rows.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../base/database/db.ts'

// trading.count_desk decides the desk's limits. Base that the desk bought is positive, its payment negative.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

type Flow = {
  symbol?: string
  base?: number
  quote?: number
  maxBase?: number
  maxQuote?: number
  maxLoss?: number
  low?: number
  high?: number
}
type CountOptions = { at?: string; forced?: boolean }

const unlimited = 1_000_000
const noon = '2026-03-02T12:00:00.000Z'
const eth = 'ETH/CHF'

/** The symbols that would exceed a limit; null if none does and everything is counted. */
async function count(
  tx: Tx,
  flows: Flow[],
  { at = noon, forced = false }: CountOptions = {},
): Promise<string[] | null> {
  const of = <K extends keyof Flow>(key: K, without: NonNullable<Flow[K]>) => flows.map((flow) => flow[key] ?? without)
  const [row] = await tx.query<{ beyond: string[] | null }>(
    'select trading.count_desk($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as beyond',
    [
      of('symbol', eth),
      of('base', 0),
      of('quote', 0),
      of('maxBase', unlimited),
      of('maxQuote', unlimited),
      of('maxLoss', unlimited),
      of('low', 1),
      of('high', 1),
      at,
      forced,
    ],
  )
  return row!.beyond
}

const flows = (tx: Tx) => tx.query(`select symbol, began, base, quote from trading.desk_flow order by symbol, began`)

/** The answer for a flow after another one, which was counted without limits. */
const after = (had: Flow, flow: Flow, times: { before?: string; now?: string } = {}): Promise<string[] | null> =>
  undone(database.owner, async (tx) => {
    await count(tx, [had], { forced: true, ...(times.before && { at: times.before }) })
    return count(tx, [flow], times.now ? { at: times.now } : {})
  })

describe.each(['base', 'quote'] as const)('an exposure in the %s', (what) => {
  const maxKey = what === 'base' ? 'maxBase' : 'maxQuote'
  test.each([
    ['up to the limit', 10, 5, 15, null],
    ['beyond it', 10, 6, 15, [eth]],
    ['up to it on the other side', -10, -5, 15, null],
    ['beyond it on the other side', -10, -6, 15, [eth]],
    ['that shrinks, though still beyond', 10, -3, 4, null],
    ['that turns over to the same size', 10, -20, 4, null],
    ['that turns over and grows', 10, -21, 4, [eth]],
    ['that stays as it is', 10, 0, 4, null],
  ])('%s', async (_what, had, more, limit, expected) => {
    expect(await after({ [what]: had }, { [what]: more, [maxKey]: limit })).toEqual(expected)
  })
})

describe('a loss if the price goes to either end of its range', () => {
  const range = { low: 2, high: 4 }
  test.each<[what: string, had: Flow, flow: Flow, expected: string[] | null]>([
    ['of coins bought, up to the limit', {}, { base: 10, quote: -30, maxLoss: 10 }, null],
    ['of coins bought, beyond it', {}, { base: 10, quote: -30, maxLoss: 9 }, [eth]],
    ['of coins sold, up to the limit', {}, { base: -10, quote: 30, maxLoss: 10 }, null],
    ['of coins sold, beyond it', {}, { base: -10, quote: 30, maxLoss: 9 }, [eth]],
    [
      'beyond it, and as large as it where it was the limit',
      { base: 10, quote: -30 },
      { base: -2, quote: 5, maxLoss: 5 },
      null,
    ],
    [
      'beyond it, and larger where it was the limit',
      { base: 10, quote: -30 },
      { base: -1, quote: 2, maxLoss: 5 },
      [eth],
    ],
    ['that has grown', { base: 10, quote: -30 }, { base: -1, quote: 1, maxLoss: 5 }, [eth]],
    ['the same at the other end', { base: -10, quote: 30 }, { base: 2, quote: -7, maxLoss: 5 }, null],
    ['larger there, at the other end', { base: -10, quote: 30 }, { base: 1, quote: -4, maxLoss: 5 }, [eth]],
    ['that has grown at the other end', { base: -10, quote: 30 }, { base: 1, quote: -5, maxLoss: 5 }, [eth]],
    ['of both together, up to the limit', { base: 4, quote: -12 }, { base: 6, quote: -18, maxLoss: 10 }, null],
    ['of both together, beyond it', { base: 4, quote: -12 }, { base: 6, quote: -18, maxLoss: 9 }, [eth]],
  ])('%s', async (_what, had, flow, expected) => {
    expect(await after(had, { ...flow, ...range })).toEqual(expected)
  })
})

describe('counts', () => {
  const full = { base: 10, maxBase: 10 }
  const more = { base: 1, maxBase: 10 }

  test.each([
    ['2026-03-02T13:04:59.999Z', [eth]],
    ['2026-03-02T13:05:00.000Z', null],
  ])('what was traded within the hour and five minutes: at %s %j', async (now, expected) => {
    expect(await after(full, more, { before: noon, now })).toEqual(expected)
  })

  test('in steps of five minutes, each pair by itself', () =>
    undone(database.owner, async (tx) => {
      expect(await count(tx, [{ base: 3, quote: -6 }], { at: '2026-03-02T12:01:00Z' })).toBeNull()
      expect(await count(tx, [{ base: 4, quote: 1 }], { at: '2026-03-02T12:04:59Z' })).toBeNull()
      expect(await count(tx, [{ base: 5 }, { symbol: 'BTC/CHF', base: 8 }], { at: '2026-03-02T12:05:00Z' })).toBeNull()
      expect(await flows(tx)).toEqual([
        { symbol: 'BTC/CHF', began: new Date('2026-03-02T12:05:00Z'), base: 8n, quote: 0n },
        { symbol: eth, began: new Date(noon), base: 7n, quote: -5n },
        { symbol: eth, began: new Date('2026-03-02T12:05:00Z'), base: 5n, quote: 0n },
      ])
      expect(await count(tx, [{ symbol: 'BTC/CHF', base: 2, maxBase: 10 }])).toBeNull()
    }))

  test('nothing of a batch when one flow exceeds a limit, unless it has already happened', () =>
    undone(database.owner, async (tx) => {
      const batch = [
        { base: 11, maxBase: 10 },
        { symbol: 'BTC/CHF', base: 1 },
      ]
      expect(await count(tx, batch)).toEqual([eth])
      expect(await flows(tx)).toEqual([])
      expect(await count(tx, batch, { forced: true })).toEqual([eth])
      expect(await flows(tx)).toMatchObject([
        { symbol: 'BTC/CHF', base: 1n },
        { symbol: eth, base: 11n },
      ])
    }))

  test('one process at a time', () =>
    undone(database.owner, async (tx) => {
      await count(tx, [{ base: 1 }])
      expect(await lockOn(tx, `desk ${eth}`)).toBe('exclusive')
    }))
})
