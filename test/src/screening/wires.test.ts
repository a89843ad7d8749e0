import type { BankEntry } from '@specie/payments/camt.ts'
import type { Env } from '@specie/service/base/env.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { attributeWires } from '@specie/service/banking/wire/attribute.ts'
import { expect, test } from 'vitest'
import { balances } from '../balances.ts'
import { newInstitution } from '../institution.ts'
import { bankFilesForEachTest, importAndAttribute, type Reported } from '../banking/at-bank.ts'
import { decideHold } from '../people.ts'
import { holdsOn, listed, matchedParties, screened } from './desk.ts'

// The sender of every wire is screened before the wire is credited.

let at: Reported
let env: Env
bankFilesForEachTest((reported) => {
  at = reported
  env = at.env
})

let sent = 0

/** A wire to Acme from this sender. */
async function wireFrom(name: string | null, over: Partial<BankEntry> = {}) {
  const bankref = `S${(sent += 1)}`
  const counterparty = { name, account: 'CH9300762011623852957', bic: null }
  await importAndAttribute(env, at.bank.notify([at.quoting(bankref, { counterparty, ...over })]))
  const [row] = await env.db.query<{ id: string }>('select id from banking.wire where bankref = $1', [bankref])
  return row!.id
}
const stateOf = async (id: string) =>
  (await env.db.query<{ state: string }>('select state from banking.wire where id = $1', [id]))[0]!.state
const available = async () => (await balances(env, at.acme)).get('CHF')?.available ?? 0n
const ofScreening = async (id: string) => (await holdsOn(env, id)).filter(({ reason }) => reason === 'sanctions_review')

test.each([
  'Zarkovia Sanctioned Trading LLC',
  'Zarkovija Sanctionned Trading Ltd',
  'ZARKOVIA SANCTIONED TRADING',
  'Zarkóvia Sanctioned Tradíng GmbH',
])('a wire of %s is held and not credited', async (name) => {
  await listed(env, 'Zarkovia Sanctioned Trading LLC')
  const id = await wireFrom(name)
  expect([await stateOf(id), await available()]).toEqual(['held', 0n])
  expect(await ofScreening(id)).toMatchObject([{ state: 'placed', why: 'a party matches a list: own' }])
})

test.each(['Zurich Trading AG', 'Trading', '!!!', null])('the sender %s is no match', async (name) => {
  await listed(env, 'Zarkovia Sanctioned Trading LLC')
  expect(await ofScreening(await wireFrom(name))).toEqual([])
})

test('the own wire of an institution is credited', async () => {
  const id = await wireFrom('Acme Treasury AG')
  expect([await stateOf(id), await available()]).toEqual(['credited', 100_000n])
})

test('a listed sender is asked about once: a released wire is credited, and the next one of this sender is not held', async () => {
  await listed(env, 'Acme Treasury AG')
  const [first, second] = [await wireFrom('Acme Treasury AG'), await wireFrom('Acme Treasury AG')]
  const [hold] = await ofScreening(first)
  await decideHold(env, hold!.id, 'release')
  // The other wire waited for the same decision only.
  await screened(env)
  await attributeWires.run(env)
  expect([await stateOf(first), await stateOf(second)]).toEqual(['credited', 'credited'])
  const third = await wireFrom('Acme Treasury AG')
  expect([await stateOf(third), await available()]).toEqual(['credited', 300_000n])
})

test('a name without any other fact is asked about again for another institution', async () => {
  const name = 'Belmaric Trading House'
  await listed(env, name)
  const [hold] = await ofScreening(await wireFrom(name))
  await decideHold(env, hold!.id, 'release')
  const other = await newInstitution(env.db)
  const account = { label: 'main', currency: 'CHF', identifier: 'CH9300762011623852957', name, accept: true } as const
  await registerBankAccount(env, { institutionId: other, ...account }, { actor: 'test', why: 'a test' })
  expect(await matchedParties(env, other)).toMatchObject([{ part: 'holder', states: ['open'] }])
  await registerBankAccount(env, { institutionId: at.acme, ...account }, { actor: 'test', why: 'a test' })
  expect(await matchedParties(env, at.acme)).toMatchObject([{ part: 'holder', states: ['cleared'] }])
})

test('a rejected wire confirms the match: the next one is held again', async () => {
  await listed(env, 'Kestrova Shipping Lines SA')
  const [hold] = await ofScreening(await wireFrom('Kestrova Shipping Lines SA'))
  await decideHold(env, hold!.id, 'reject')
  expect(await env.db.query(`select 1 from compliance.hit where state = 'confirmed'`)).toHaveLength(1)
  expect(await stateOf(await wireFrom('Kestrova Shipping Lines SA'))).toBe('held')
})

test('a wire that waits for another decision is also held when its sender is listed meanwhile', async () => {
  const id = await wireFrom('Orvandel Minerals BV')
  await screened(env)
  expect(await ofScreening(id)).toEqual([])
  await listed(env, 'Orvandel Minerals BV')
  await screened(env)
  expect(await ofScreening(id)).toMatchObject([{ state: 'placed' }])
})
