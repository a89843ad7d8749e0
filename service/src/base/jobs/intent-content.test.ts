import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Effect, performIntent, recordIntent } from './intents.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('a retried intent keeps the content of its first attempt, even if its source has changed (E1)', async () => {
  const env = testEnv(database)
  const key = `test:${randomUUID()}`
  await env.db.tx((tx) => recordIntent(tx, { key, effect: 'test', subject: randomUUID() }, new Date()))
  const sent: string[] = []
  let name = 'Acme'
  const effect: Effect<null, { name: string }> = {
    request: async () => ({ name }),
    send: async (_key, request) => {
      sent.push(request.name)
      throw new Error('connection refused')
    },
    lookup: async () => null,
    settle: async () => {},
  }
  expect(await performIntent(env, key, effect)).toBe('unknown')
  name = 'Acme Treasury AG'
  expect(await performIntent(env, key, effect)).toBe('unknown')
  expect(sent).toEqual(['Acme', 'Acme'])
  const change = env.db.query(`update work.intent set state = 'sent', request = '{}' where key = $1`, [key])
  await expect(change).rejects.toThrow('another content')
})
