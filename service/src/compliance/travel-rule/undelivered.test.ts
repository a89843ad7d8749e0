import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { inquiryInDoubt } from '@specie/test/people/exchange-row.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { decideInquiry, retryMessage } from './decide.ts'
import { exchangeView } from './list.ts'
import { advanceExchanges } from './job.ts'
import { findExchange } from './row.ts'

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database.drop())

const by = () => ({ actor: 'ann', why: 'a test', at: env.clock.now() })

test('a message that is not taken for three days waits for staff, who may send it again', async () => {
  const id = await inquiryInDoubt(env, await newInstitution(env.db), 'Quellmark AG')
  await env.db.tx((tx) => decideInquiry(env, tx, id, 'reject', by()))
  const exchange = async () => (await findExchange(env.db, id))!
  const retry = () => env.db.tx((tx) => retryMessage(env, tx, id, by()))
  await advanceExchanges.run(env)
  expect(await exchange()).toMatchObject({ due: 'resolution', tries: 1, undelivered: null })
  await expect(retry()).rejects.toMatchObject({ details: { rule: 'state' } })
  // The tries of three days.
  await database.owner.query('update compliance.exchange set tries = 295, next_at = now() where id = $1', [id])
  await advanceExchanges.run(env)
  expect(await exchange()).toMatchObject({ due: null, next_at: null, undelivered: 'resolution' })
  expect(await advanceExchanges.run(env)).toBe(0)
  expect(await retry()).toBe('resolution')
  await advanceExchanges.run(env)
  expect(await exchange()).toMatchObject({ due: 'resolution', tries: 1, undelivered: null })
})

test('who reads the database finds no token of an exchange', async () => {
  const id = await inquiryInDoubt(env, await newInstitution(env.db), 'Quellmark AG')
  await env.db.tx((tx) => decideInquiry(env, tx, id, 'approve', by()))
  await advanceExchanges.run(env)
  const texts = await env.db.query<{ text: string }>(
    `select e::text as text from compliance.exchange e union all select m::text from compliance.exchange_message m`,
  )
  expect(texts.filter(({ text }) => /token/.test(text))).toEqual([])
})

test('staff see that a message was planted, next to the others', async () => {
  const id = await inquiryInDoubt(env, await newInstitution(env.db), 'Quellmark AG')
  await database.app.query(
    `insert into compliance.exchange_message (id, exchange_id, at, way, kind, authentic, says, sealed_body)
     values (gen_random_uuid(), $1, now(), 'received', 'resolution', true, '{"kind": "approved"}', 'planted')`,
    [id],
  )
  const { messages } = await exchangeView(env, id)
  expect(messages.map(({ text, problem }) => [text !== null, problem])).toEqual([
    [true, null],
    [false, expect.stringMatching(/has not written this message/)],
  ])
})
