import { randomUUID } from 'node:crypto'
import { type RuleDefinition, ruleDefinition } from '@specie/protocol/rules.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { evaluate, type LiveVersion, noteMovements } from '@specie/service/compliance/rule/evaluate.ts'
import { tryOnHistory } from '@specie/service/compliance/rule/history.ts'
import { connectAsService } from '@specie/service/database.ts'
import { testEnv } from '../src/env.ts'
import { traceKey } from '../src/trace-key.ts'
import { benchDatabase, closingAll } from './database.ts'
import type { Measured } from './measure.ts'
import { foundInstitutions, institutionId } from './orders/rows.ts'
import type { Report } from './report.ts'

// A year of generated items: how long each kind of rule takes to be tried on all of it, and what the rules add to the
// transaction that screens one more item.

const year = 365 * 86_400

export async function rulesBench(quick: boolean): Promise<Report> {
  const [institutions, items, rounds] = quick ? [50, 20_000, 50] : [1_000, 1_000_000, 300]
  return closingAll(async (atEnd) => {
    const { url, owner } = await benchDatabase(atEnd)
    const app = connectAsService({ url, max: 2, traceKey })
    atEnd(() => app.close())
    await foundInstitutions(owner, institutions)
    await fillYear(owner, institutions, items)
    const tried = new Map<string, { seconds: number; fired: number }>()
    for (const definition of definitions) tried.set(definition.looks_for.kind, await tryYear(app, definition))
    const [without, all] = [
      await perItem(url, owner, app, [], rounds),
      await perItem(url, owner, app, definitions, rounds),
    ]
    const total = [...tried.values()].reduce((sum, { seconds }) => sum + seconds, 0)
    return {
      title: `Rules on a year of ${items.toLocaleString('en')} items of ${institutions.toLocaleString('en')} institutions`,
      unit: 'items/s',
      figures: new Map<string, Measured>([
        ...[...tried].map(([kind, { seconds }]) => [`tried: ${kind}`, { perSecond: items / seconds }] as const),
        ['noted, without a rule', { perSecond: 1_000 / without }],
        [`noted, and looked at by ${definitions.length} rules`, { perSecond: 1_000 / all }],
      ]),
      ratios: [{ name: 'noting an item without a rule, against with all kinds of rules', value: without / all }],
      notes: [
        `All ${tried.size} kinds were tried on the whole year in ${total.toFixed(0)} s: ${[...tried].map(([kind, { seconds, fired }]) => `${kind} ${seconds.toFixed(1)} s, ${fired} hits`).join('; ')}.`,
        `Noting one item takes ${without.toFixed(2)} ms, with one rule of each kind ${all.toFixed(2)} ms.`,
      ],
    }
  })
}

const rule = (looksFor: object, kinds: readonly string[] = []): RuleDefinition =>
  ruleDefinition.parse({ looks_for: looksFor, scope: { kinds }, effect: 'alert' })

const definitions = [
  rule({ kind: 'amount', over: '900000' }),
  rule({ kind: 'velocity', hours: 24, count: 8, over: '4000000' }, ['withdrawal']),
  rule({ kind: 'first_use', over: '500000' }),
  rule({ kind: 'country', countries: ['MM'] }),
  rule({ kind: 'dormant', days: 3, over: '100000' }),
  rule({ kind: 'structuring', below: '15000', percent: 20, count: 3, hours: 720 }),
  rule({ kind: 'round_trip', hours: 24, over: '1500000' }),
  rule({ kind: 'many_to_one', hours: 168, institutions: 5 }),
]

/** Items of every kind at even times, with amounts that are small more often than large, and counterparties that recur. */
async function fillYear(owner: Db, institutions: number, items: number): Promise<void> {
  const ids = Array.from({ length: institutions }, (_, n) => institutionId(n))
  await owner.tx(async (tx) => {
    // Without the check of each institution, which would take most of the time.
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into compliance.movement (item_id, kind, institution_id, asset, worth, counterparty, countries, risk_class, at)
     select gen_random_uuid(), (array['mint', 'redemption', 'withdrawal', 'withdrawal', 'deposit', 'wire', 'payment'])[1 + floor(random() * 7)::integer],
       ($1::uuid[])[1 + floor(random() * $2)::integer], (array['CHF', 'VCHF', 'VGBP'])[1 + floor(random() * 3)::integer],
       round(100000000 * power(random(), 3)), 'wallet ' || floor(power(random(), 2) * $2 * 5), array['CH', (array['DE', 'GB', 'MM'])[1 + floor(power(random(), 4) * 3)::integer]],
       'low', date_trunc('milliseconds', now() - $4::integer * interval '1 second' * (1 - n::float8 / $3))
     from generate_series(1, $3::integer) n`,
      [ids, institutions, items, year],
    )
  })
  await owner.query('vacuum analyze compliance.movement')
}

async function tryYear(app: Db, definition: RuleDefinition): Promise<{ seconds: number; fired: number }> {
  const [from, to] = [new Date(systemClock.now().getTime() - (year + 86_400) * 1_000), systemClock.now()]
  const begun = performance.now()
  let fired = 0
  for (let after: bigint | null = null; ;) {
    const { hits, next } = await app.tx((tx) => tryOnHistory(tx, definition, { from, to, after, size: 20_000 }))
    fired += hits.length
    if (next === null) return { seconds: (performance.now() - begun) / 1_000, fired }
    after = next
  }
}

/** Milliseconds to note one item and look at it, without the commit. */
async function perItem(
  url: string,
  owner: Db,
  app: Db,
  rules: readonly RuleDefinition[],
  rounds: number,
): Promise<number> {
  const env = testEnv({ url, owner, app, drop: async () => {} }, { clock: systemClock })
  const versions = await storedVersions(owner, rules)
  const took: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    const item = { id: randomUUID(), kind: 'withdrawal', institution_id: institutionId(n % 50), asset: 'VCHF' } as const
    const movement = {
      ...item,
      priced_as: 'CHF',
      amount: '5000000000',
      counterparty: `wallet ${n % 200}`,
      countries: ['CH'],
    }
    await app.tx(async (tx) => {
      const begun = performance.now()
      await noteMovements(env, tx, [movement])
      await evaluate(env, tx, versions, [item.id])
      took.push(performance.now() - begun)
    })
  }
  return took.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
}

/** In shadow: past the people who would decide, and as expensive as active ones. */
async function storedVersions(owner: Db, rules: readonly RuleDefinition[]): Promise<LiveVersion[]> {
  return owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    const versions: LiveVersion[] = []
    for (const definition of rules) {
      const [ruleId, id] = [randomUUID(), randomUUID()]
      await tx.query('insert into compliance.rule (id, name, created_at) values ($1, $2, now())', [ruleId, id])
      await tx.query(
        `insert into compliance.rule_version (id, rule_id, number, definition, state, created_at, updated_at)
         values ($1, $2, 1, $3, 'shadow', now(), now())`,
        [id, ruleId, JSON.stringify(definition)],
      )
      versions.push({ version_id: id, is_shadow: true, definition })
    }
    return versions
  })
}
