import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { undone } from '@specie/test/database-rights/rows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '../base/database/db.ts'
import { syncMachines } from '../base/state-machine/move.ts'
import { codeTableRule } from '../checks/code-tables.ts'
import { syncPeople } from './sync.ts'

// The tables that the preparation of a database writes from the code.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const differences = async (sql: Sql) =>
  (await sql.query<{ format: string }>(codeTableRule.breaks as string)).map(({ format }) => format)

test('a prepared database has the roles, the kinds of approvals and the steps of the code', async () => {
  expect(await differences(database.app)).toEqual([])
})

test('preparing it again replaces what differs', () =>
  undone(database.owner, async (tx) => {
    for (const change of [
      `delete from people.role_conflict where one = 'admin' or other = 'admin'`,
      `insert into people.role_conflict (side, one, other) values ('staff', 'mlro', 'compliance')`,
      `delete from people.role where name = 'auditor' or name = 'viewer'`,
      `insert into people.role (side, name) values ('staff', 'owner')`,
      `update people.approval_kind set makers = '{}', checkers = '{owner}', side = 'institution', by_keys = not by_keys`,
      `delete from state.transition where machine = 'mint'`,
      `update state.transition set to_state = 'gone', while_held = not while_held where machine = 'wire'`,
      `update state.machine set initial = 'gone'`,
      `delete from state.standing where machine = 'withdrawal'`,
      `update state.standing set suspended = 'gone'`,
    ])
      await tx.query(change)
    expect((await differences(tx)).length).toBeGreaterThan(100)
    await syncPeople(tx)
    await syncMachines(tx)
    expect(await differences(tx)).toEqual([])
  }))
