import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { disableBankAccount, lockBankAccount } from './change.ts'
import { clearBankAccount, describeClearing, rejectBankAccount } from './decide.ts'
import { checkedBankAccount, registerBankAccount, type Registration, storeBankAccount } from './register.ts'
import { payableAccount } from './row.ts'

// The accounts at banks that an institution is paid to.

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database.drop())

const swiss = 'CH93 0076 2011 6238 5295 7'
const by = { actor: 'officer', why: 'a test', at: new Date() }
const institution = () => newInstitution(env.db, { name: 'Acme AG' })

const register = (institutionId: string, over: Partial<Registration> = {}) => {
  const request = {
    institutionId,
    label: 'main',
    currency: 'CHF',
    identifier: swiss,
    name: 'Acme AG',
    accept: false,
  } as const
  return registerBankAccount(env, { ...request, ...over }, by)
}
const notFound = { code: 'not_found', message: 'There is no such bank account.' }

describe('a registration', () => {
  test('of an institution that does not exist is refused', async () => {
    await expect(register(randomUUID())).rejects.toMatchObject({
      message: 'There is no such institution.',
      details: { field: 'institutionid', rule: 'unknown' },
    })
  })

  test('under a label that is used already is refused', async () => {
    const acme = await institution()
    await register(acme)
    await expect(register(acme, { identifier: 'CH56 0483 5012 3456 7800 9' })).rejects.toMatchObject({
      code: 'bad_request',
      details: { field: 'label' },
    })
  })

  test('that the database refuses for another reason is a defect, not a mistake of the caller', async () => {
    const institutionId = await institution()
    const request = {
      institutionId,
      label: 'odd',
      currency: 'CHF',
      identifier: swiss,
      name: 'Acme',
      accept: false,
    } as const
    const checked = { ...(await checkedBankAccount(env, request)), currency: 'EUR' as 'CHF' }
    await expect(env.db.tx((tx) => storeBankAccount(env, tx, checked, by))).rejects.toMatchObject({ code: '23514' })
  })

  test('of a number that is registered twice has to be named by its id', async () => {
    const acme = await institution()
    const first = await register(acme)
    await register(acme, { label: 'other' })
    const find = (named: string) => payableAccount(env.db, acme, 'CHF', named, 'destination')
    await expect(find(swiss)).rejects.toMatchObject({
      details: { field: 'destination', reason: 'ambiguous' },
      message: expect.stringMatching(/Name the one that you mean by its id/),
    })
    expect(await find(first.bankaccountid)).toMatchObject({ label: 'main' })
  })
})

test('an account is found by its id, by the staff or by its own institution', async () => {
  const [acme, beta] = [await institution(), await institution()]
  const { bankaccountid: id } = await register(acme)
  const found = (whose: string | null, named: string) => env.db.tx((tx) => lockBankAccount(tx, whose, named))
  expect(await found(null, id)).toMatchObject({ id, institution_id: acme })
  expect(await found(acme, id)).toMatchObject({ id })
  await expect(found(beta, id)).rejects.toMatchObject(notFound)
  for (const whose of [null, acme]) {
    await expect(found(whose, randomUUID())).rejects.toMatchObject(notFound)
    await expect(found(whose, 'main')).rejects.toMatchObject(notFound)
  }
})

test('the staff decides only about an account that waits for it', async () => {
  const { bankaccountid: id } = await register(await institution())
  const reject = () => env.db.tx((tx) => rejectBankAccount(env, tx, id, by))
  const clear = () => env.db.tx((tx) => clearBankAccount(env, tx, { accountid: id }, by))
  const state = (message: RegExp) => ({ details: { rule: 'state' }, message: expect.stringMatching(message) })
  await expect(reject()).rejects.toMatchObject(state(/already active/))
  await expect(clear()).rejects.toMatchObject(state(/already active/))
  await env.db.tx((tx) => disableBankAccount(env, tx, null, id, by))
  await expect(reject()).rejects.toMatchObject(state(/already removed/))
  await expect(clear()).rejects.toMatchObject(state(/already removed/))
})

test('the person who clears an account sees its owner', async () => {
  const acme = await institution()
  const { bankaccountid: accountid } = await register(acme)
  expect(await describeClearing(env, env.db, { accountid })).toEqual({
    title: 'Pay to CH9300762011623852957 of Acme AG',
    institutionId: acme,
  })
  const unknown = randomUUID()
  expect(await describeClearing(env, env.db, { accountid: unknown })).toEqual({
    title: `Pay to the bank account ${unknown}`,
    institutionId: null,
  })
})
