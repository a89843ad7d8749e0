import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { whitelistedWallet } from './row.ts'
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
const by = (actor: string) => ({ actor, why: 'because', at: env.clock.now() })

// As with keys (api-key/change.ts): «The staff may also freeze what the institution has frozen.»
test('the staff can suspend a wallet that its institution has suspended, and the institution cannot undo that', async () => {
  const institutionId = await newInstitution(env.db, { name: 'Acme AG' })
  const request = { institutionId, blockchain: 'ETH' as const, address, label: 'vault', memo: null, vasp: null }
  const id = await whitelistAddress(env, request, { actor: 'test', why: 'because' })
  await skipCooling(env, id, { actor: 'test', why: 'because' })
  const change = (how: typeof suspendAddress, whose: { institutionId: string | null }, actor: string) =>
    env.db.tx((tx) => how(env, tx, whose, id, by(actor)))
  await change(suspendAddress, { institutionId }, 'member')
  const stopped = await change(suspendAddress, staff, 'officer').catch((error: Error) => error.message)
  await change(reinstateAddress, { institutionId }, 'member').catch(() => {})
  // What the officer is told does not matter: the wallet must not be usable by a click of the institution.
  await expect(
    whitelistedWallet(env.db, institutionId, 'ETH', 'vault'),
    `the staff was told: ${stopped}`,
  ).rejects.toThrow()
  expect(stopped).toBe('Disabled')
})
