import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { listed } from '@specie/test/screening/desk.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { receiveInquiry } from './inquiry.ts'

// Whom an inquiry of another provider names, and what of it is compared with the lists.

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database.drop())

const named = (legalPersonName: string, more: object = {}) => ({
  legalPerson: { name: { nameIdentifier: [{ legalPersonName, legalPersonNameIdentifierType: 'LEGL' }], ...more } },
})

async function answer(originatorPerson: object[], more: object = {}, names: object = {}): Promise<string> {
  const institution = await newInstitution(env.db)
  const { dti } = env.config.tokenDtis.find(({ asset, chain }) => asset === 'VCHF' && chain === 'ETH')!
  const body = {
    asset: { dti },
    amount: 5_000_000,
    callback: 'https://quill.example/callback',
    IVMS101: {
      originator: { originatorPerson },
      beneficiary: { beneficiaryPerson: [{ ...named('Acme', names), accountNumber: [`0x${'4'.repeat(40)}`] }] },
      ...more,
    },
  }
  const headers = { version: '3.2.1', requestId: randomUUID() } as const
  const { kind } = await receiveInquiry(env, { headers, body: JSON.stringify(body), ownerOf: async () => institution })
  return kind
}

const problem = async () =>
  (
    await env.db.query<{ problem: string | null }>(
      'select problem from compliance.exchange order by created_at desc, id desc limit 1',
    )
  )[0]!.problem

const local = (legalPersonName: string) => ({
  localNameIdentifier: [{ legalPersonName, legalPersonNameIdentifierType: 'LEGL' }],
})

test('a payer without a match is approved, also with a local name', async () => {
  expect(await answer([named('Quenby Marlothe Ltd', local('Квенби Марлоте'))])).toBe('approved')
})

test('a payer who is listed under their local name is left to people', async () => {
  await listed(env, 'Вострикова Гальдемар Холдинг')
  expect(await answer([named('Plain Trading Ltd', local('Вострикова Гальдемар Холдинг'))])).toBe('pending')
  expect(await problem()).toBe('The payer or their provider matches an entry of a list.')
})

test('a provider who is listed is left to people', async () => {
  await listed(env, 'Garantovex Exchange OU')
  const provider = { originatingVASP: { originatingVASP: named('Garantovex Exchange OU') } }
  expect(await answer([named('Plain Trading Ltd')], provider)).toBe('pending')
  expect(await problem()).toBe('The payer or their provider matches an entry of a list.')
})

test('an intermediary who is listed is left to people', async () => {
  await listed(env, 'Borvantis Transit Bank')
  const path = { transferPath: { transferPath: [{ intermediaryVASP: named('Borvantis Transit Bank'), sequence: 0 }] } }
  expect(await answer([named('Plain Trading Ltd')], path)).toBe('pending')
})

test('an inquiry without a payer is not approved', async () => {
  const asked = answer([]).catch((error: { status?: number }) => String(error.status))
  expect(await asked).toMatch(/^(pending|422)$/)
})

const ask = (body: object, owner: string | null, requestId = randomUUID()) =>
  receiveInquiry(env, {
    headers: { version: '3.2.1', requestId },
    body: JSON.stringify(body),
    ownerOf: async () => owner,
  })

const plain = (callback: string) => ({
  asset: { slip0044: 60 },
  amount: 7,
  callback,
  IVMS101: {
    originator: { originatorPerson: [named('Plain Trading Ltd')] },
    beneficiary: { beneficiaryPerson: [{ ...named('Acme'), accountNumber: [`0x${'8'.repeat(40)}`] }] },
  },
})

test('nothing of an inquiry about a wallet that is not ours is stored', async () => {
  const count = () =>
    env.db.query('select id from compliance.exchange union all select id from compliance.exchange_message')
  const before = await count()
  expect(await ask(plain('https://quill.example/1'), null)).toEqual({
    kind: 'rejected',
    reason: 'The wallet is not one of ours.',
  })
  expect(await count()).toEqual(before)
})

test('who does not know the callback of an inquiry does not get our answer to it', async () => {
  const [institution, requestId] = [await newInstitution(env.db), randomUUID()]
  const first = await ask(plain('https://quill.example/secret'), institution, requestId)
  expect(await ask(plain('https://quill.example/secret'), institution, requestId)).toEqual(first)
  const stranger = ask(plain('https://quill.example/guessed'), institution, requestId)
  await expect(stranger).rejects.toMatchObject({ status: 422 })
})
