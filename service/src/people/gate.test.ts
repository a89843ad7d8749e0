import { acts } from '@specie/protocol/people/acts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/src/database.ts'
import { testEnv } from '../../../test/src/env.ts'
import { staff } from '../../../test/src/people.ts'
import type { Env } from '../base/env.ts'
import { allow } from './gate.ts'

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database.drop())

test('a role may perform its acts and no others', async () => {
  const mlro = await staff(env, 'mlro')
  expect(() => allow(env, mlro, { act: 'approvals.decide' })).not.toThrow()
  expect(() => allow(env, mlro, { act: 'staff.edit' })).toThrow(expect.objectContaining({ code: 'role_missing' }))
  expect(() => allow(env, mlro, { act: 'company.read' })).toThrow(expect.objectContaining({ code: 'role_missing' }))
  expect(acts['staff.edit'].roles).not.toContain('mlro')
})

test('every signed-in person may do the acts about themselves, and every caller the acts without a role', async () => {
  const support = await staff(env, 'support')
  expect(() => allow(env, support, { act: 'self' })).not.toThrow()
  expect(() => allow(env, support, { act: 'anyone' })).not.toThrow()
})

test('a refusal names the allowed roles and the roles of the person', async () => {
  const both = await staff(env, 'operations', 'support')
  expect(() => allow(env, both, { act: 'holds.place' })).toThrow(
    'Your roles (operations, support) may not do this. It needs one of these: compliance, mlro.',
  )
})

test('a person cannot have two roles that conflict', async () => {
  await expect(staff(env, 'admin', 'treasury')).rejects.toMatchObject({ constraint: 'role_conflict' })
  await expect(staff(env, 'auditor', 'support')).rejects.toMatchObject({ constraint: 'role_conflict' })
})
