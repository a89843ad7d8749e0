import { randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import { clearingFacts } from '@specie/service/destinations/address/facts.ts'
import { submitAddress } from '@specie/service/destinations/address/submit.ts'
import { holdFacts } from '@specie/service/compliance/hold-facts.ts'
import { requestApproval } from '@specie/service/people/approval/request.ts'
import { expect, test } from 'vitest'
import { errorOf, guardedBy, put, undone, wentThrough } from '../database-rights/rows.ts'
import { type Desk, deskForEachTest, funded, million, mint, refusalOf, topUp } from '../issuance.ts'
import { agree, approve, decideHold, staff } from '../people.ts'
import { holdsOn, listed, matchedParties } from './desk.ts'

// Who has the login of the service plants rows, so that two people decide a match that they do not see.

let desk: Desk
let env: Env
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', 10n * million)
})

/** An institution whose name matches an entry of a list. */
async function listedClient() {
  const name = `Oskelvane ${randomUUID().slice(0, 8)} Trubetz AG`
  const id = await funded(env, { CHF: 100_000_000n })
  await desk.database.owner.query('update directory.institution set name = $2 where id = $1', [id, name])
  await listed(env, name)
  const { requestid } = await mint(env, id)
  const [hold] = await holdsOn(env, requestid)
  const [party] = await env.db.query<{ hash: string; content: object }>(
    'select hash, content from compliance.party where institution_id = $1 and content is not null',
    [id],
  )
  return { id, requestid, holdid: hold!.id, ...party! }
}

const hosted = (institutionId: string): Promise<string> => {
  const address = `0x${randomUUID().replaceAll('-', '').padEnd(40, '0')}`
  const by = { actor: 'test', why: 'a test', at: env.clock.now() }
  const label = randomUUID().slice(0, 6)
  const wallet = { institutionId, blockchain: 'ETH', address, label, memo: null, vasp: 'Alder Exchange Ltd' } as const
  return env.db.tx((tx) => submitAddress(env, tx, wallet, by))
}

type Planted = { institution: string; address: string; hash: string; content: object | null; sealed?: string }
const plant = ({ institution, address, hash, content, sealed }: Planted) =>
  env.db.query(
    `insert into compliance.party (id, institution_id, subject_kind, subject_id, part, hash, content, sealed, created_at)
     values (gen_random_uuid(), $1, 'wallet', $2, 'provider', $3, $4, $5, now())`,
    [institution, address, hash, content, sealed ?? null],
  )

test('a party with the hash of another one is refused', async () => {
  const { id, hash } = await listedClient()
  const planted = { institution: id, address: await hosted(id), hash, content: { kind: 'any', name: 'Harmless Ltd' } }
  await expect(plant(planted)).rejects.toThrow(/is not that of its content/)
})

test('a match that shows another entry or another party than it is about is refused', async () => {
  const { hash, content } = await listedClient()
  await listed(env, 'Somebody Else Entirely')
  const [harmless] = await env.db.query<{ id: string; hash: string }>(
    `select id, hash from compliance.list_entry where content #>> '{names,0,text}' = 'Somebody Else Entirely'`,
  )
  const hit = (entryHash: string, party: object) =>
    env.db.query(
      `insert into compliance.hit (id, party_hash, entry_hash, entry_id, score, content, created_at)
       values (gen_random_uuid(), $1, $2, $3, 0.86, $4, now())`,
      [hash, entryHash, harmless!.id, JSON.stringify({ party, why: [], name: null })],
    )
  const refusal = /shows another pair than it is about/
  await expect(hit('the hash of the real entry', content)).rejects.toThrow(refusal)
  await expect(hit(harmless!.hash, { kind: 'any', name: 'Harmless Ltd' })).rejects.toThrow(refusal)
  await hit(harmless!.hash, content)
})

test('the clearing of an address decides the matches that its two people have signed, and no planted one', async () => {
  const { id, hash } = await listedClient()
  const address = await hosted(id)
  const request = {
    kind: 'address.clear',
    subject: address,
    payload: { addressid: address },
    reason: 'a test',
  } as const
  const maker = await staff(env, 'compliance')
  const { id: approval } = await env.db.tx((tx) => requestApproval(env, tx, maker, request))
  await plant({ institution: id, address, hash, content: null, sealed: 'not readable' })
  expect(await refusalOf(approve(env, await staff(env, 'mlro'), approval))).toMatch('hits_changed')
  expect(await matchedParties(env, id)).toContainEqual(expect.objectContaining({ states: ['open'] }))
  // A request that is made later names it, so that its people see it.
  const facts = await clearingFacts(env, env.db, { addressid: address })
  expect(facts).toContainEqual(expect.objectContaining({ label: 'Matches that it decides', value: '1 match' }))
})

test('the release of a hold names the number of its matches, and another set is refused', async () => {
  const { requestid, holdid } = await listedClient()
  const facts = await holdFacts(env, env.db, { holdid, decision: 'release' })
  expect(facts).toContainEqual(expect.objectContaining({ label: 'Matches that it decides', value: '1 match' }))
  const other = { holdid, decision: 'release', hits: `1 ${'0'.repeat(64)}` } as const
  expect(await refusalOf(agree(env, 'hold.decide', other))).toBe('bad_request hits_changed')
  await decideHold(env, holdid, 'release')
  const [signed] = await env.db.query<{ hits: string }>(
    `select payload::jsonb ->> 'hits' as hits from people.approval where subject = $1 and state = 'approved'`,
    [holdid],
  )
  expect(signed!.hits).toMatch(/^1 [0-9a-f]{64}$/)
  expect(await holdsOn(env, requestid)).toMatchObject([{ state: 'released' }])
})

test('the database decides no match of a hold without its summary in what was signed', async () => {
  const { holdid } = await listedClient()
  const [found] = await env.db.query<{ hit: string; summary: string }>(
    `select hit_id as hit, compliance.summary_of_hits(compliance.hits_of_hold($1)) as summary
     from compliance.hold_hit where hold_id = $1`,
    [holdid],
  )
  const cleared = (payload: object) =>
    undone(desk.database.owner, async (tx) => {
      await guardedBy(tx, null, 'people.approval')
      const [now] = await tx.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
      const used = { kind: 'hold.decide', subject: holdid, state: 'approved', used_by: now!.xid }
      await put(tx, 'people.approval', { ...used, payload: JSON.stringify(payload) })
      return errorOf(tx, () =>
        tx.query(
          `update compliance.hit set state = 'cleared', maker = 'ann', checker = 'bob', decided_at = now() where id = $1`,
          [found!.hit],
        ),
      )
    })
  const refusal = /decided by two people/
  expect(await cleared({ decision: 'release' })).toMatch(refusal)
  expect(await cleared({ decision: 'release', hits: `2 ${found!.summary.slice(2)}` })).toMatch(refusal)
  expect(await cleared({ decision: 'release', hits: found!.summary })).toBe(wentThrough)
})
