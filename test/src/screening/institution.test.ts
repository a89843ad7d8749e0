import { randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import { placeHold } from '@specie/service/compliance/holds.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { expect, test } from 'vitest'
import { askMint, changeOf, type Desk, deskForEachTest, funded, million, mint, refusalOf, topUp } from '../issuance.ts'
import { agree, decideHold } from '../people.ts'
import { decideParties, holdsOn, listed, matchedParties, screened } from './desk.ts'

// An institution whose own name is on a list: nothing of it leaves or changes its form until two people have decided.

let desk: Desk
let env: Env
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', 10n * million)
})

/** A funded institution with a name of its own. */
async function client(name = `Brisantolo ${randomUUID().slice(0, 8)} Merkuvand AG`) {
  const id = await funded(env, { CHF: 100_000_000n })
  await desk.database.owner.query('update directory.institution set name = $2 where id = $1', [id, name])
  return { id, name }
}

const states = async (id: string, ...requests: string[]) =>
  Promise.all(requests.map(async (one) => (await changeOf(env, id, one)).status))

test('an institution that is named like an entry of a list cannot mint until two people have cleared it', async () => {
  const { id, name } = await client()
  await listed(env, name)
  const { requestid, status } = await mint(env, id)
  expect(status).toBe('held')
  expect(await holdsOn(env, requestid)).toMatchObject([
    { reason: 'sanctions_review', state: 'placed', why: 'a party of the institution matches an entry of a list' },
  ])
  await screened(env)
  expect(await holdsOn(env, requestid)).toMatchObject([{ state: 'placed' }])
  await decideParties(env, id, 'clear')
  await screened(env)
  expect(await holdsOn(env, requestid)).toMatchObject([{ state: 'released' }])
  await advanceMints.run(env)
  expect(await states(id, requestid)).toEqual(['pending'])
  // The pair is decided: the next mint is not held.
  const next = await mint(env, id)
  expect([next.status, await holdsOn(env, next.requestid)]).toEqual(['pending', []])
})

test('the release of one item clears the institution, and its other items continue', async () => {
  const { id, name } = await client()
  await listed(env, name)
  const [one, other] = [await mint(env, id, { quantity: '130000' }), await mint(env, id, { quantity: '140000' })]
  const [hold] = await holdsOn(env, one.requestid)
  await decideHold(env, hold!.id, 'release')
  expect(await holdsOn(env, other.requestid)).toMatchObject([{ state: 'placed' }])
  await screened(env)
  await advanceMints.run(env)
  expect(await states(id, one.requestid, other.requestid)).toEqual(['pending', 'pending'])
})

test('a confirmed match keeps holding', async () => {
  const { id, name } = await client()
  await listed(env, name)
  const { requestid } = await mint(env, id)
  await decideParties(env, id, 'confirm')
  await screened(env)
  expect(await holdsOn(env, requestid)).toMatchObject([{ state: 'placed' }])
  const next = await mint(env, id, { quantity: '130000' })
  expect(next.status).toBe('held')
})

test('an institution that is listed while its mints are under way: they are held, and so are the next ones', async () => {
  const { id, name } = await client()
  const before = await mint(env, id)
  expect(before.status).toBe('pending')
  await screened(env)
  await listed(env, name)
  // No job has run yet.
  const meanwhile = await mint(env, id, { quantity: '130000' })
  expect(meanwhile.status).toBe('held')
  await screened(env)
  expect(await holdsOn(env, before.requestid)).toMatchObject([{ reason: 'sanctions_review', state: 'placed' }])
  expect(await states(id, before.requestid)).toEqual(['held'])
  await decideParties(env, id, 'clear')
  await screened(env)
  await advanceMints.run(env)
  expect(await states(id, before.requestid, meanwhile.requestid)).toEqual(['pending', 'pending'])
})

test('a new entry about a cleared institution asks again, an entry with another reference does not', async () => {
  const { id, name } = await client()
  await listed(env, name)
  await mint(env, id)
  await decideParties(env, id, 'clear')
  await screened(env)
  expect((await mint(env, id, { quantity: '130000' })).status).toBe('pending')
  await listed(env, name)
  await screened(env)
  expect((await mint(env, id, { quantity: '140000' })).status).toBe('held')
  expect((await matchedParties(env, id)).map((one) => one.states)).toEqual([['cleared', 'open']])
})

test('an institution with a new name is asked about again', async () => {
  const { id, name } = await client()
  await listed(env, name)
  await mint(env, id)
  await decideParties(env, id, 'clear')
  await screened(env)
  await desk.database.owner.query('update directory.institution set name = name || $2 where id = $1', [id, ' Ltd'])
  expect((await mint(env, id, { quantity: '130000' })).status).toBe('held')
})

test('a dry run of a listed institution is like any other, and leaves nothing', async () => {
  const { id, name } = await client()
  await listed(env, name)
  expect((await askMint(env, id, { validate: 'true' })).answer).toMatchObject({ status: 'pending', validated: true })
  await mint(env, id)
  const dry = await askMint(env, id, { validate: 'true', quantity: '130000' })
  expect(dry.answer).toMatchObject({ status: 'pending', validated: true })
})

test('every decision names the versions of its lists', async () => {
  const { id } = await client()
  await listed(env, `Someone else ${randomUUID()}`)
  const { requestid } = await mint(env, id)
  const decisions = await env.db.query(
    `select outcome, versions = (select array_agg(id order by list) from compliance.list_version where state = 'active') as current
     from compliance.screening where subject_id = any($1::uuid[]) order by id`,
    [[id, requestid]],
  )
  expect(decisions).toEqual([
    { outcome: 'clear', current: true },
    { outcome: 'clear', current: true },
  ])
})

test('lists that are too old hold everything, until people release it', async () => {
  const { id } = await client()
  await env.db.query(
    `insert into compliance.list_source (list, expires_at) values ('un', $1)
     on conflict (list) do update set expires_at = excluded.expires_at`,
    [new Date(env.clock.now().getTime() - 1_000)],
  )
  const { requestid, status } = await mint(env, id)
  expect(status).toBe('held')
  expect(await holdsOn(env, requestid)).toMatchObject([{ why: 'the lists are too old to screen it' }])
  await env.db.query(`update compliance.list_source set expires_at = null`)
  await screened(env)
  const [hold] = await holdsOn(env, requestid)
  expect(hold).toMatchObject({ state: 'placed' })
  await decideHold(env, hold!.id, 'release')
  await advanceMints.run(env)
  expect(await states(id, requestid)).toEqual(['pending'])
})

test('lists that are too old hold an item again whose release was about a match', async () => {
  const { id, name } = await client()
  await listed(env, name)
  const { requestid } = await mint(env, id)
  const [match] = await holdsOn(env, requestid)
  await env.db.query(
    `insert into compliance.list_source (list, expires_at) values ('un', $1)
     on conflict (list) do update set expires_at = excluded.expires_at`,
    [new Date(env.clock.now().getTime() - 1_000)],
  )
  await decideHold(env, match!.id, 'release')
  await advanceMints.run(env)
  expect(await states(id, requestid)).toEqual(['held'])
  const [, old] = await holdsOn(env, requestid)
  expect(old).toMatchObject({ why: 'the lists are too old to screen it', state: 'placed' })
  await decideHold(env, old!.id, 'release')
  await advanceMints.run(env)
  await env.db.query(`update compliance.list_source set expires_at = null`)
  expect(await states(id, requestid)).toEqual(['pending'])
})

test('the service alone clears no match, and releases no hold about one', async () => {
  const { id, name } = await client()
  await listed(env, name)
  const { requestid } = await mint(env, id)
  const cleared = env.db.query(
    `update compliance.hit set state = 'cleared', maker = 'ann', checker = 'bob', decided_at = now() where state = 'open'`,
  )
  await expect(cleared).rejects.toThrow(/decided by two people/)
  const [hold] = await holdsOn(env, requestid)
  const released = env.db.query(
    `update compliance.hold set state = 'released', maker = 'screening', checker = 'service' where id = $1`,
    [hold!.id],
  )
  await expect(released).rejects.toThrow(/hold/)
})

test('the service alone adds no match to a hold: a cleared one would release it, and an open one would be decided unseen', async () => {
  const { id, name } = await client()
  await listed(env, name)
  await mint(env, id)
  await decideParties(env, id, 'clear')
  await screened(env)
  const { requestid } = await mint(env, id, { quantity: '130000' })
  const byHand = { institutionId: id, on: requestid, reason: 'sanctions_review' } as const
  const { holdid } = await env.db.tx((tx) => placeHold(env, tx, byHand, 'ann'))
  const added = env.db.query(
    `insert into compliance.hold_hit (hold_id, hit_id) select $1, id from compliance.hit where state = 'cleared' limit 1`,
    [holdid],
  )
  await expect(added).rejects.toThrow(/about no other hit/)
  await screened(env)
  expect(await holdsOn(env, requestid)).toMatchObject([{ id: holdid, state: 'placed' }])
})

test('the service alone takes no party with a match off the register', async () => {
  const { id, name } = await client()
  await listed(env, name)
  await mint(env, id)
  const ended = env.db.query('update compliance.party set ended_at = now() where institution_id = $1', [id])
  await expect(ended).rejects.toThrow(/stays until two people have cleared/)
  expect((await mint(env, id, { quantity: '130000' })).status).toBe('held')
})

test('a request about a match that was decided meanwhile is refused', async () => {
  const { id, name } = await client()
  await listed(env, name)
  await mint(env, id)
  const [party] = await matchedParties(env, id)
  await agree(env, 'party.decide', { partyid: party!.id, decision: 'clear' })
  const again = agree(env, 'party.decide', { partyid: party!.id, decision: 'clear' })
  expect(await refusalOf(again)).toBe('bad_request decided')
})

test('two processes at once: each party and item is compared, and held once', async () => {
  const clients = await Promise.all(Array.from({ length: 3 }, () => client()))
  const mints = []
  for (const { id } of clients) mints.push((await mint(env, id)).requestid)
  await screened(env)
  for (const { name } of clients) await listed(env, name)
  await Promise.all([screened(env), screened(env)])
  await screened(env)
  for (const one of mints) expect(await holdsOn(env, one)).toHaveLength(1)
  expect(await env.db.query('select from compliance.rescreening where ended_at is null')).toEqual([])
})
