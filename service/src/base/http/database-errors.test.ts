import type { FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../database/db.ts'
import { databaseAnswer } from './database-errors.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.owner.query(
    'create table public.things (id int primary key); insert into public.things values (1), (2)',
  )
})
afterAll(() => database.drop())

const answerTo = (error: unknown) => databaseAnswer(testEnv(database), {} as FastifyRequest, error)

/** Updates two rows in this order, with a pause between them. */
const update = (db: Db, ids: readonly [number, number]): Promise<void> =>
  db.tx(async (tx) => {
    await tx.query('update public.things set id = id where id = $1', [ids[0]])
    await sleep(200)
    await tx.query('update public.things set id = id where id = $1', [ids[1]])
  })

test('a deadlock is a 503 that asks to send the request again, not an internal error', async () => {
  const outcomes = await Promise.allSettled([update(database.owner, [1, 2]), update(database.owner, [2, 1])])
  const [lost, ...others] = outcomes.filter((one) => one.status === 'rejected')
  expect(others).toEqual([])
  expect(answerTo(lost!.reason)).toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } })
})

test('a serialization failure is answered likewise', async () => {
  const failing = database.owner.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    await tx.query('select from public.things')
    await database.owner.query('update public.things set id = id where id = 1')
    await tx.query('update public.things set id = id where id = 1')
  })
  const error = await failing.then(() => null).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: '40001' })
  expect(answerTo(error)).toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } })
})

test('a defect of ours is not called temporary', async () => {
  const error = await database.owner.query('select * from nothing').catch((reason: unknown) => reason)
  expect(answerTo(error)).toBeNull()
})
