import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { member } from '@specie/test/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { bootstrapStaff } from './bootstrap.ts'

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase('production')
  env = testEnv(database)
})
afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

const bootstrap = (...names: [string, string]) => {
  const newcomers = names.map((name) => ({ name, email: `${name}@specie.example` })) as never
  return bootstrapStaff(env, newcomers, { actor: 'test', why: 'a new installation', at: env.clock.now() })
}

test('the first two staff are created once; people of institutions do not count', async () => {
  await member(env, await newInstitution(database.owner), 'admin')
  expect((await bootstrap('ann', 'bob'))!.map(({ roles }) => roles)).toEqual([['admin'], ['mlro']])
  expect(await bootstrap('eve', 'mallory')).toBeNull()
  await database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update directory.person set state = 'removed' where side = 'staff'`)
  })
  expect(await bootstrap('eve', 'mallory')).toBeNull()
})
