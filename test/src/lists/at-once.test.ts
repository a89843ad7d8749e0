import { activeVersions } from '@specie/service/compliance/list/active.ts'
import { connectAsService } from '@specie/service/database.ts'
import { loadFile } from '@specie/service/compliance/list/load.ts'
import { addToWatchlist, watchlist } from '@specie/service/compliance/list/own.ts'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, patience, type TestDatabase } from '../database.ts'
import { seeded } from '../seeded-random.ts'
import { traceKey } from '../trace-key.ts'
import { entriesOf, listsOn, sample } from './lists.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'lists-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

let files = 0
function fileOf(content: string | Buffer) {
  const file = join(folder, String((files += 1)))
  writeFileSync(file, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { list: 'un', file, sha256, bytes: Buffer.byteLength(content), source: file, etag: null } as const
}

/** Connections of its own, as another process has. */
function anotherProcess() {
  const db = connectAsService({ url: database.url, patience, traceKey })
  return { env: { ...listsOn(database, 'none').env, db }, close: () => db.close() }
}

const referencesOf = async () => (await entriesOf(database, ['un'])).map(({ entry }) => entry.reference)

describe('two processes at once', () => {
  test('the same file becomes one version', async () => {
    const [one, other] = [anotherProcess(), anotherProcess()]
    const file = fileOf(sample('un_xml', 40))
    const outcomes = await Promise.all([loadFile(one.env, file), loadFile(other.env, fileOf(sample('un_xml', 40)))])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['activated', 'unchanged'])
    expect(await database.app.query('select from compliance.list_version')).toHaveLength(1)
    expect(await referencesOf()).toHaveLength(43)
    await Promise.all([one.close(), other.close()])
  })

  test('different files become two versions, one after the other, each against the one before', async () => {
    const [one, other] = [anotherProcess(), anotherProcess()]
    await loadFile(one.env, fileOf(sample('un_xml', 40)))
    const [left, right] = [sample('un_xml', 41), sample('un_xml', 42)]
    await Promise.all([loadFile(one.env, fileOf(left)), loadFile(other.env, fileOf(right))])
    const versions = await database.app.query<{ state: string; entries: number; net: number }>(
      'select state, entries, added - removed as net from compliance.list_version order by created_at, id',
    )
    expect(versions.map(({ state }) => state)).toEqual(['replaced', 'replaced', 'active'])
    const sizes = versions.map(({ entries }) => entries)
    expect(versions.map(({ net }) => net)).toEqual([sizes[0], sizes[1]! - sizes[0]!, sizes[2]! - sizes[1]!])
    expect(new Set(await referencesOf()).size).toBe(sizes[2])
    await Promise.all([one.close(), other.close()])
  })

  test('additions to the own list are all there', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Party ${n} Ltd`)
    await Promise.all(
      names.map((name) =>
        database.app.tx((tx) => addToWatchlist(tx, [{ name, list: 'x', effect: 'review' }], new Date())),
      ),
    )
    expect((await watchlist(database.app)).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(await activeVersions(database.app)).toHaveLength(1)
  })
})

describe('never half active', () => {
  test('an error in the middle of an activation leaves the former version as it was', async () => {
    const { env } = listsOn(database, 'none')
    await loadFile(env, fileOf(sample('un_xml', 40)))
    const before = [await activeVersions(database.app), await referencesOf()]
    // Fails in the second batch of 500 entries.
    await database.owner.query(`
      create function pg_temp_fails() returns trigger language plpgsql as $$
      begin if new.reference = 'ZZi.900' then raise exception 'the disk is full'; end if; return new; end $$;
      create trigger fails before insert on compliance.list_entry for each row execute function pg_temp_fails()`)
    await expect(loadFile(env, fileOf(sample('un_xml', 1200)))).rejects.toThrow('the disk is full')
    expect([await activeVersions(database.app), await referencesOf()]).toEqual(before)
    await database.owner.query('drop trigger fails on compliance.list_entry')
    expect(await loadFile(env, fileOf(sample('un_xml', 1200)))).toMatchObject({ outcome: 'activated' })
    expect(await referencesOf()).toHaveLength(1203)
  })

  test('a process that loses its database in the middle leaves the former version as it was', async () => {
    await loadFile(listsOn(database, 'none').env, fileOf(sample('un_xml', 40)))
    const before = [await activeVersions(database.app), await referencesOf()]
    const dying = anotherProcess()
    // Waits for this row in the middle of its transaction, and is killed there.
    await database.owner.tx(async (tx) => {
      await tx.query('lock table compliance.list_source in access exclusive mode')
      const loading = loadFile(dying.env, fileOf(sample('un_xml', 1200))).catch((error: Error) => error)
      const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => database.owner.query(waiting)).toHaveLength(1)
      await database.owner.query(`select pg_terminate_backend(pid) from (${waiting}) one`)
      expect(await loading).toBeInstanceOf(Error)
    })
    await dying.close()
    expect([await activeVersions(database.app), await referencesOf()]).toEqual(before)
  })

  test('damaged files are refused, or read as a whole', async () => {
    const { env } = listsOn(database, 'none')
    const whole = Buffer.from(sample('un_xml', 40))
    await loadFile(env, fileOf(whole))
    const random = seeded(7)
    for (let round = 0; round < 40; round += 1) {
      const damaged = Buffer.from(round % 2 === 0 ? whole : whole.subarray(0, random(whole.length)))
      for (let n = 0; n < 3; n += 1) damaged[random(damaged.length)] = random(256)
      const outcome = await loadFile(env, fileOf(damaged))
      const [active] = await database.app.query<{ entries: number }>(
        `select entries from compliance.list_version where list = 'un' and state = 'active'`,
      )
      expect([outcome.outcome, (await referencesOf()).length]).toEqual([
        expect.stringMatching(/refused|activated/),
        active!.entries,
      ])
    }
  })

  test('no SQL of the service adds to a former version, or revives an entry or a version', async () => {
    const { env } = listsOn(database, 'none')
    await loadFile(env, fileOf(sample('un_xml', 40)))
    await loadFile(env, fileOf(sample('un_xml', 41).replace('Sells coral.', 'Sells corals.')))
    const refused: readonly (readonly [sql: string, message: RegExp])[] = [
      [
        `update compliance.list_version set state = 'active', replaced_at = null where state = 'replaced'`,
        /goes from active to replaced/,
      ],
      ['update compliance.list_entry set ended = null where ended is not null', /ends once/],
      [
        `insert into compliance.list_entry (id, list, reference, effect, hash, content, wallets, began)
         select gen_random_uuid(), list, 'new', effect, hash, content, wallets, began from compliance.list_entry
         where ended is not null`,
        /active version only/,
      ],
      [`update compliance.list_entry set content = '{}'`, /permission denied|never changes/],
      ['delete from compliance.list_entry', /permission denied/],
      [`update compliance.list_source set accepted = 'x'`, /accepted by two people/],
    ]
    for (const [sql, message] of refused) await expect(database.app.query(sql)).rejects.toThrow(message)
    await expect(database.owner.query('delete from compliance.list_entry')).rejects.toThrow('append-only')
  })
})
