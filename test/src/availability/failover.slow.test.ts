import { ClaimLost } from '@specie/service/base/database/claim.ts'
import { type Db, OutcomeUnknown, type Sql } from '@specie/service/base/database/db.ts'
import { connectAsService } from '@specie/service/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from '../programs/service.ts'
import { type Pair, startPair } from './servers.ts'
import { traceKey } from '../trace-key.ts'

// In this order: the pair goes through its failures one after the other.

let pair: Pair
const opened: Db[] = []

beforeAll(async () => {
  pair = await startPair()
  await pair.primary.ask('create table public.deed (who text); grant select, insert on public.deed to specie_app')
})

afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await pair.end()
})

function connected(url: string): Db {
  const db = connectAsService({ url, max: 3, traceKey })
  opened.push(db)
  return db
}

const action = (db: Db, who: string) => db.tx((tx) => tx.query('insert into public.deed values ($1)', [who]))
const actions = async (db: Db) => (await db.query<{ who: string }>('select who from public.deed')).map(({ who }) => who)

test('a session on a standby is refused, and a service there does not start', async () => {
  const db = connected(pair.standby.url)
  await expect(db.query('select 1')).rejects.toThrow(/is a standby; name the primary/)
  await expect(db.exclusive('work', async () => 'ran')).rejects.toThrow(/is a standby/)
  await expect(startService(pair.standby.url)).rejects.toThrow(/^DATABASE_URL names a database .* is a standby/)
})

test('of several servers the primary is used, in any order', async () => {
  const [one, other] = pair.both.match(/host=([^&]*)/)![1]!.split(',')
  const reversed = connected(pair.both.replace(`${one},${other}`, `${other},${one}`))
  await action(reversed, 'reversed')
  expect(await actions(connected(pair.both))).toEqual(['reversed'])
})

test('every session has its limits, even if the address asks for others', async () => {
  const db = connected(`${pair.primary.url}&options=-c%20statement_timeout%3D0`)
  const shown = (sql: Sql) =>
    sql.query(`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`)
  expect(await shown(db)).toEqual([{ statement: '5s', lock: '2s', idle: '10s' }])
  const atWork = await db.exclusive('work', () => db.tx(shown))
  expect(atWork).toEqual([{ statement: '1min', lock: '2s', idle: '10s' }])
})

test("a job's reads outside a transaction have its time limit, too", async () => {
  const db = connected(pair.primary.url)
  const slow = 'select pg_sleep(5.5)::text as slept'
  await expect(db.query(slow)).rejects.toThrow(/statement timeout/)
  expect(await db.exclusive('work', () => db.query(slow))).toEqual([{ slept: '' }])
})

test('a commit that no standby has confirmed is not reported as done', async () => {
  const db = connected(pair.primary.url)
  await pair.primary.ask(`alter system set synchronous_standby_names = 'nobody'`)
  await pair.primary.ask('select pg_reload_conf()')
  await expect.poll(() => db.query('show synchronous_standby_names')).toEqual([{ synchronous_standby_names: 'nobody' }])
  // One waits too long; for the other an administrator ends the wait.
  const waiting = action(db, 'unconfirmed')
  const hurried = db.query(`insert into public.deed values ('hurried')`)
  const ended = Promise.allSettled([waiting, hurried])
  const hurry = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query like '%hurried%'`
  await expect.poll(async () => (await pair.primary.ask(hurry)).rowCount).toBe(1)
  const [inTransaction, alone] = await ended
  await pair.primary.ask('alter system reset synchronous_standby_names')
  await pair.primary.ask('select pg_reload_conf()')
  expect(inTransaction).toMatchObject({ reason: expect.any(OutcomeUnknown) })
  expect(alone).toMatchObject({ reason: expect.any(OutcomeUnknown) })
  await expect.poll(() => db.query('show synchronous_standby_names')).toEqual([{ synchronous_standby_names: '' }])
  await pair.primary.ask('delete from public.deed')
})

test('a worker with a frozen server loses its work to one on the new primary, and can no longer commit', async () => {
  const service = await startService(pair.both, { DATABASE_PATIENCE: '1' })
  const ready = async () => (await fetch(`${service.origin}/readyz`)).status
  expect(await ready()).toBe(200)
  const [old, fresh] = [connected(pair.both), connected(pair.standby.url)]
  const [begun, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const caughtUp = `select pg_last_wal_replay_lsn() = pg_last_wal_receive_lsn() as so`
  const lost = old.exclusive('work', async () => {
    await action(old, 'old')
    begun.resolve()
    await resumed.promise
    const began = performance.now()
    const inTransaction = await action(old, 'old, in a transaction').catch((error: unknown) => error)
    const alone = await old.query(`insert into public.deed values ('old, alone')`).catch((error: unknown) => error)
    return { inTransaction, alone, took: performance.now() - began }
  })
  await begun.promise
  await expect.poll(async () => (await pair.standby.ask(caughtUp)).rows).toEqual([{ so: true }])

  await pair.primary.freeze()
  await pair.standby.promote()
  expect(await fresh.exclusive('work', () => action(fresh, 'new').then(() => 'ran'))).toBe('ran')
  resumed.resolve()
  const { inTransaction, alone, took } = (await lost)!
  // The old one first waits for a server that never answers; then it finds the new one, where its claim is void.
  if (!(inTransaction instanceof ClaimLost)) expect(String(inTransaction)).toMatch(/lost, it does not answer/)
  expect(alone).toBeInstanceOf(ClaimLost)
  expect(took).toBeLessThan(60_000) // without a limit it would wait forever
  expect(await actions(fresh)).toEqual(['old', 'new'])
  // A process of the service has switched by itself.
  await expect.poll(ready).toBe(200)

  await pair.primary.thaw()
  await expect.poll(() => old.exclusive('work', () => action(old, 'old again')).catch(() => null)).not.toBeNull()
  expect(await actions(fresh)).toEqual(['old', 'new', 'old again'])
  await service.stop()
  expect(service.output()).not.toMatch(/"level":60|unexpected error/)
})

test('a server that returns as a standby is left', async () => {
  const db = connected(pair.primary.url)
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  await pair.primary.restart(pair.standby)
  await expect.poll(() => db.query('select 1').catch((error: Error) => error.message)).toMatch(/is a standby/)
  expect(await connected(pair.both).query('select 1 as one')).toEqual([{ one: 1 }])
})
