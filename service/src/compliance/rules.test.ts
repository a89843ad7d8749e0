import { randomUUID } from 'node:crypto'
import { type RuleDefinition, ruleDefinition } from '@specie/protocol/rules.ts'
import { type Desk, deskForEachTest, funded, mint, topUp } from '@specie/test/issuance.ts'
import { agree, decideHold, staff } from '@specie/test/people.ts'
import { connectAsService } from '../database.ts'
import { testEnv } from '@specie/test/env.ts'
import { traceKey } from '@specie/test/trace-key.ts'
import { expect, test } from 'vitest'
import type { Env } from '../base/env.ts'
import { byPerson } from '../people/by.ts'
import { advanceMints } from '../issuance/mint/job.ts'
import { discard, runInShadow, writeVersion } from './rule/change.ts'
import { applyRules } from './apply-rules.ts'
import { evaluate, noteMovements } from './rule/evaluate.ts'
import { holdDetailsOf } from './held-items.ts'

let desk: Desk
let env: Env
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', 1_000_000_000n)
})

const client = () => funded(env, { CHF: 1_000_000_000n })

const rule = (institutionId: string, over: object): RuleDefinition =>
  ruleDefinition.parse({
    looks_for: { kind: 'velocity', hours: 24, count: 2, over: '500000' },
    scope: { kinds: ['mint'], institutions: [institutionId] },
    effect: 'aml_review',
    ...over,
  })

const by = async () => byPerson(env, await staff(env, 'compliance'), { ip: '127.0.0.1' }, 'a test')

async function written(institutionId: string, over: object = {}): Promise<string> {
  const version = { name: `rule ${randomUUID()}`, definition: rule(institutionId, over) }
  const who = await by()
  return (await env.db.tx((tx) => writeVersion(env, tx, version, who))).id
}

async function activated(institutionId: string, over: object = {}): Promise<string> {
  const versionid = await written(institutionId, over)
  await agree(env, 'rule.activate', { versionid })
  return versionid
}

const holdsOn = (id: string) =>
  env.db.query<{ id: string; reason: string; state: string; why: string }>(
    `select h.id, h.reason, h.state, s.why from compliance.hold h
     join state.step s on s.subject = h.id and s.from_state is null where h.subject_id = $1 order by h.created_at, h.id`,
    [id],
  )

test('the mint that exceeds a rule is held, and the hold says by which figures', async () => {
  const acme = await client()
  await activated(acme)
  const mints = [await mint(env, acme), await mint(env, acme), await mint(env, acme)]
  expect(mints.map(({ status }) => status)).toEqual(['pending', 'pending', 'held'])
  expect(mints[2]!.hold).toMatchObject({ reason: 'aml_review', message: 'under review, contact support' })
  expect(await holdsOn(mints[2]!.requestid)).toMatchObject([
    {
      reason: 'aml_review',
      why: '3 mints within 24 hours, CHF 600,000; the rule allows 2 and CHF 500,000',
    },
  ])
})

test('a released item is not held again by the same version, and a rule in shadow holds nothing', async () => {
  const acme = await client()
  const versionid = await activated(acme, { looks_for: { kind: 'amount', over: '100000' } })
  const shadow = await written(acme, { looks_for: { kind: 'amount', over: '1' }, effect: 'edd_required' })
  const who = await by()
  await env.db.tx((tx) => runInShadow(tx, shadow, who))
  const { requestid } = await mint(env, acme)
  const [hold] = await holdsOn(requestid)
  await decideHold(env, hold!.id, 'release')
  await advanceMints.run(env)
  expect(await holdsOn(requestid)).toMatchObject([{ state: 'released' }])
  const hits = await env.db.query(
    'select version_id, is_shadow, figures from compliance.rule_hit where item_id = $1 order by is_shadow',
    [requestid],
  )
  expect(hits).toEqual([
    { version_id: versionid, is_shadow: false, figures: { worth: '200000.00' } },
    { version_id: shadow, is_shadow: true, figures: { worth: '200000.00' } },
  ])
})

test('an alert is noted, and holds nothing', async () => {
  const acme = await client()
  const versionid = await activated(acme, {
    looks_for: { kind: 'first_use', over: '0' },
    scope: { institutions: [acme] },
    effect: 'alert',
  })
  await activated(acme, { looks_for: { kind: 'amount', over: '150000' }, effect: 'alert' })
  const { requestid, status } = await mint(env, acme)
  expect(status).toBe('pending')
  const [hit] = await env.db.query<{ count: number }>(
    'select count(*)::integer as count from compliance.rule_hit where item_id = $1',
    [requestid],
  )
  // A mint to the own balance has no counterparty, so that it is no first use.
  expect([hit!.count, versionid]).toEqual([1, expect.any(String)])
})

test('two processes count the items of each other', async () => {
  const acme = await client()
  const versionid = await activated(acme, { looks_for: { kind: 'velocity', hours: 1, count: 3 } })
  const other = connectAsService({ url: desk.database.url, traceKey, patience: 10 })
  try {
    const second = testEnv({ ...desk.database, app: other }, { clock: env.clock })
    const item = {
      kind: 'mint',
      institution_id: acme,
      asset: 'CHF',
      priced_as: 'CHF',
      amount: '100',
      countries: [],
    } as const
    const look = (on: Env, ids: readonly string[]) =>
      on.db.tx(async (tx) => {
        const versions = await noteMovements(
          on,
          tx,
          ids.map((id) => ({ ...item, id, counterparty: null })),
        )
        return evaluate(on, tx, versions, ids)
      })
    const pairs = Array.from({ length: 16 }, () => [randomUUID(), randomUUID()])
    const hits = (await Promise.all(pairs.map((pair, n) => look(n % 2 === 0 ? env : second, pair)))).flat()
    const own = hits.filter((hit) => hit.version_id === versionid).map(({ figures }) => figures.count)
    expect(own.toSorted((a, b) => a! - b!)).toEqual(Array.from({ length: 29 }, (_, n) => n + 4))
  } finally {
    await other.close()
  }
})

test('SQL of the service cannot activate or retire a rule, nor change what it looks for or has found', async () => {
  const acme = await client()
  const [draft, active] = [await written(acme), await activated(acme)]
  const { requestid } = await mint(env, acme)
  const run = (sql: string, values: unknown[]) =>
    env.db.tx(async (tx) => {
      await tx.query(`select state.set_actor('eve', 'no reason', now())`)
      await tx.query(sql, values)
    })
  const set = `update compliance.rule_version set state = $2 where id = $1`
  await expect(run(set, [draft, 'active'])).rejects.toMatchObject({ constraint: 'approval_missing' })
  await expect(run(set, [active, 'retired'])).rejects.toMatchObject({ constraint: 'approval_missing' })
  await expect(run(set, [active, 'draft'])).rejects.toMatchObject({ constraint: 'approval_missing' })
  for (const sql of [
    `update compliance.rule_version set definition = '{}' where id = $1 or id = $2::uuid`,
    `delete from compliance.rule_version where id = $1 or id = $2::uuid`,
    `delete from compliance.movement where item_id = $1 or item_id = $2::uuid`,
    `update compliance.movement set worth = 0 where item_id = $1 or item_id = $2::uuid`,
    `delete from compliance.rule_hit where version_id = $1 or item_id = $2::uuid`,
    `update compliance.rule_hit set figures = '{}' where version_id = $1 or item_id = $2::uuid`,
  ])
    await expect(run(sql, [active, requestid])).rejects.toMatchObject({ code: '42501' })
})

test('the next version retires the one before with its activation, and two people retire it', async () => {
  const acme = await client()
  const first = await activated(acme)
  const [{ rule_id: ruleid }] = (await env.db.query<{ rule_id: string }>(
    'select rule_id from compliance.rule_version where id = $1',
    [first],
  )) as [{ rule_id: string }]
  const who = await by()
  const next = { ruleid, definition: rule(acme, { looks_for: { kind: 'amount', over: '1000000' } }) }
  const { id: second, number } = await env.db.tx((tx) => writeVersion(env, tx, next, who))
  expect(number).toBe(2)
  await agree(env, 'rule.activate', { versionid: second })
  const states = async () =>
    (
      await env.db.query<{ state: string }>(
        'select state from compliance.rule_version where rule_id = $1 order by number',
        [ruleid],
      )
    ).map(({ state }) => state)
  expect(await states()).toEqual(['retired', 'active'])
  await expect(env.db.tx((tx) => discard(tx, second, who))).rejects.toMatchObject({ details: { rule: 'state' } })
  await agree(env, 'rule.retire', { versionid: second })
  expect(await states()).toEqual(['retired', 'retired'])
})

test('what a version would have done is part of what two people sign', async () => {
  const acme = await client()
  await mint(env, acme)
  const versionid = await activated(acme, { looks_for: { kind: 'amount', over: '1' } })
  const [approval] = await env.db.query<{ payload: string }>(
    `select payload from people.approval where subject = $1 and kind = 'rule.activate'`,
    [versionid],
  )
  expect(JSON.parse(approval!.payload)).toMatchObject({ versionid, tried: expect.stringMatching(/^1 of \d+$/) })
})

test('items in one call are counted in their order', async () => {
  const acme = await client()
  const ids = [await mint(env, acme), await mint(env, acme)].map(({ requestid }) => requestid)
  await activated(acme, { looks_for: { kind: 'velocity', hours: 1, count: 1 } })
  const items = ids.map((id) => ({ id, institution_id: acme }))
  await env.db.tx(async (tx) => {
    const details = await holdDetailsOf({ runtime: env.runtime, db: tx }, 'mint', ids)
    await applyRules(env, tx, 'mint', items, details)
  })
  // They were noted before the rule was active, and it looks at what is screened again.
  expect([(await holdsOn(ids[0]!)).length, (await holdsOn(ids[1]!)).length]).toEqual([0, 1])
})
