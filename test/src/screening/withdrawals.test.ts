import { randomUUID } from 'node:crypto'
import type { RequestOf } from '@specie/protocol/endpoints/endpoint.ts'
import type { withdraw as withdrawCall } from '@specie/protocol/endpoints/transfers.ts'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import type { Env } from '@specie/service/base/env.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { addPerson } from '@specie/service/onboarding/kyb/persons.ts'
import { assess } from '@specie/service/onboarding/kyb/assess.ts'
import { readCaseFile } from '@specie/service/onboarding/kyb/case-file.ts'
import { findCase } from '@specie/service/onboarding/kyb/row.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { listWithdrawals } from '@specie/service/transfers/withdrawal/list.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import { demoPerson } from '@specie/service/sandbox/demo/company.ts'
import { beforeEach, expect, test } from 'vitest'
import { payingBankForEachTest } from '../banking/at-bank.ts'
import type { ScriptedBank } from '../banking/scripted-bank.ts'
import type { TestDatabase } from '../database.ts'
import { putKyb } from '../institution.ts'
import { funded } from '../issuance.ts'
import { decideHold } from '../people.ts'
import { decideParties, holdsOn, listed, matchedParties, screened } from './desk.ts'

// What leaves to a bank: the institution, its owners and directors, and the holder of the account.

let env: Env
let database: TestDatabase
let bank: ScriptedBank
payingBankForEachTest((paying) => ({ env, database, bank } = paying))

const by = { actor: 'test', why: 'a test' }
let institutionId: string
beforeEach(async () => {
  institutionId = await funded(env, { CHF: 100_000_000n })
  await putKyb(database, institutionId, 'draft')
})

const account = (name: string, label = 'main') =>
  registerBankAccount(
    env,
    { institutionId, label, currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name, accept: true },
    by,
  )

async function withdrawn(destination = 'main'): Promise<string> {
  const fields = { asset: 'CHF', quantity: '10', destination } as RequestOf<typeof withdrawCall>
  const { answer } = await withdraw(env, { institutionId, actor: 'key' }, fields)
  await rest()
  return answer.withdrawalid!
}

async function rest(): Promise<void> {
  let steps = 1
  while (steps > 0) {
    await screened(env)
    steps = (await advanceWithdrawals.run(env)) + (await sendPayouts.run(env))
  }
}
const orders = () => [...bank.orders.values()].flatMap((order) => order.payments)
const status = async (withdrawalid: string) =>
  (await listWithdrawals(env, institutionId, { withdrawalid })).withdrawals[0]!.status

/** A director of the institution, with the screening of its case. */
async function director(name: string): Promise<string> {
  const at = env.clock.now()
  return env.db.tx(async (tx) => {
    const id = await addPerson(env, tx, institutionId, { ...demoPerson, name }, { ...by, at })
    const file = await readCaseFile(env, tx, await findCase(tx, institutionId))
    await assess(env, tx, file, { ...by, at })
    return id
  })
}

test('a listed director: nothing leaves before two people have cleared the match', async () => {
  await account('Acme')
  await listed(env, 'Velmira Drostanova-Keld')
  await director('Velmira Drostanova-Keld')
  const id = await withdrawn()
  expect([await status(id), orders()]).toEqual(['held', []])
  expect(await holdsOn(env, id)).toMatchObject([{ reason: 'sanctions_review' }])
  await decideParties(env, institutionId, 'clear')
  await rest()
  expect(orders()).toHaveLength(1)
})

test('a director who is listed while a payout is prepared stops it, and is stored without a readable name', async () => {
  await account('Acme')
  await director('Oswinder Takhmelov')
  await rest()
  const fields = { asset: 'CHF', quantity: '10', destination: 'main' } as RequestOf<typeof withdrawCall>
  const { answer } = await withdraw(env, { institutionId, actor: 'key' }, fields)
  await advanceWithdrawals.run(env)
  await listed(env, 'Oswinder Takhmelow')
  await screened(env)
  await sendPayouts.run(env)
  expect([await status(answer.withdrawalid!), orders()]).toEqual(['held', []])
  expect(await matchedParties(env, institutionId)).toMatchObject([{ part: 'name', states: ['open'] }])
  for (const table of ['party', 'hit', 'screening', 'hold'])
    expect(await env.db.query(`select from compliance.${table} t where t::text ilike '%oswinder%'`)).toEqual([])
  expect(await env.db.query(`select from audit.entry e where e::text ilike '%oswinder%'`)).toEqual([])
})

test('a director who is taken off the case stays on the register until the match is decided', async () => {
  await account('Acme')
  await listed(env, 'Halvdan Estermoor-Quist')
  const person = await director('Halvdan Estermoor-Quist')
  await database.owner.query(`update onboarding.kyb_person set removed_at = now(), removed_by = 'test' where id = $1`, [
    person,
  ])
  await director('Somebody Quite Different')
  expect(await matchedParties(env, institutionId)).toMatchObject([{ states: ['open'] }])
  expect(await status(await withdrawn())).toBe('held')
})

test('the listed holder of a bank account holds withdrawals to it, and no others', async () => {
  await account('Acme')
  await account(`Kestrova Shipping Lines SA`, 'other')
  await listed(env, 'Kestrova Shipping Lines SA')
  const [held, free] = [await withdrawn('other'), await withdrawn('main')]
  expect([await status(held), orders().length]).toEqual(['held', 1])
  const [hold] = await holdsOn(env, held)
  await decideHold(env, hold!.id, 'release')
  await rest()
  expect(orders()).toHaveLength(2)
  expect(await holdsOn(env, free)).toEqual([])
  // The holder was decided, so the next withdrawal is not held.
  expect(await holdsOn(env, await withdrawn('other'))).toEqual([])
})

test('a name of a legal form alone has no match', async () => {
  await listed(env, `Only This ${randomUUID()}`)
  await account('S.A.', 'short')
  expect(await holdsOn(env, await withdrawn('short'))).toEqual([])
})
