import { createServer } from 'node:net'
import { once } from 'node:events'
import { systemClock } from '@specie/service/base/clock.ts'
import { serve } from '@specie/service/app.ts'
import { prepareDatabase } from '@specie/service/database.ts'
import { expect, test } from 'vitest'
import { get, onboard } from '../client.ts'
import type { TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { serviceForTests } from '../programs/service-for-tests.ts'
import { type RunningService, startService } from '../programs/service.ts'

let database: TestDatabase
let service: RunningService
serviceForTests((served) => void ({ database, service } = served))

const written = async () => (await database.owner.query<{ at: Date }>('select at from work.pulse'))[0]!.at.getTime()

test('/readyz writes once a second for any number of callers, and probes are not logged', async () => {
  const writes = [await written()]
  while (writes.length < 4) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${service.origin}/readyz`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const last = await written()
    if (last !== writes.at(-1)) writes.push(last)
  }
  for (const [n, at] of writes.slice(1).entries()) expect(at - writes[n]!).toBeGreaterThanOrEqual(1_000)
  await get(`${service.origin}/api/v1/client/time`)
  await expect.poll(service.output).toMatch(/client\/time/)
  expect(service.output()).not.toMatch(/readyz|healthz/)
})

test('a process that cannot write is alive but not ready, and says so once', async () => {
  const failing = `create function public.full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger full_disk before update on work.pulse for each row execute function public.full_disk()`
  await database.owner.query(failing)
  const ready = async () => fetch(`${service.origin}/readyz`)
  await expect.poll(async () => (await ready()).status).toBe(503)
  expect(await (await ready()).json()).toMatchObject({
    message: expect.stringContaining('The database commits no writes'),
  })
  expect((await fetch(`${service.origin}/healthz`)).status).toBe(200)
  await database.owner.query('drop trigger full_disk on work.pulse')
  await expect.poll(async () => (await ready()).status).toBe(200)
  await expect.poll(service.output).toMatch(/"msg":"ready again"/)
  expect(service.output().match(/"msg":"not ready"/g)).toHaveLength(1)
})

test('a full database gives a 503 that says that nothing was done, and when to retry', async () => {
  await database.owner.query(
    'create trigger full_disk before insert on directory.institution for each row execute function public.full_disk()',
  )
  const ask = () =>
    fetch(`${service.origin}/sandbox/v1/institutions`, {
      method: 'POST',
      headers: { 'user-agent': 'test', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Crowded' }),
    })
  const refused = await ask()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('Nothing was done') })
  expect(await database.owner.query(`select from directory.institution where name = 'Crowded'`)).toEqual([])
  await database.owner.query('drop trigger full_disk on directory.institution')
  expect((await ask()).status).toBe(200)
})

test('a call that waits for a lock is released', async () => {
  const acme = await onboard(service.origin)
  await database.owner.tx(async (tx) => {
    await tx.query('lock table access.key_use in exclusive mode')
    // Without a limit it would wait as long as we hold it.
    const { status, headers } = await acme.call('accountBalance')
    expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '1' })
  })
  expect((await acme.call('accountBalance')).status).toBe(200)
})

test('migrations wait for a lock briefly and repeatedly, and let others pass', async () => {
  await database.owner.query(`update base.environment set edition = 'older'`)
  const [holding, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = database.owner.tx(async (tx) => {
    await tx.query('lock table work.intent in row exclusive mode') // like a writer of it
    holding.resolve()
    await held.promise
  })
  await holding.promise
  const prepared = prepareDatabase(database.owner, 'uat', systemClock.now())
  const waits = `select 1 as one from pg_locks where relation = 'work.intent'::regclass and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(() => database.owner.query(waits)).toEqual([{ one: 1 }])
  // It queues behind the migration, which gives way although its lock is still held.
  await database.owner.tx((tx) => tx.query('lock table work.intent in row exclusive mode'))
  held.resolve()
  await holder
  await prepared
})

test('a process with a clock more than five seconds off is not ready, and reports the difference', async () => {
  const off = { ...systemClock, wall: () => systemClock.wall() - 7_250 }
  const lines: object[] = []
  const env = testEnv(database, { clock: off })
  const log = Object.assign(Object.create(env.log), { error: (line: object) => lines.push(line) })
  const app = await serve({ ...env, log, config: { ...env.config, port: 0 } }, null)
  const answer = await fetch(new URL('/readyz', app.base))
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/is 7\.[23] s behind the database's/) })
  expect(lines[0]).toMatchObject({ seconds: expect.closeTo(7.25, 1) })
  await app.stop()
})

test('a port in use is reported at once, with its number', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  // Before the database is contacted: there is none at this address.
  const start = startService('postgres://nobody@127.0.0.1:1/nowhere', { PORT: String(port) })
  await expect(start).rejects.toThrow(`PORT ${port} is taken by another program`)
  other.close()
})
