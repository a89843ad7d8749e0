import { randomUUID } from 'node:crypto'
import { peopleCalls } from '@specie/protocol/people-calls.ts'
import { concerns, topicNames } from '@specie/protocol/web-api/topics.ts'
import type { Env } from '@specie/service/base/env.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { move, setActor } from '@specie/service/base/state-machine/move.ts'
import { kybMachine } from '@specie/service/onboarding/kyb/row.ts'
import { rooms } from '@specie/service/rooms.ts'
import { topicOfTable } from '@specie/service/web-api/changes/topics.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { newInstitution } from '../institution.ts'
import { funded } from '../issuance.ts'
import { member, staff } from '../people.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { post } from '../post.ts'
import { waitForOthers } from '../wait-for-others.ts'
import { as } from './portal.ts'

// The feed of changes that keeps the pages of portal and console up to date: kinds of things, by role and institution.

let database: TestDatabase
let service: RunningService
let env: Env
let officer: ReturnType<typeof as>

beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url, { SPECIE_ROLE: 'api' })
  env = testEnv(database)
  officer = as(await staff(env, 'compliance'), service.origin)
})
afterAll(async () => {
  await service.stop()
  await env.runtime.close()
  await database.drop()
})

/** A page of this person, up to date. */
async function page(session: Session) {
  const call = as(session, service.origin)
  await waitForOthers(env.db)
  let cursor: string = (await call('GET', '/session')).body.changes
  return async (wait = 0): Promise<string[]> => {
    if (wait === 0) await waitForOthers(env.db)
    const { status, body } = await call('GET', `/changes?cursor=${cursor}&wait=${wait}`)
    expect(status, JSON.stringify(body)).toBe(200)
    cursor = body.next_cursor
    return body.topics
  }
}

const invite = async (): Promise<string> => {
  const admin = { admin_email: `${randomUUID()}@example.com`, admin_name: 'Erika Beispiel' }
  const { status, body } = await officer('POST', '/institutions', { name: 'Beispiel AG', channel: 'remote', ...admin })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.institutionid
}

test('staff learn which kinds of things have changed, as far as their roles may read them', async () => {
  const [nora, ida] = [await staff(env, 'compliance'), await staff(env, 'support')]
  const [compliance, support] = [await page(nora), await page(ida)]
  expect(await compliance()).toEqual([])
  expect(await support()).toEqual([])
  await invite()
  expect((await compliance()).toSorted()).toEqual(['institution', 'kyb', 'person'])
  expect((await support()).toSorted()).toEqual(['institution', 'person'])
  expect(await compliance()).toEqual([])
})

test('an institution learns of its own changes only, and of no internal step', async () => {
  const [acme, other] = [await funded(env, { CHF: 100n }), await newInstitution(env.db)]
  const [trader, stranger] = [await member(env, acme, 'trader'), await member(env, other, 'trader')]
  const [own, foreign] = [await page(trader), await page(stranger)]
  const steps = (...events: string[]) =>
    database.owner.tx(async (tx) => {
      await setActor(tx, { actor: 'officer', why: 'a test', at: env.clock.now() })
      for (const event of events)
        await move(tx, kybMachine, acme, event, { actor: 'officer', why: 'x', at: env.clock.now() })
    })
  await database.owner.tx(async (tx) => {
    await setActor(tx, { actor: 'officer', why: 'a test', at: env.clock.now() })
    await tx.query(`insert into onboarding.kyb_case values ($1, $1, 'draft', now(), now())`, [acme])
  })
  await steps('submit')
  expect(await own()).toEqual(['institution'])
  await steps('screen', 'require_edd')
  expect(await own()).toEqual([])
  await pay(acme)
  expect(await own()).toEqual(['balance'])
  expect(await foreign()).toEqual([])
})

const pay = (institution: string) =>
  post(env, {
    key: `paid:${institution}`,
    kind: 'wire_credited',
    lines: [
      debit(account('client', 'bank', 'CHF'), 5n),
      credit(account('client', 'available', institution, 'CHF'), 5n),
    ],
  })

test('a waiting call is answered by the change; the answers of an ended session are refusals', async () => {
  const session = await staff(env, 'mlro')
  const next = await page(session)
  const began = performance.now()
  const answer = next(25)
  await invite()
  expect(await answer).toContain('institution')
  expect(performance.now() - began).toBeLessThan(20_000)
  await as(session, service.origin)('POST', '/session/sign-out')
  expect((await as(session, service.origin)('GET', '/changes?wait=25')).status).toBe(401)
})

test('a cursor that says nothing, or too much, names every kind that the roles may read', async () => {
  const auditor = as(await staff(env, 'auditor'), service.origin)
  for (const cursor of ['', 'words', '0-0', `${10n ** 17n}-0`]) {
    const { body } = await auditor('GET', `/changes?cursor=${cursor}`)
    expect(body.topics.length, cursor).toBeGreaterThan(topicNames.length - 4)
  }
})

test('every read of people says what it shows, and every table with versions has a topic or none', () => {
  const reads = peopleCalls.filter(({ method, download, name }) => method === 'GET' && !download && name !== 'changes')
  expect(Object.keys(concerns).toSorted()).toEqual(reads.map(({ name }) => name).toSorted())
  const undecided = Object.keys(rooms.tables).filter((table) => topicOfTable(rooms, table) === undefined)
  expect(undecided).toEqual([])
})
