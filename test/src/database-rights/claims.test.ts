import { randomUUID } from 'node:crypto'
import type { Sql, Tx } from '@specie/service/base/database/db.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { guardedBy, insert, put, errorOf, undone, wentThrough } from './rows.ts'

// Functions of the database that processes depend on: the holder of a claim, the cached state of a key, the noted rows.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

describe('a claim', () => {
  const [ann, bob] = [randomUUID(), randomUUID()]
  const take = async (sql: Sql, name: string, holder: string) =>
    (await sql.query<{ token: bigint }>('select work.take_claim($1, $2) as token', [name, holder]))[0]!.token
  const stands = (tx: Tx, name: string, holder: string, token: bigint) =>
    errorOf(tx, async () => {
      await tx.query(`select pg_current_xact_id()`) // like a writer
      await tx.query('select work.assert_claim($1, $2, $3)', [name, holder, token])
    })

  test('has a number that rises exactly when another process takes it over', () =>
    undone(database.app, async (tx) => {
      expect(await take(tx, 'job', ann)).toBe(1n)
      expect(await take(tx, 'job', ann)).toBe(1n)
      expect(await take(tx, 'job', bob)).toBe(2n)
      expect(await take(tx, 'other', ann)).toBe(1n)
      expect(await take(tx, 'job', ann)).toBe(3n)
    }))

  test('is taken without waiting for the disk: a crash ends its work too', () =>
    undone(database.app, async (tx) => {
      await take(tx, 'job', ann)
      expect(await tx.query(`select current_setting('synchronous_commit') as waits`)).toEqual([{ waits: 'off' }])
    }))

  test('holds for its name, its holder and its number only', () =>
    undone(database.app, async (tx) => {
      await take(tx, 'job', ann)
      await take(tx, 'other', bob)
      const lost = (name: string) => `${name} has passed to another process`
      expect(await stands(tx, 'job', ann, 1n)).toBe(wentThrough)
      expect(await stands(tx, 'job', bob, 1n)).toBe(lost('job'))
      expect(await stands(tx, 'job', ann, 2n)).toBe(lost('job'))
      expect(await stands(tx, 'other', ann, 1n)).toBe(lost('other'))
      expect(await stands(tx, 'nobody', ann, 1n)).toBe(lost('nobody'))
    }))

  test('is not checked for a reader', () =>
    undone(database.app, async (tx) => {
      expect(await tx.query(`select work.assert_claim('nobody', $1, 1)`, [ann])).toHaveLength(1)
    }))

  test('cannot pass to another before its work is committed', async () => {
    const token = await take(database.app, 'long', ann)
    await undone(database.app, async (tx) => {
      await tx.query(`select pg_current_xact_id()`)
      await tx.query('select work.assert_claim($1, $2, $3)', ['long', ann, token])
      const taken = undone(database.owner, async (other) => {
        await other.query(`set local lock_timeout = '100 ms'`)
        return errorOf(other, () => take(other, 'long', bob))
      })
      expect(await taken).toMatch(/lock timeout/)
    })
    expect(await take(database.app, 'long', bob)).toBe(token + 1n)
  })
})

describe('the standing of a key has a new version', () => {
  const [acme, beta] = [randomUUID(), randomUUID()]
  const keys = { [randomUUID()]: acme, [randomUUID()]: acme, [randomUUID()]: beta }

  /** The increase of each key's version: those of Acme, then that of Beta. */
  async function risen(change: (tx: Tx) => Promise<unknown>): Promise<number[]> {
    const tables = ['access.api_key', 'onboarding.agreement', 'onboarding.kyb_case', 'access.key_use']
    return undone(database.owner, async (tx) => {
      await guardedBy(tx, 'access.raise_key_version', ...tables)
      await put(tx, 'onboarding.agreement', { institution_id: acme, state: 'active', product: 'x' })
      await put(tx, 'onboarding.kyb_case', { institution_id: acme, state: 'approved' })
      for (const [id, institution_id] of Object.entries(keys)) {
        await put(tx, 'access.api_key', { id, institution_id, state: 'active' })
        await put(tx, 'access.key_use', { key_id: id, version: 5 })
      }
      await change(tx)
      const rows = await tx.query<{ id: string; risen: number }>(
        'select key_id as id, (version - 5)::int as risen from access.key_use',
      )
      return Object.keys(keys).map((key) => rows.find(({ id }) => id === key)!.risen)
    })
  }

  // In the lock order of admission: in any other order the two could deadlock.
  test('key by key in the order of their ids, without blocking others', async () => {
    const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    const [ours, theirs] = [randomUUID(), randomUUID()]
    const [stranger, low, high] = [idOf(1), idOf(2), idOf(3)]
    await database.owner.tx(async (tx) => {
      for (const id of [ours, theirs]) await put(tx, 'directory.institution', { id })
      for (const id of [high, low, stranger]) {
        const institution_id = id === stranger ? theirs : ours
        await put(tx, 'access.api_key', { id, institution_id, state: 'active' })
        await put(tx, 'access.key_use', { key_id: id })
      }
    })
    const signed = undone(database.owner, async (tx) => {
      await tx.query('select from access.key_use where key_id = $1 for update', [low])
      const signing = database.owner.tx(async (other) => {
        await other.query(`select state.set_actor('test', 'because', now())`)
        const agreement = { institution_id: ours, state: 'drafted', product: 'crypto_conversion' }
        await insert(other, 'onboarding.agreement', agreement)
      })
      await Promise.race([someoneWaits(), signing])
      const lock = (id: string) =>
        errorOf(tx, () => tx.query('select from access.key_use where key_id = $1 for update nowait', [id]))
      expect([await lock(high), await lock(stranger)]).toEqual([wentThrough, wentThrough])
      return { signing }
    })
    await (
      await signed
    ).signing
  })

  async function someoneWaits(): Promise<void> {
    const waiting = `select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
    await expect.poll(async () => (await database.app.query(waiting)).length, { timeout: 30_000 }).toBeGreaterThan(0)
  }

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['an agreement comes', (tx) => insert(tx, 'onboarding.agreement', { institution_id: acme, state: 'drafted' })],
    ['an agreement changes', (tx) => tx.query(`update onboarding.agreement set state = 'terminated'`)],
    ['an agreement goes', (tx) => tx.query('delete from onboarding.agreement')],
    ['its KYB case changes', (tx) => tx.query(`update onboarding.kyb_case set state = 'suspended'`)],
  ])('when %s; others have not', async (_what, change) => {
    expect(await risen(change)).toEqual([1, 1, 0])
  })
})

test('each new or changed row is noted, with the hash of its content', () =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, 'audit.note_access_api_key', 'access.api_key')
    const [one, two] = [randomUUID(), randomUUID()]
    const noted = () =>
      tx.query<{ id: string; current: boolean }>(
        `select v.id, v.hash = sha256(convert_to(to_jsonb(k)::text, 'UTF8')) as current
         from audit.version v left join access.api_key k on k.id::text = v.id
         where v.name = 'access.api_key' order by v.ctid`,
      )
    await tx.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'`)
    for (const id of [one, two]) await insert(tx, 'access.api_key', { id, state: 'active', label: id })
    expect(await noted()).toEqual([one, two].map((id) => ({ id, current: true })))
    await tx.query(`update access.api_key set label = 'new' where id = $1`, [two])
    await tx.query('update access.api_key set label = label')
    expect(await noted()).toEqual([
      { id: one, current: true },
      { id: two, current: false },
      { id: two, current: true },
    ])
    await tx.query(`update access.api_key set label = case id when $1 then 'other' else label end`, [one])
    expect((await noted()).map(({ id, current }) => `${id} ${current}`)).toEqual([
      `${one} false`,
      `${two} false`,
      `${two} true`,
      `${one} true`,
    ])
  }))
