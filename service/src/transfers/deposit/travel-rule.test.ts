import { equip, seen, walletOf } from '@specie/test/chains/chain-rows.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { decideHold } from '@specie/test/people.ts'
import { holdsOn, listed } from '@specie/test/screening/desk.ts'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chain } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { holdFacts } from '../../compliance/hold-facts.ts'
import { decideInquiry } from '../../compliance/travel-rule/decide.ts'
import { receiveInquiry } from '../../compliance/travel-rule/inquiry.ts'
import { whitelistAddress, skipCooling } from '../../destinations/address/whitelist.ts'
import { depositAddress } from './address.ts'
import { advanceDeposits } from './job.ts'
import { listDeposits } from './list.ts'

// Coins that come from a wallet at a provider which the institution has whitelisted.

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', { code: 'ETH' } as Chain]]) })
  await equip(env.db, 'ETH', 40)
})
afterAll(() => database.drop())

const vchf = 1_000_000n
const officer = { actor: 'sandbox', why: 'a test' }

async function hostedAt(): Promise<{ id: string; to: string; from: string }> {
  const id = await newInstitution(env.db)
  const to = (await depositAddress(env, id, { asset: 'VCHF', blockchain: 'ETH' })).address!
  const from = walletOf()
  const travelAddress = travelAddressOf('vasp.example/x/1?t=i')
  const wallet = { institutionId: id, blockchain: 'ETH' as const, address: from, label: 'exchange', memo: null }
  await skipCooling(env, await whitelistAddress(env, { ...wallet, vasp: 'Coin Bank', travelAddress }, officer), officer)
  return { id, to, from }
}

const company = (legalPersonName: string) => ({
  legalPerson: { name: { nameIdentifier: [{ legalPersonName, legalPersonNameIdentifierType: 'LEGL' }] } },
})
const dti = () => env.config.tokenDtis.find(({ asset, chain }) => asset === 'VCHF' && chain === 'ETH')!.dti

async function announce(institution: string, wallet: string, amount: number, payer = 'Payer AG'): Promise<string> {
  const body = {
    asset: { dti: dti() },
    amount,
    callback: 'https://coinbank.example/callback',
    IVMS101: {
      originator: { originatorPerson: [company(payer)] },
      beneficiary: { beneficiaryPerson: [{ ...company('Acme'), accountNumber: [wallet] }] },
    },
  }
  const headers = { version: '3.2.1', requestId: `${institution}-${amount}` } as const
  const ask = { headers, body: JSON.stringify(body), ownerOf: async () => institution }
  const answers = [await receiveInquiry(env, ask), await receiveInquiry(env, ask)]
  expect(answers[1]).toEqual(answers[0])
  return answers[0]!.kind
}

const statuses = async (id: string) => (await listDeposits(env, id, {})).deposits.map(({ status }) => status)
const settle = async () => {
  for (let steps = 1; steps > 0;) steps = await advanceDeposits.run(env)
}

test('is credited when its provider has announced it', async () => {
  const { id, to, from } = await hostedAt()
  expect(await announce(id, to, 7_000_000)).toBe('approved')
  await seen(env.db, { from, to, amount: 7n * vchf, state: 'final' })
  await settle()
  expect(await statuses(id)).toEqual(['credited'])
})

test('is held without an announcement of this amount, and credited once two people release it', async () => {
  const { id, to, from } = await hostedAt()
  expect(await announce(id, to, 8_000_000)).toBe('approved')
  await seen(env.db, { from, to, amount: 9n * vchf, state: 'final' })
  await settle()
  const [deposit] = (await listDeposits(env, id, {})).deposits
  expect(deposit).toMatchObject({ status: 'held', hold: { reason: 'travel_rule' } })
  const [hold] = await holdsOn(env, deposit!.depositid)
  expect(hold!.why).toBe('the provider of the sender has not announced it; announced: 8.00 VCHF, arrived: 9.00 VCHF')
  await decideHold(env, hold!.id, 'release')
  await settle()
  expect(await statuses(id)).toEqual(['credited'])
})

test('one announcement covers one deposit', async () => {
  const { id, to, from } = await hostedAt()
  await announce(id, to, 3_000_000)
  for (let n = 0; n < 2; n += 1) await seen(env.db, { from, to, amount: 3n * vchf, state: 'final' })
  await settle()
  expect((await statuses(id)).toSorted()).toEqual(['credited', 'held'])
})

test('the deposit of an unknown sender is credited as before', async () => {
  const { id, to } = await hostedAt()
  await seen(env.db, { to, amount: 2n * vchf, state: 'final' })
  await settle()
  expect(await statuses(id)).toEqual(['credited'])
})

async function payerHolds(id: string) {
  const [deposit] = (await listDeposits(env, id, {})).deposits
  return { deposit: deposit!, holds: await holdsOn(env, deposit!.depositid) }
}

test('an announced payer who is listed since is held until two people have decided', async () => {
  const { id, to, from } = await hostedAt()
  const payer = `Ostravik Halmundsen Holdings ${id.slice(0, 8)}`
  expect(await announce(id, to, 4_000_000, payer)).toBe('approved')
  await listed(env, payer)
  await seen(env.db, { from, to, amount: 4n * vchf, state: 'final' })
  await settle()
  expect(await statuses(id)).toEqual(['held'])
  const { holds } = await payerHolds(id)
  expect(holds).toMatchObject([{ reason: 'sanctions_review', why: 'a party matches a list: own' }])
  const facts = await holdFacts(env, env.db, { holdid: holds[0]!.id, decision: 'release' })
  expect(facts.filter(({ label }) => label === 'Entry of a watchlist')).toMatchObject([{ value: payer }])
  await decideHold(env, holds[0]!.id, 'release')
  await settle()
  expect(await statuses(id)).toEqual(['credited'])
})

test('a listed payer is held, with or without the approval of one member of staff', async () => {
  for (const isApproved of [true, false]) {
    const { id, to } = await hostedAt()
    const payer = `Brundavic Selkerin Group ${id.slice(0, 8)}`
    await listed(env, payer)
    expect(await announce(id, to, 5_000_000, payer)).toBe('pending')
    const [inquiry] = await env.db.query<{ id: string }>(
      `select id from compliance.exchange where direction = 'in' and institution_id = $1`,
      [id],
    )
    const by = { actor: 'ann', why: 'a test', at: env.clock.now() }
    if (isApproved) await env.db.tx((tx) => decideInquiry(env, tx, inquiry!.id, 'approve', by))
    // From an address that is not whitelisted.
    await seen(env.db, { to, amount: 5n * vchf, state: 'final' })
    await settle()
    expect(await statuses(id)).toEqual(['held'])
    expect((await payerHolds(id)).holds).toMatchObject([{ reason: 'sanctions_review' }])
  }
})

test('a listed payer who announces one amount and sends another is held, and staff see both amounts', async () => {
  const { id, to } = await hostedAt()
  const payer = `Kravomir Estenhold ${id.slice(0, 8)}`
  await listed(env, payer)
  expect(await announce(id, to, 77_000_000, payer)).toBe('pending')
  await seen(env.db, { to, amount: 78n * vchf, state: 'final' })
  await settle()
  expect(await statuses(id)).toEqual(['held'])
  const { holds } = await payerHolds(id)
  const why = 'a party matches a list: own; announced: 77.00 VCHF, arrived: 78.00 VCHF'
  expect(holds).toMatchObject([{ reason: 'sanctions_review', why }])
})
