import { randomUUID } from 'node:crypto'
import type { Tx } from '@specie/service/base/database/db.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { guardedBy, put, undone } from './rows.ts'

// The rows that the database deletes, and the exact limits.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const before = '2026-01-01T00:00:00.000Z'
const at = (ms: number) => new Date(Date.parse(before) + ms).toISOString()
const day = 86_400_000

describe('answers', () => {
  const forgetting = <T>(work: (tx: Tx) => Promise<T>) =>
    undone(database.owner, async (tx) => {
      await guardedBy(tx, null, 'work.request', 'work.used_id')
      return work(tx)
    })
  const requested = (tx: Tx, clreqid: string, created_at: string) => put(tx, 'work.request', { clreqid, created_at })
  const forget = async (tx: Tx, until: string, most = 10) =>
    (await tx.query<{ gone: number }>('select work.delete_old_answers($1, $2) as gone', [until, most]))[0]!.gone
  const left = async (tx: Tx, table = 'work.request') =>
    (await tx.query<{ id: string }>(`select clreqid as id from ${table} order by 1`)).map(({ id }) => id)

  test('are deleted above the given age, and leave their ids with their time', () =>
    forgetting(async (tx) => {
      await requested(tx, 'older', at(-1))
      await requested(tx, 'just', at(0))
      expect(await forget(tx, before)).toBe(1)
      expect(await left(tx)).toEqual(['just'])
      expect(await tx.query('select clreqid, used_at from work.used_id')).toEqual([
        { clreqid: 'older', used_at: new Date(at(-1)) },
      ])
    }))

  test('stay for ninety days, even if a shorter age is given', () =>
    forgetting(async (tx) => {
      await requested(tx, 'young', new Date(Date.now() - 89 * day).toISOString())
      await requested(tx, 'old', new Date(Date.now() - 91 * day).toISOString())
      expect(await forget(tx, new Date(Date.now() + 365 * day).toISOString())).toBe(1)
      expect(await left(tx)).toEqual(['young'])
    }))

  test('are deleted oldest first, up to the given number', () =>
    forgetting(async (tx) => {
      for (const [n, id] of ['c', 'b', 'a'].entries()) await requested(tx, id, at(n * 1_000 - day))
      expect(await forget(tx, before, 2)).toBe(2)
      expect(await left(tx)).toEqual(['a'])
      expect(await left(tx, 'work.used_id')).toEqual(['b', 'c'])
    }))

  test('are left for the next time while they are in use', async () => {
    const institution_id = randomUUID()
    await database.owner.tx(async (tx) => {
      await put(tx, 'directory.institution', { id: institution_id })
      for (const clreqid of ['free', 'held'])
        await put(tx, 'work.request', { institution_id, clreqid, created_at: at(-day) })
    })
    const found = await undone(database.owner, async (tx) => {
      await tx.query(`select from work.request where clreqid = 'held' for update`)
      return undone(database.app, async (other) => {
        await other.query(`set local lock_timeout = '10 s'`)
        await forget(other, before)
        return left(other)
      })
    })
    expect(found).toEqual(['held'])
  })
})

describe('quotes', () => {
  /** An id of ours with that time. */
  const idOf = (ms: number, n = 0) => {
    const time = (Date.parse(before) + ms).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-00000000000${n}`
  }
  const forgetting = <T>(work: (tx: Tx) => Promise<T>) =>
    undone(database.owner, async (tx) => {
      await guardedBy(tx, null, 'trading.quote', 'trading.conversion', 'trading.quote_hold', 'work.horizon')
      return work(tx)
    })
  const quoted = (tx: Tx, ms: number, over: Record<string, unknown> = {}) =>
    put(tx, 'trading.quote', { id: idOf(ms), expires_at: at(ms + 1), ...over })
  const forget = async (tx: Tx, until = before, most = 10) =>
    (await tx.query<{ gone: number }>('select trading.delete_expired_quotes($1, $2) as gone', [until, most]))[0]!.gone
  const left = async (tx: Tx) =>
    (await tx.query<{ id: string }>('select id::text from trading.quote order by 1')).map(({ id }) => id)
  const horizon = (tx: Tx) => tx.query('select name, before, done from work.horizon')
  const minute = 60_000

  test('are deleted when they were made and expired before', () =>
    forgetting(async (tx) => {
      await quoted(tx, -2)
      await quoted(tx, -3, { expires_at: at(0) })
      await quoted(tx, 0, { expires_at: at(-1) })
      expect(await forget(tx)).toBe(1)
      expect(await left(tx)).toEqual([idOf(-3), idOf(0)])
    }))

  test('stay when they were accepted, or are still valid', () =>
    forgetting(async (tx) => {
      for (const n of [1, 2, 3]) await quoted(tx, -day, { id: idOf(-day, n) })
      await put(tx, 'trading.conversion', { quote_id: idOf(-day, 1) })
      await put(tx, 'trading.quote_hold', { quote_id: idOf(-day, 2) })
      expect(await forget(tx)).toBe(1)
      expect(await left(tx)).toEqual([idOf(-day, 1), idOf(-day, 2)])
    }))

  test('stay for ninety days, even if a shorter age is given', () =>
    forgetting(async (tx) => {
      await quoted(tx, Date.now() - 89 * day - Date.parse(before))
      expect(await forget(tx, new Date(Date.now() + 365 * day).toISOString())).toBe(0)
    }))

  test('are deleted oldest first; the position is stored when all are gone, and never returns', () =>
    forgetting(async (tx) => {
      const epoch = new Date(0)
      for (const n of [3, 2, 1]) await quoted(tx, -n * day)
      expect(await forget(tx, before, 2)).toBe(2)
      expect(await left(tx)).toEqual([idOf(-day)])
      expect(await horizon(tx)).toEqual([{ name: 'trading.quote', before: new Date(before), done: epoch }])
      expect(await forget(tx, before, 2)).toBe(1)
      const looked = { name: 'trading.quote', before: new Date(before), done: new Date(at(-minute)) }
      expect(await horizon(tx)).toEqual([looked])
      expect(await forget(tx, at(-day))).toBe(0)
      expect(await horizon(tx)).toEqual([looked])
    }))

  test('are searched from the last position', () =>
    forgetting(async (tx) => {
      await forget(tx)
      await quoted(tx, -minute - 1)
      await quoted(tx, -minute)
      expect(await forget(tx)).toBe(1)
      expect(await left(tx)).toEqual([idOf(-minute - 1)])
    }))

  test('of a partly used batch do not affect other rows of the service', () =>
    forgetting(async (tx) => {
      await put(tx, 'work.horizon', { name: 'other', before: at(-day), done: at(-day) })
      await forget(tx)
      expect(await tx.query(`select before, done from work.horizon where name = 'other'`)).toEqual([
        { before: new Date(at(-day)), done: new Date(at(-day)) },
      ])
    }))
})
