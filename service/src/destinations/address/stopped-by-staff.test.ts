import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { whitelistedWallet } from './row.ts'
import { decideScreening } from './screen.ts'
import { reinstateAddress, suspendAddress } from './suspend.ts'
import { skipCooling, whitelistAddress } from './whitelist.ts'

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database.drop())

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const staff = { institutionId: null }
const whitelisted = (institutionId: string) =>
  whitelistAddress(
    env,
    { institutionId, blockchain: 'ETH', address, label: 'vault', memo: null, vasp: null },
    { actor: 'test', why: 'because' },
  )
const by = (actor: string) => ({ actor, why: 'because', at: env.clock.now() })

// As with keys (api-key/change.ts): «The staff may also freeze what the institution has frozen.»
test('the staff can suspend a wallet that its institution has suspended, and the institution cannot undo that', async () => {
  const institutionId = await newInstitution(env.db, { name: 'Acme AG' })
  const id = await whitelisted(institutionId)
  await skipCooling(env, id, { actor: 'test', why: 'because' })
  const change = (how: typeof suspendAddress, whose: { institutionId: string | null }, actor: string) =>
    env.db.tx((tx) => how(env, tx, whose, id, by(actor)))
  await change(suspendAddress, { institutionId }, 'member')
  const stopped = await change(suspendAddress, staff, 'officer').catch((error: Error) => error.message)
  await change(reinstateAddress, { institutionId }, 'member').catch(() => {})
  // The officer's answer does not matter: a click of the institution must not make the wallet usable.
  await expect(
    whitelistedWallet(env.db, institutionId, 'ETH', 'vault'),
    `the staff was told: ${stopped}`,
  ).rejects.toThrow()
  expect(stopped).toBe('Disabled')
})

test('the staff can reinstate a wallet that they have taken over', async () => {
  const institutionId = await newInstitution(env.db, { name: 'Acme AG' })
  const id = await whitelisted(institutionId)
  await skipCooling(env, id, { actor: 'test', why: 'because' })
  await env.db.tx((tx) => suspendAddress(env, tx, { institutionId }, id, by('member')))
  await env.db.tx((tx) => suspendAddress(env, tx, staff, id, by('officer')))
  await expect(env.db.tx((tx) => suspendAddress(env, tx, staff, id, by('officer')))).rejects.toThrow('suspended')
  await env.db.tx((tx) => reinstateAddress(env, tx, staff, id, by('officer')))
  expect(await whitelistedWallet(env.db, institutionId, 'ETH', 'vault')).toMatchObject({ id })
})

test('the staff can reject a wallet that is cooling off', async () => {
  const institutionId = await newInstitution(env.db, { name: 'Acme AG' })
  const id = await whitelisted(institutionId)
  const decide = (decision: 'clear' | 'reject') =>
    env.db.tx((tx) => decideScreening(env, tx, id, decision, by('officer')))
  await expect(decide('clear')).rejects.toThrow('cooling off')
  expect(await decide('reject')).toBe('rejected')
  await expect(skipCooling(env, id, { actor: 'test', why: 'because' })).rejects.toThrow()
})
