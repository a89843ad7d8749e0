import { connectAsService } from '@specie/service/database.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from '../programs/service.ts'
import { addressOf, type Server, startServers } from './servers.ts'
import { traceKey } from '../trace-key.ts'

// A primary that was frozen while another server was promoted, and resumes. In this order.

let servers: Awaited<ReturnType<typeof startServers>>
let [old, fresh, standby] = [] as unknown as [Server, Server, Server]
const opened: Db[] = []

beforeAll(async () => {
  servers = await startServers(2)
  old = servers.primary
  ;[fresh, standby] = servers.standbys as [Server, Server]
})

afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await servers.end()
})

function connected(...named: Server[]): Db {
  const db = connectAsService({ url: addressOf(...named), max: 2, traceKey })
  opened.push(db)
  return db
}

const timelineOf = async (db: Db): Promise<number> => {
  const [row] = await db.query<{ timeline: number }>(
    `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
  )
  return row!.timeline
}

const messageOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'answered',
    (error: Error) => error.message,
  )

test('a start next to a healthy primary succeeds while one of the named servers is frozen and the other a standby', async () => {
  await fresh.freeze()
  const service = await startService(addressOf(fresh, standby, old), { DATABASE_PATIENCE: '1' })
  await fresh.thaw()
  expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)
  const shown = `select distinct application_name as name from pg_stat_activity where datname = current_database() and usename = 'specie'`
  expect((await old.ask(shown)).rows).toContainEqual({ name: expect.stringMatching(/^specie both \d+@\S/) })
  await service.stop()
})

test('a start waits for a slow primary as long as DATABASE_PATIENCE says', async () => {
  await old.freeze()
  setTimeout(() => void old.thaw(), 15_000)
  const service = await startService(old.url, { DATABASE_PATIENCE: '10' })
  await service.stop()
})

test('an old primary that resumes is left by its clients, and refused by new ones', async () => {
  const all = [old, fresh, standby]
  // A process that was idle while its primary was frozen, as if its own machine had been frozen, too.
  const idle = connected(...all)
  expect(await timelineOf(idle)).toBe(1)
  const service = await startService(addressOf(...all), { DATABASE_PATIENCE: '1' })

  await old.freeze()
  await fresh.promote()
  const recorded = async () => (await fresh.ask('select timeline from base.server')).rows
  await expect.poll(recorded).toEqual([{ timeline: 2 }])
  await standby.restart(fresh)
  await expect.poll(async () => (await standby.ask('select timeline from base.server')).rows).toEqual([{ timeline: 2 }])
  await old.thaw()

  // It detects the other one within seconds, without an error.
  await expect.poll(() => timelineOf(idle).catch(() => null), { timeout: 60_000 }).toBe(2)
  for (const named of [all, all.toReversed()]) expect(await timelineOf(connected(...named))).toBe(2)

  // Without the new primary no process returns: neither one that has seen it nor one that only learns of it from its standby.
  const started = connected(old, standby)
  await fresh.freeze()
  expect(await messageOf(timelineOf(idle))).not.toBe('answered')
  await expect.poll(() => messageOf(timelineOf(idle))).toMatch(/is an old primary \(timeline 1; the latest is 2\)/)
  expect(await messageOf(timelineOf(started))).toMatch(/is an old primary \(timeline 1; the latest is 2\)/)
  await expect(startService(addressOf(old, standby))).rejects.toThrow(/^DATABASE_URL names .* is an old primary/)
  const ready = async () => (await fetch(`${service.origin}/readyz`)).status
  await expect.poll(ready).toBe(503)
  await fresh.thaw()
  await expect.poll(ready).toBe(200)
  expect(await timelineOf(idle)).toBe(2)
  await service.stop()
  expect((await old.ask('select timeline from base.server')).rows).toEqual([{ timeline: 1 }])
})
