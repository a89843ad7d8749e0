import { randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import { dropIntent, performIntent, recordIntent, unarrived, type Effect } from '@specie/service/base/jobs/intents.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from './database.ts'
import { testEnv } from './env.ts'

// Outside effects happen once, despite lost answers and crashes (E1).

let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})

afterAll(() => database.drop())

async function recorded(): Promise<string> {
  const key = `test:${randomUUID()}`
  await env.db.tx((tx) => recordIntent(tx, { key, effect: 'test', subject: randomUUID() }, new Date()))
  return key
}

/** An outside world that carries out requests, with or without an answer. */
function world() {
  const done = new Map<string, number>()
  const settled: string[] = []
  const effect: Effect<{ ok: true }> = {
    send: async (key) => {
      done.set(key, (done.get(key) ?? 0) + 1)
      return { ok: true }
    },
    lookup: async (key) => (done.has(key) ? { ok: true } : null),
    settle: async (_tx, _outcome) => void settled.push('settled'),
  }
  return { done, settled, effect }
}

test('is sent and settled once, for any number of attempts', async () => {
  const key = await recorded()
  const { done, settled, effect } = world()
  for (let i = 0; i < 3; i += 1) expect(await performIntent(env, key, effect)).toBe('settled')
  expect(done.get(key)).toBe(1)
  expect(settled).toEqual(['settled'])
})

test('an accepted one without an answer is looked up, not sent again', async () => {
  const key = await recorded()
  const { done, settled, effect } = world()
  const lost: typeof effect = {
    ...effect,
    send: async (sent, request) => {
      await effect.send(sent, request)
      throw new Error('timeout')
    },
  }
  expect(await performIntent(env, key, lost)).toBe('unknown')
  expect(await performIntent(env, key, lost)).toBe('settled')
  expect(done.get(key)).toBe(1)
  expect(settled).toEqual(['settled'])
})

test('one that never arrived is sent again under its key', async () => {
  const key = await recorded()
  const { done, effect } = world()
  let tries = 0
  const flaky: typeof effect = {
    ...effect,
    send: async (sent, request) => {
      tries += 1
      if (tries < 3) throw new Error('connection refused')
      return effect.send(sent, request)
    },
  }
  expect(await performIntent(env, key, flaky)).toBe('unknown')
  expect(await performIntent(env, key, flaky)).toBe('unknown')
  expect(await performIntent(env, key, flaky)).toBe('settled')
  expect(done.get(key)).toBe(1)
})

test('its permission is checked before each attempt, and never after its arrival', async () => {
  const key = await recorded()
  const { done, effect } = world()
  let allowed = false
  const guarded: typeof effect = { ...effect, mayBeSent: async () => allowed }
  const refused = { ...guarded, send: async () => Promise.reject(new Error('the door is closed')) }
  expect(await performIntent(env, key, guarded)).toBe('waiting')
  allowed = true
  expect(await performIntent(env, key, refused)).toBe('unknown')
  allowed = false
  expect(await performIntent(env, key, guarded)).toBe('waiting')
  expect(done.size).toBe(0)
  await effect.send(key, null) // the first attempt arrives after all
  expect(await performIntent(env, key, guarded)).toBe('settled')
  expect(done.get(key)).toBe(1)
})

test('one that did not arrive is dropped only if it can no longer arrive and was not sent since', async () => {
  const key = await recorded()
  const { effect } = world()
  const refused = { ...effect, send: async () => Promise.reject(new Error('the door is closed')) }
  const at = (minutes: number): Env => ({
    ...env,
    clock: { ...env.clock, now: () => new Date(Date.now() + minutes * 60_000) },
  })
  const drop = (sentAt: Date | null) => env.db.tx((tx) => dropIntent(tx, key, new Date(), sentAt))
  expect(await unarrived(env, key, effect.lookup)).toBeNull() // not sent yet
  await performIntent(env, key, refused)
  expect(await unarrived(env, key, effect.lookup)).toBeNull()
  expect(await drop(null)).toBe(false)
  const first = await unarrived(at(2), key, effect.lookup)
  expect(first).not.toBeNull()
  await performIntent(at(3), key, refused)
  expect(await drop(first)).toBe(false)
  expect(await drop(await unarrived(at(5), key, effect.lookup))).toBe(true)
  expect(await performIntent(at(6), key, effect)).toBe('settled')
})

test('an unbookable outcome leaves the intent open', async () => {
  const key = await recorded()
  const { effect } = world()
  const broken: typeof effect = { ...effect, settle: async () => Promise.reject(new Error('no such account')) }
  expect(await performIntent(env, key, broken)).toBe('unknown')
  expect(await performIntent(env, key, effect)).toBe('settled')
})

test('a settled intent cannot be opened again', async () => {
  const key = await recorded()
  await performIntent(env, key, world().effect)
  await expect(
    env.db.query(`update work.intent set state = 'sent', outcome = null where key = $1`, [key]),
  ).rejects.toThrow(/cannot go from/)
})
