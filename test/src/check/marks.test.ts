import type { Tx } from '@specie/service/base/database/db.ts'
import { checkMarks } from '@specie/service/checks/marks.ts'
import { inconsistentRows } from '@specie/service/checks/row-versions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { stamped, traceKey } from '../trace-key.ts'
import { undone } from './corrupt.ts'
import { rewriteEach } from './rewrite.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.app.query(`insert into compliance.list_source (list, source) values ('Nobody Ltd', 'refuse')`)
})
afterAll(() => database.drop())

const table = 'compliance.list_source'
const soften = `update compliance.list_source set source = 'review' where list = 'Nobody Ltd'`

/** The check's report about this table. */
async function outputOf(tx: Tx, key: Uint8Array | null = traceKey): Promise<string[]> {
  await tx.query(`reset session authorization; reset role; set local timezone = 'UTC'`)
  const strays = await tx.query<{ format: string }>(await inconsistentRows(tx, table, null))
  const { detail, note } = await checkMarks(tx, key, null)
  return [...new Set([...strays.map((row) => row.format), ...(detail === '' ? [] : [detail]), ...(note ? [note] : [])])]
}
const after = (work: (tx: Tx) => Promise<unknown>, key?: Uint8Array | null) =>
  new Promise<string[]>((resolve, reject) => {
    undone(database.owner, async (tx) => {
      await work(tx)
      resolve(await outputOf(tx, key))
    }).catch(reject)
  })

const byHand = 'compliance.list_source Nobody Ltd was written manually, or by an earlier version of the service'

test('writes of migrations and of the service have its mark', async () => {
  expect(await after(async () => {})).toEqual([])
  expect(await after(async () => {}, null)).toEqual(['not looked at: TRACE_KEY is not set'])
})

test.each(['set local role specie_app', 'set local session authorization specie_app'])(
  'a session that first says «%s» has no mark',
  async (first) => {
    // A migration temporarily grants more rights, so that the statement is not refused for another reason.
    const statement = `grant update on compliance.list_source to specie_app; ${first}; ${soften}`
    expect(await after((tx) => tx.query(statement))).toContain(byHand)
  },
)

test('a key of another installation marks nothing here', async () => {
  const found = await after(async (tx) => {
    await stamped(tx, Buffer.alloc(32, 9))
    await tx.query(`grant update on compliance.list_source to specie_app; set local role specie_app; ${soften}`)
  })
  expect(found).toEqual([byHand])
})

test('a change past the service stays visible after a change by the service', async () => {
  const found = await after(async (tx) => {
    await tx.query(
      `set local session_replication_role = replica; ${soften}; set local session_replication_role = origin`,
    )
    await stamped(tx)
    await tx.query('grant update on compliance.list_source to specie_app; set local role specie_app')
    await tx.query('update compliance.list_source set checked_at = now()')
  })
  expect(found).toEqual([
    expect.stringMatching(/^compliance.list_source Nobody Ltd was changed past the service before \d+$/),
  ])
})

test('a legitimately deleted row can be created again; one created directly is named', async () => {
  const [person] = await database.app.query<{ id: string }>(`select gen_random_uuid() as id`)
  const key = `insert into base.data_key values ('${person!.id}', '\\x01', '2026-01-01')`
  const strays = async (tx: Tx) =>
    (await tx.query<{ format: string }>(await inconsistentRows(tx, 'base.data_key', null))).map((row) => row.format)
  await undone(database.app, async (tx) => {
    await tx.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'`)
    await tx.query(key)
    await tx.query('delete from base.data_key')
    expect(await strays(tx)).toEqual([])
    await tx.query(key)
    expect(await strays(tx)).toEqual([])
  })
  await database.app.query(key)
  await database.app.query('delete from base.data_key')
  await undone(database.owner, async (tx) => {
    await tx.query(`set local timezone = 'UTC'; set local session_replication_role = replica; ${key}`)
    expect(await strays(tx)).toEqual([`base.data_key ${person!.id} is there again past the service`])
  })
})

test('identifying columns never change, for any caller', async () => {
  const rename = database.owner.query(`update compliance.list_source set list = 'Somebody Ltd'`)
  await expect(rename).rejects.toThrow('this column of compliance.list_source never changes')
})

test('a row changed together with its version is named by the mark alone', async () => {
  const rewritten = await rewriteEach(database.owner)
  expect(rewritten.map((one) => one.table)).toContain('compliance.list_source')
  expect(rewritten.filter(({ isPerfect, isNoticed }) => !isPerfect || !isNoticed)).toEqual([])
})

test('a version that names itself older than the first mark is named', async () => {
  const old = `insert into audit.version (seq, committed, name, id, shape, hash, role) overriding system value
    select -1, pg_current_xact_id(), name, id, shape, hash, 'specie_app' from audit.version where name = '${table}' limit 1`
  expect((await after((tx) => tx.query(old))).join()).toContain(byHand)
})
