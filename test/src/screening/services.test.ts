import { randomInt, randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import { listOverview } from '@specie/service/compliance/list/overview.ts'
import { placeHold } from '@specie/service/compliance/holds.ts'
import { explainParties } from '@specie/service/compliance/screening/explain.ts'
import { named } from '@specie/service/compliance/screening/party.ts'
import { sendToService } from '@specie/service/compliance/services/call.ts'
import { attributeWires } from '@specie/service/banking/wire/attribute.ts'
import { expect, test } from 'vitest'
import { balances } from '../balances.ts'
import { bankFilesForEachTest, importAndAttribute, type Reported } from '../banking/at-bank.ts'
import { decideHold } from '../people.ts'
import { holdsOn, listed } from './desk.ts'
import { asking, type Asking, servicesForEachTest } from './services.ts'
import type { Mode } from './services-process.ts'

// A second opinion of Moov Watchman and of OpenSanctions yente, which run as a process and answer in their recorded form.

const services = servicesForEachTest()
let at: Reported
let desk: Asking
let env: Env
bankFilesForEachTest((reported) => {
  at = reported
  desk = asking(reported.env, services)
  env = desk.env
})

/** Acme itself, in a spelling of its own: another party for the services, and not another sender for the desk. */
const someone = (): string =>
  'Acme Treasury AG'.replaceAll(/./g, (letter) => (randomInt(2) === 0 ? letter.toUpperCase() : letter.toLowerCase()))

/** A wire to Acme from this sender. */
async function wireFrom(name: string, over: Env = env): Promise<string> {
  const bankref = randomUUID().slice(0, 12)
  const counterparty = { name, account: 'CH9300762011623852957', bic: null }
  await importAndAttribute(over, at.bank.notify([at.quoting(bankref, { counterparty })]))
  const [row] = await env.db.query<{ id: string }>('select id from banking.wire where bankref = $1', [bankref])
  return row!.id
}
const stateOf = async (id: string) =>
  (await env.db.query<{ state: string }>('select state from banking.wire where id = $1', [id]))[0]!.state
const ofScreening = async (id: string) => (await holdsOn(env, id)).filter(({ reason }) => reason === 'sanctions_review')
const whysOf = async (id: string) => (await ofScreening(id)).map(({ state, why }) => `${state}: ${why}`)
const outcomesOf = async (id: string) => {
  const rows = await env.db.query<{ outcome: string }>(
    'select outcome from compliance.screening where subject_id = $1 order by screened_at, id',
    [id],
  )
  return rows.map(({ outcome }) => outcome)
}
/** The jobs work, and wires that wait no longer are credited. */
async function later(hours: number): Promise<void> {
  await desk.later(hours)
  await attributeWires.run(env)
}
const both = 'waits for the answer of watchman and yente'

test('a wire waits until both services have answered; the answers count for a day', async () => {
  const sender = someone()
  const id = await wireFrom(sender)
  expect([await stateOf(id), await whysOf(id)]).toEqual(['held', [`placed: ${both}`]])
  expect(await outcomesOf(id)).toEqual(['closed'])
  await later(0)
  expect([await stateOf(id), await whysOf(id)]).toEqual(['credited', [`released: ${both}`]])
  expect((await services.asked()).slice(-2).toSorted()).toEqual([`watchman ${sender}`, `yente ${sender}`])
  // The answers are here already.
  const next = await wireFrom(sender)
  expect([await stateOf(next), await whysOf(next), await outcomesOf(next)]).toEqual(['credited', [], ['clear']])
  await later(25)
  const afterADay = await wireFrom(sender)
  expect([await stateOf(afterADay), await whysOf(afterADay)]).toEqual(['held', [`placed: ${both}`]])
  await later(0)
  expect([await stateOf(afterADay), (await balances(env, at.acme)).get('CHF')?.available]).toEqual([
    'credited',
    300_000n,
  ])
})

test('a match holds, with the explanation of the service, until two people have decided; once for the pair', async () => {
  await services.answer('match')
  const sender = someone()
  const id = await wireFrom(sender)
  await later(0)
  expect(await stateOf(id)).toBe('held')
  expect(await whysOf(id)).toEqual([`released: ${both}`, 'placed: a party matches a list: watchman, yente'])
  const explained = await explainParties(env, env.db, at.acme, [named(sender)])
  expect(explained).toMatchObject([
    {
      name: sender,
      alike: 'Kestrala Harbour Oy',
      score: 0.97,
      why: ['name match 0.97: [kestrala harbour oy] ≈ [Kestrala Harbour Oy]'],
      listed: { list: 'yente', effect: 'review', entry: { reference: 'NK-zzInventedEntity01' } },
      state: 'open',
    },
    {
      alike: 'Ilmar Aleksi VOSTRIKANEN',
      score: 0.9312,
      listed: { list: 'watchman', entry: { reference: 'us_ofac 990417', programmes: ['SDGT'] } },
    },
  ])
  await decideHold(env, (await ofScreening(id))[1]!.id, 'release')
  await later(0)
  expect(await stateOf(id)).toBe('credited')
  const next = await wireFrom(sender)
  expect([await stateOf(next), await whysOf(next)]).toEqual(['credited', []])
  // The entities that matched are compared with no other party.
  await services.answer('none')
  const other = await wireFrom('Kestrala Harbour Oy')
  await later(0)
  expect(await whysOf(other)).toEqual([`released: ${both}`])
})

test('a match that people confirm holds every further wire; a rejected wire waits for nothing else', async () => {
  await services.answer('match')
  const sender = someone()
  const id = await wireFrom(sender)
  await later(0)
  await decideHold(env, (await ofScreening(id))[1]!.id, 'reject')
  await later(0)
  expect(await stateOf(id)).not.toBe('held')
  const next = await wireFrom(sender)
  expect([await stateOf(next), await whysOf(next)]).toEqual([
    'held',
    ['placed: a party matches a list: watchman, yente'],
  ])
})

const failures: readonly (readonly [Mode, RegExp])[] = [
  ['error', /it answered 500/],
  ['malformed', /no JSON/],
  ['other form', /another form/],
  ['silent', /did not answer in time/],
  ['no lists', /no lists yet|Index not ready/],
]

test.each(failures)(
  'a service whose answer is «%s» holds, staff see it, and a later answer releases',
  async (mode, problem) => {
    await services.answer(mode)
    const id = await wireFrom(someone())
    await later(0)
    expect([await stateOf(id), await whysOf(id)]).toEqual(['held', [`placed: ${both}`]])
    const silent = (await listOverview(env)).filter(({ list }) => list === 'watchman' || list === 'yente')
    expect(silent).toMatchObject([
      { state: 'silent', failed_at: expect.any(String), failure: expect.stringMatching(problem) },
      { state: 'silent', failed_at: expect.any(String), failure: expect.stringMatching(problem) },
    ])
    // It is not asked again at once.
    const again = await env.db.query('select from compliance.question where failed_at is not null and due_at <= $1', [
      env.clock.now(),
    ])
    expect(again).toEqual([])
    await services.answer('none')
    await later(1)
    expect([await stateOf(id), await whysOf(id)]).toEqual(['credited', [`released: ${both}`]])
    expect((await listOverview(env)).filter(({ state }) => state === 'silent')).toEqual([])
  },
)

test('one answer is not enough, and people can release an item that waits', async () => {
  const sender = someone()
  const only = asking(at.env, services, 'watchman')
  const first = await wireFrom(sender, only.env)
  expect(await whysOf(first)).toEqual(['placed: waits for the answer of watchman'])
  await only.later(0)
  const second = await wireFrom(sender)
  expect(await whysOf(second)).toEqual(['placed: waits for the answer of yente'])
  await decideHold(env, (await ofScreening(second))[0]!.id, 'release')
  await attributeWires.run(env)
  expect([await stateOf(second), await whysOf(second)]).toEqual([
    'credited',
    ['released: waits for the answer of yente'],
  ])
})

test('our own lists hold too, and an answer without a match does not release that', async () => {
  const sender = `Brisanto ${randomUUID().slice(0, 8)} Merkuvand AG`
  await listed(env, sender)
  const id = await wireFrom(sender)
  await later(0)
  expect(await whysOf(id)).toEqual(['placed: a party matches a list: own', `released: ${both}`])
})

test('the service alone releases nothing by rows that it plants', async () => {
  await services.answer('silent')
  const sender = someone()
  const id = await wireFrom(sender)
  const [hold] = await ofScreening(id)
  const plant = (text: string, values: unknown[] = []) => env.db.query(text, values)
  const answered = `update compliance.question set answered_at = $1, matches = '{abc}'`
  await expect(plant(answered, [env.clock.now()])).rejects.toThrow(/no row of compliance.hit/)
  const newQuestion = `insert into compliance.question (party_hash, service, content, answered_at, created_at)
    values ('x', 'yente', '{}', now(), now())`
  await expect(plant(newQuestion)).rejects.toThrow(/permission denied/)
  // The answer about another party would count for the sender.
  const other = `insert into compliance.question (party_hash, service, content, created_at)
    select party_hash || ' ', service, content, created_at from compliance.question where content is not null limit 1`
  await expect(plant(other)).rejects.toThrow(/not that of its party/)
  // A hold that people have placed, or one about a match, gets no questions.
  const byHand = { institutionId: at.acme, on: id, reason: 'sanctions_review' } as const
  const { holdid } = await env.db.tx((tx) => placeHold(env, tx, byHand, 'ann'))
  const added = `insert into compliance.hold_question (hold_id, party_hash, service)
    select $1, party_hash, service from compliance.question limit 1`
  await expect(plant(added, [holdid])).rejects.toThrow(/about no other hit or question/)
  const released = `update compliance.hold set state = 'released', maker = 'screening', checker = 'service' where id = $1`
  await expect(plant(released, [hold!.id])).rejects.toThrow(/hold/)
  await services.answer('none')
  await later(1)
  expect(await whysOf(id)).toEqual([`released: ${both}`, 'placed: sanctions_review'])
})

test('names leave unencrypted only to a private network', async () => {
  const request = { method: 'GET', url: new URL('http://93.184.216.34:8084/v2/listinfo'), headers: {} } as const
  await expect(sendToService(env, 'watchman', request)).rejects.toThrow(/not a private address/)
})
