import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { sample } from './lists.ts'

// Two processes of the service on one database activate versions of the same list at once.

let database: TestDatabase
let services: RunningService[]
beforeAll(async () => {
  database = await freshDatabase()
  services = await Promise.all([startService(database.url), startService(database.url)])
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await database.drop()
})

async function load({ origin }: RunningService, parties: number): Promise<string> {
  const file = Buffer.from(sample('un_xml', parties)).toString('base64')
  const { status, body } = await sandbox(origin, 'lists', { list: 'un', file })
  expect([status, body.outcome]).toEqual([200, 'activated'])
  return body.versionid
}

type Version = { id: string; state: string; entries: number; net: number }
const versions = () =>
  database.owner.query<Version>(
    `select id, state, entries, added - removed as net from compliance.list_version where list = 'un' order by created_at, id`,
  )

test('each version follows the one before as a whole, and both processes then screen with the last one', async () => {
  // They differ by less than 5 %, so that none is refused in whatever order they come.
  const sizes = [100, 101, 102, 103, 104]
  const loaded = await Promise.all(sizes.map((parties, n) => load(services[n % 2]!, parties)))
  const found = await versions()
  expect(found.map(({ id }) => id).toSorted()).toEqual(loaded.toSorted())
  expect(found.map(({ state }) => state)).toEqual([...sizes.slice(1).map(() => 'replaced'), 'active'])
  expect(found.map(({ net }) => net)).toEqual(found.map(({ entries }, n) => entries - (found[n - 1]?.entries ?? 0)))
  const [open] = await database.owner.query<{ rows: number; references: number }>(
    `select count(*)::int as rows, count(distinct reference)::int as references from compliance.list_entry
     where list = 'un' and ended is null`,
  )
  const last = found.at(-1)!
  expect(open).toEqual({ rows: last.entries, references: last.entries })

  for (const { origin } of services) await sandbox(origin, 'institutions', { name: 'Alder Treasury AG' })
  const used = await database.owner.query<{ versions: string[] }>(
    `select distinct versions from compliance.screening where subject_kind = 'institution' and $1 = any(versions)`,
    [last.id],
  )
  const others = await database.owner.query(
    `select from compliance.screening where subject_kind = 'institution' and versions && $1::uuid[]`,
    [found.slice(0, -1).map(({ id }) => id)],
  )
  expect([used.length, others.length]).toEqual([1, 0])
})
