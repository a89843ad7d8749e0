import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/src/database.ts'
import { testEnv } from '../../../test/src/env.ts'
import { readConfig } from './config.ts'
import type { Env } from './env.ts'
import { eraseSubjects, subjectKey, subjectKeys } from './personal-data.ts'
import { open, seal } from './sealed.ts'

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database.drop())

const secret = Buffer.from('born on 31 January 1980')

test('sealed data opens with the same key and context only', () => {
  const key = randomBytes(32)
  const sealed = seal(key, 'person 1', secret)
  expect(open(key, 'person 1', sealed)).toEqual(secret)
  expect(sealed.includes('January')).toBe(false)
  expect(seal(key, 'person 1', secret)).not.toEqual(sealed)
  expect(() => open(randomBytes(32), 'person 1', sealed)).toThrow()
  expect(() => open(key, 'person 2', sealed)).toThrow()
  for (let i = 0; i < sealed.length; i += 1) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    expect(() => open(key, 'person 1', changed)).toThrow()
  }
})

const keyOf = (subject: string, on = env) => on.db.tx((tx) => subjectKey(on, tx, subject))

test('a subject has one key, and each subject another', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const keys = await Promise.all([keyOf(one), keyOf(one), keyOf(other)])
  const sealed = keys[0].seal('x', secret)
  expect(keys[1].open('x', sealed)).toEqual(secret)
  expect(() => keys[2].open('x', sealed)).toThrow()
})

test('an erased subject is gone: its key is nowhere in the database', async () => {
  const subject = randomUUID()
  await keyOf(subject)
  await env.db.tx((tx) => eraseSubjects(tx, [subject]))
  expect(await subjectKeys(env, env.db, [subject])).toEqual(new Map())
})

test('another master key opens nothing', async () => {
  const subject = randomUUID()
  await keyOf(subject)
  const stolen = testEnv(database, { config: readConfig({ PERSONAL_DATA_KEY: randomBytes(32).toString('base64') }) })
  await expect(subjectKeys(stolen, stolen.db, [subject])).rejects.toThrow(/PERSONAL_DATA_KEY is another one/)
})

test('production needs a key of its own', async () => {
  const uat = readConfig({}).personalDataKey!.toString('base64')
  expect(() => readConfig({ SPECIE_ENV: 'production', PERSONAL_DATA_KEY: uat })).toThrow(/key of UAT/)
  expect(() => readConfig({ PERSONAL_DATA_KEY: 'c2hvcnQ=' })).toThrow('PERSONAL_DATA_KEY must be 32 bytes in base64')
  const without = testEnv(database, { config: readConfig({ SPECIE_ENV: 'production' }) })
  await expect(keyOf(randomUUID(), without)).rejects.toThrow(/PERSONAL_DATA_KEY is not set/)
})
