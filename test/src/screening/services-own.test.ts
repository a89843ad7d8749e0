import { randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { addToWatchlist } from '@specie/service/compliance/list/own.ts'
import { explainOwn } from '@specie/service/compliance/screening/explain.ts'
import { registerParties } from '@specie/service/compliance/screening/register.ts'
import { expect, test } from 'vitest'
import { changeOf, deskForEachTest, type Desk, funded, million, mint as mintNow, topUp } from '../issuance.ts'
import { decideParties, holdsOn, matchedParties } from './desk.ts'
import { asking, type Asking, servicesForEachTest } from './services.ts'

// What outside services say about institutions and their people: asked at registration and every day.

const services = servicesForEachTest()
let desk: Desk
let asks: Asking
let env: Env
deskForEachTest(async (fresh) => {
  desk = fresh
  asks = asking(fresh.env, services)
  env = asks.env
  await topUp(env, 'CHF', 10n * million)
})

/** A funded institution with a name of its own. */
async function client() {
  const id = await funded(env, { CHF: 100_000_000n })
  const name = `Brisantolo ${randomUUID().slice(0, 8)} Merkuvand AG`
  await desk.database.owner.query('update directory.institution set name = $2 where id = $1', [id, name])
  return { id, name }
}

/** A director of it, whose data is sealed. */
async function director(institutionId: string, name: string): Promise<string> {
  const id = randomUUID()
  const party = { kind: 'person', name, born: '1971-03-09' } as const
  await env.db.tx((tx) =>
    registerParties(env, tx, institutionId, ['person'], [{ kind: 'person', id, part: 'name', party }]),
  )
  return id
}

/** A mint, when the rate is as new as the clock of the test. */
async function mint(by: Env, id: string, over: Record<string, string> = {}) {
  await desk.database.owner.query('update markets.rate set at = $1, received_at = $1', [by.clock.now()])
  return mintNow(by, id, over)
}

const statusOf = async (id: string, request: string) => (await changeOf(env, id, request)).status
const whysOf = async (item: string) => (await holdsOn(env, item)).map(({ state, why }) => `${state}: ${why}`)
const both = 'waits for the answer of watchman and yente'

test('the first mint of an institution waits for the answers about itself, the next one does not', async () => {
  const { id, name } = await client()
  const { requestid, status } = await mint(env, id)
  expect([status, await whysOf(requestid)]).toEqual(['held', [`placed: ${both}`]])
  await asks.later(0)
  await advanceMints.run(env)
  expect([await statusOf(id, requestid), await whysOf(requestid)]).toEqual(['pending', [`released: ${both}`]])
  expect(await services.asked()).toEqual(expect.arrayContaining([`watchman ${name}`, `yente ${name}`]))
  expect((await mint(env, id, { quantity: '130000' })).status).toBe('pending')
})

test('registered parties are asked about every day, so that nothing of theirs waits', async () => {
  const { id, name } = await client()
  await mint(env, id)
  await asks.later(0)
  const count = async () => (await services.asked()).filter((one) => one.endsWith(name)).length
  expect(await count()).toBe(2)
  await asks.later(12)
  expect(await count()).toBe(2)
  await asks.later(9)
  expect(await count()).toBe(4)
  expect((await mint(env, id, { quantity: '130000' })).status).toBe('pending')
  // Without an answer for a day it waits again.
  await services.answer('silent')
  await asks.later(30)
  const { requestid, status } = await mint(env, id, { quantity: '140000' })
  expect([status, await whysOf(requestid)]).toEqual(['held', [`placed: ${both}`]])
})

test('an institution that an answer names since today: what is under way is held, until two people have decided', async () => {
  const { id, name } = await client()
  const { requestid } = await mint(env, id)
  await asks.later(0)
  await advanceMints.run(env)
  expect(await statusOf(id, requestid)).toBe('pending')
  await services.answer('match', name)
  await asks.later(21)
  await advanceMints.run(env)
  expect(await statusOf(id, requestid)).toBe('held')
  expect((await whysOf(requestid)).at(-1)).toBe('placed: a party of the institution matches an entry of a list')
  expect((await matchedParties(env, id)).map(({ states }) => states)).toEqual([['open', 'open']])
  await decideParties(env, id, 'clear')
  await asks.later(0)
  await advanceMints.run(env)
  expect(await statusOf(id, requestid)).toBe('pending')
  // The same answer on the next day is not asked about again.
  await asks.later(21)
  expect((await mint(env, id, { quantity: '130000' })).status).toBe('pending')
})

test('the data of a director is asked about, and stored sealed only', async () => {
  const { id } = await client()
  const name = `Ilmar ${randomUUID().slice(0, 8)} Vostrikanen`
  await services.answer('match', name)
  await director(id, name)
  await asks.later(0)
  expect(await services.asked()).toEqual(expect.arrayContaining([`watchman ${name}`, `yente ${name} 1971-03-09`]))
  const rows = await env.db.query(
    `select 1 from compliance.question where content::text like '%' || $1 || '%'
     union all select 1 from compliance.hit where content::text like '%' || $1 || '%'`,
    [name],
  )
  expect(rows).toEqual([])
  expect(await explainOwn(env, env.db, id)).toMatchObject([
    { name: 'a person of the case', party: null, why: [], listed: { list: 'yente' } },
    { name: 'a person of the case', party: null, why: [], listed: { list: 'watchman' } },
  ])
  const { requestid } = await mint(env, id)
  await asks.later(0)
  expect(await whysOf(requestid)).toContain('placed: a party of the institution matches an entry of a list')
})

test('a person who is added waits for the answers about them', async () => {
  const { id } = await client()
  await mint(env, id)
  await asks.later(0)
  await director(id, `Ilmar ${randomUUID().slice(0, 8)} Vostrikanen`)
  const { requestid, status } = await mint(env, id, { quantity: '130000' })
  expect([status, await whysOf(requestid)]).toEqual(['held', [`placed: ${both}`]])
  await asks.later(0)
  expect(await whysOf(requestid)).toEqual([`released: ${both}`])
})

test('parties that were registered before the services were set are asked about', async () => {
  const { id, name } = await client()
  expect((await mint(desk.env, id)).status).toBe('pending')
  await asks.later(60)
  expect(await services.asked()).toEqual(expect.arrayContaining([`watchman ${name}`, `yente ${name}`]))
  expect((await mint(env, id, { quantity: '130000' })).status).toBe('pending')
})

test('entities of a service are compared with no other party, and are no version that parties are compared with', async () => {
  const { id, name } = await client()
  await services.answer('match', name)
  await mint(env, id)
  await asks.later(0)
  const rows = await env.db.query(
    `select list, count(*)::int as entries from compliance.list_entry where ended is null group by list order by list`,
  )
  expect(rows).toEqual([
    { list: 'watchman', entries: 1 },
    { list: 'yente', entries: 1 },
  ])
  await env.db.tx((tx) => addToWatchlist(tx, [{ name: 'Else', list: 'test', effect: 'review' }], env.clock.now()))
  await asks.later(0)
  const compared = await env.db.query(
    'select distinct v.list from compliance.rescreening r join compliance.list_version v on v.id = r.version_id',
  )
  expect(compared).toEqual([{ list: 'own' }])
  await desk.database.owner.query(`update directory.institution set name = 'Kestrala Harbour Oy' where id = $1`, [id])
  await services.answer('none')
  const { requestid } = await mint(desk.env, id, { quantity: '130000' })
  expect(await whysOf(requestid)).not.toContain('placed: a party matches a list: yente')
})
