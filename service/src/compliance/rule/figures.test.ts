import { randomUUID } from 'node:crypto'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { heldKinds } from '@specie/protocol/holds.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { type LooksFor, type RuleDefinition, ruleDefinition, ruleKinds } from '@specie/protocol/rules.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { newInstitution } from '@specie/test/institution.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteMovements, evaluate, type Movement } from './evaluate.ts'
import { tryOnHistory } from './history.ts'
import { testEnv } from '@specie/test/env.ts'
import { systemClock } from '../../base/clock.ts'

// The rules in SQL against a plain model, over random histories. New items and history give the same.

let database: TestDatabase
let institutions: string[]
beforeAll(async () => {
  database = await freshDatabase()
  institutions = [await newInstitution(database.app), await newInstitution(database.app)]
})
afterAll(() => database.drop())

type Drawn = Pick<Movement, 'kind' | 'asset' | 'counterparty' | 'countries'> & {
  readonly institution: number
  readonly francs: number
  /** Minutes since the item before. */
  readonly later: number
  /** Together with the item before, in one call. */
  readonly together: boolean
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom('mint', 'redemption', 'withdrawal', 'rail'),
  asset: fc.constantFrom('CHF', 'VCHF', 'BTC'),
  counterparty: fc.constantFrom(null, 'a', 'b'),
  countries: fc.subarray(['CH', 'IR', 'MM']),
  institution: fc.integer({ min: 0, max: 1 }),
  francs: fc.integer({ min: 0, max: 120 }),
  later: fc.constantFrom(0, 10, 60, 90, 1_440, 3_000),
  together: fc.boolean(),
})

const over = fc.integer({ min: 0, max: 150 }).map(String)
const hours = fc.constantFrom(1, 2, 24, 48)
const looksFor: { readonly [kind in LooksFor['kind']]: fc.Arbitrary<object> } = {
  amount: fc.record({ over }),
  velocity: fc.oneof(
    fc.record({ hours, count: fc.integer({ min: 1, max: 4 }), over }),
    fc.record({ hours, count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ hours, over }),
  ),
  first_use: fc.record({ over }),
  country: fc.record({ countries: fc.subarray(['IR', 'MM', 'KP'], { minLength: 1 }) }),
  dormant: fc.record({ days: fc.constantFrom(1, 2), over }),
  structuring: fc.record({
    below: fc.constantFrom('100', '60'),
    percent: fc.constantFrom(10, 50),
    count: fc.integer({ min: 2, max: 3 }),
    hours,
  }),
  round_trip: fc.record({ hours, over }),
  many_to_one: fc.record({ hours, institutions: fc.constant(2) }),
}

const scopes = fc.record({
  kinds: fc.subarray(['mint', 'redemption', 'withdrawal'] as const),
  assets: fc.subarray(['CHF', 'VCHF'] as const),
})

/** A movement as the model knows it. `francs` is null for an asset without a rate. */
type Row = Drawn & { readonly id: string; readonly at: number; readonly worth: number | null }

const isIn = ({ scope }: RuleDefinition, { kind, asset }: Row): boolean =>
  (scope.kinds.length === 0 || scope.kinds.includes(kind)) &&
  (scope.assets.length === 0 || (asset !== null && (scope.assets as string[]).includes(asset)))

const sum = (rows: readonly Row[]): number => rows.reduce((total, { worth }) => total + (worth ?? 0), 0)

/** The plain model: whether the rule fires for the last of these movements. */
function fires(definition: RuleDefinition, history: readonly Row[]): boolean {
  const rule = definition.looks_for
  const one = history.at(-1)!
  if (!isIn(definition, one)) return false
  const own = history.filter((row) => row.institution === one.institution)
  const before = own.slice(0, -1)
  const within = (rows: readonly Row[], length: number) =>
    rows.filter((row) => row.at > one.at - length * 60 && isIn(definition, row))
  const isOver = (limit: string) => one.worth === null || one.worth > Number(limit)
  switch (rule.kind) {
    case 'amount':
      return isOver(rule.over)
    case 'velocity': {
      const rows = within(own, rule.hours)
      const isTooMuch = rule.over !== undefined && (one.worth === null || sum(rows) > Number(rule.over))
      return isTooMuch || (rule.count !== undefined && rows.length > rule.count)
    }
    case 'first_use':
      return (
        one.counterparty !== null &&
        isOver(rule.over) &&
        !before.some((row) => row.counterparty === one.counterparty && isIn(definition, row))
      )
    case 'country':
      return one.countries.some((country) => rule.countries.includes(country))
    case 'dormant':
      return before.length > 0 && before.at(-1)!.at <= one.at - rule.days * 1_440 && isOver(rule.over)
    case 'structuring': {
      const lowest = (Number(rule.below) * (100 - rule.percent)) / 100
      const isJustBelow = ({ worth }: Row) => worth !== null && worth >= lowest && worth < Number(rule.below)
      return isJustBelow(one) && within(own, rule.hours).filter(isJustBelow).length >= rule.count
    }
    case 'round_trip': {
      const rows = within(own, rule.hours).filter((row) => row.asset === one.asset && row.asset !== null)
      const [minted, redeemed] = ['mint', 'redemption'].map((kind) => sum(rows.filter((row) => row.kind === kind)))
      return ['mint', 'redemption'].includes(one.kind) && Math.min(minted!, redeemed!) > Number(rule.over)
    }
    case 'many_to_one': {
      const rows = within(history, rule.hours).filter((row) => row.counterparty === one.counterparty)
      return one.counterparty !== null && new Set(rows.map((row) => row.institution)).size >= rule.institutions
    }
  }
}

const start = Date.parse('2026-03-02T10:00:00.000Z')

/** The movements with the times that they are noted at. What is noted together has one time. */
function history(all: readonly Drawn[]): Row[] {
  let at = 0
  return all.map((one, n) => {
    if (n === 0 || !one.together) at += one.later
    const isRail = one.kind === 'rail'
    const worth = isRail ? 0 : one.asset === 'BTC' ? null : one.francs
    return { ...one, asset: isRail ? null : one.asset, id: randomUUID(), at, worth }
  })
}

const movement = ({ id, kind, asset, counterparty, countries, institution, francs }: Row): Movement => ({
  id,
  kind,
  institution_id: institutions[institution]!,
  asset,
  priced_as: asset === 'VCHF' ? 'CHF' : asset,
  amount: asset === null ? null : String(parseAmount(String(francs), asset as AssetCode).minor),
  counterparty,
  countries,
})

test.each(ruleKinds)('%s fires in SQL exactly when it fires in a plain model', async (kind) => {
  const definitions = fc
    .record({ looks_for: looksFor[kind].map((rule) => ({ kind, ...rule })), scope: scopes })
    .map((one) => ruleDefinition.parse({ ...one, effect: 'alert' }))
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 14 }), definitions, async (all, definition) => {
      await database.owner.tx(async (tx) => {
        await tx.query('set local session_replication_role = replica')
        await tx.query('delete from compliance.rule_hit')
        await tx.query('delete from compliance.movement')
      })
      const rows = history(all)
      const expected = rows.filter((_, n) => fires(definition, rows.slice(0, n + 1))).map(({ id }) => id)
      const live = await noteAndEvaluate(rows, definition)
      expect(live.toSorted()).toEqual(expected.toSorted())
      expect((await triedIn(definition, 5)).toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 60 },
  )
})

/** In the calls in which they arrive. The version is not stored, so its hits are undone. */
async function noteAndEvaluate(rows: readonly Row[], definition: RuleDefinition): Promise<string[]> {
  const found: string[] = []
  for (const batch of batchesOf(rows)) {
    const now = new Date(start + batch[0]!.at * 60_000)
    const env = testEnv(database, { clock: { ...systemClock, now: () => now } })
    await env.db.tx((tx) => noteMovements(env, tx, batch.map(movement)))
    const undo = new Error('undone')
    await database.owner
      .tx(async (tx) => {
        await tx.query('set local session_replication_role = replica')
        const version = { version_id: randomUUID(), is_shadow: false, definition }
        const hits = await evaluate(
          env,
          tx,
          [version],
          batch.map(({ id }) => id),
        )
        found.push(...hits.map(({ item_id }) => item_id))
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
  }
  return found
}

function batchesOf(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = []
  for (const row of rows) {
    if (row.together && batches.length > 0) batches.at(-1)!.push(row)
    else batches.push([row])
  }
  return batches
}

async function triedIn(definition: RuleDefinition, size: number): Promise<string[]> {
  const found: string[] = []
  const [from, to] = [new Date(start), new Date('2100-01-01T00:00:00Z')]
  for (let after = null as Awaited<ReturnType<typeof tryOnHistory>>['next']; ;) {
    const { hits, next } = await database.app.tx((tx) => tryOnHistory(tx, definition, { from, to, after, size }))
    found.push(...hits.map(({ item_id }) => item_id))
    if (next === null) return found
    after = next
  }
}

test('the model knows every kind', () => {
  expect(Object.keys(looksFor).toSorted()).toEqual([...ruleKinds].toSorted())
  expect(heldKinds).toContain('rail')
})
