import { decideHold } from '@specie/test/people.ts'
import { clientChf } from '@specie/test/banking/bank-files.ts'
import {
  changeOf,
  type Desk,
  deskForEachTest,
  expectBooksToStand,
  funded,
  landed,
  million,
  mint,
  money,
  refusalOf,
  sweep,
  threeHours,
  topUp,
} from '@specie/test/issuance.ts'
import { debitOf, returnOf, scriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { failedByHand, finalByHand, signedByHand } from '@specie/test/sender.ts'
import { expect, test } from 'vitest'
import { storeBankAccounts } from '../../banking/account/own-accounts.ts'
import { matchPayout, returnPayout } from '../../banking/payout/match.ts'
import { sendPayouts } from '../../banking/payout/send.ts'
import type { Env } from '../../base/env.ts'
import { holdAndReport } from '../../stopping/place.ts'
import { listSupplyChanges } from '../history/list.ts'
import { advanceMints } from '../mint/job.ts'
import { redeemTokens } from './request.ts'
import { advanceRedemptions } from './job.ts'

let desk: Desk
let env: Env
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', million)
})

const coin = 1_000_000n

/** An institution with 200,000 VCHF minted on Ethereum, and no other money. */
async function holder(): Promise<string> {
  const id = await funded(env, { CHF: 20_000_000n })
  const { requestid } = await mint(env, id)
  await landed(env, 'mint', requestid)
  await advanceMints.run(env)
  desk.pass(threeHours)
  await advanceMints.run(env)
  return id
}

const redeem = async (institutionId: string, quantity: string, over: Record<string, string> = {}) => {
  const fields = { asset: 'VCHF', blockchain: 'ETH', quantity, ...over }
  return (await redeemTokens(env, { institutionId, actor: 'key' }, fields)).answer
}
const advance = () => advanceRedemptions.run(env)

async function burn(requestid: string): Promise<void> {
  await signedByHand(env.db, 'redemption', requestid)
  await advance()
  await finalByHand(env.db, 'redemption', requestid)
  await advance()
}

test('coins are burned, and the proceeds are on the balance after three hours', async () => {
  const acme = await holder()
  const answer = await redeem(acme, '50000.50')
  expect(answer).toMatchObject({ txid: '', fee: '0', received: '50000.5', received_currency: 'CHF', status: 'pending' })
  expect((await money(env, acme)).VCHF).toEqual({ available: 149_999_500_000n, pending: 50_000_500_000n })
  expect((await changeOf(env, acme, answer.requestid)).stage).toBe('burning')
  const hash = await signedByHand(env.db, 'redemption', answer.requestid)
  await advance()
  expect(await changeOf(env, acme, answer.requestid)).toMatchObject({ stage: 'confirming', txid: hash })
  await finalByHand(env.db, 'redemption', answer.requestid)
  await advance()
  expect((await changeOf(env, acme, answer.requestid)).stage).toBe('paying')
  expect(await money(env, acme)).toEqual({
    CHF: { available: 0n, pending: 5_000_050n },
    VCHF: { available: 149_999_500_000n, pending: 0n },
  })
  await expectBooksToStand(env.db)
  desk.pass(threeHours)
  await advance()
  expect((await money(env, acme)).CHF).toEqual({ available: 5_000_050n, pending: 0n })
  expect(await changeOf(env, acme, answer.requestid)).toMatchObject({
    type: 'redeem',
    status: 'settled',
    quantity: '50000.5',
    spent: '50000.5',
    spent_currency: 'VCHF',
    fee: '0',
    fee_currency: 'CHF',
    estimated: false,
    received: '50000.5',
    received_currency: 'CHF',
    bankref: null,
    destination: null,
    txid: hash,
  })
  expect((await listSupplyChanges(env, acme, { status: 'completed' })).supplychanges.map((row) => row.type)).toEqual([
    'redeem',
    'mint',
  ])
  expect(await advance()).toBe(0)
})

test('a fee, if set, is deducted from the proceeds', async () => {
  const acme = await holder()
  env = { ...env, config: { ...env.config, redeemFeeBps: 10 } }
  const { requestid, fee, received } = await redeem(acme, '1000')
  expect([fee, received]).toEqual(['1', '999'])
  expect(await changeOf(env, acme, requestid)).toMatchObject({ fee: '1', received: '999' })
  await burn(requestid)
  desk.pass(threeHours)
  await advance()
  expect((await money(env, acme)).CHF).toEqual({ available: 99_900n, pending: 0n })
})

test('coins that the chain does not burn are released', async () => {
  const acme = await holder()
  const { requestid } = await redeem(acme, '10')
  await failedByHand(env.db, 'redemption', requestid, 'EnforcedPause')
  await advance()
  expect(await changeOf(env, acme, requestid)).toMatchObject({
    status: 'failed',
    reason: 'EnforcedPause',
    received: null,
    received_currency: 'CHF',
  })
  expect((await money(env, acme)).VCHF).toEqual({ available: 200_000n * coin, pending: 0n })
})

test('each failed check refuses the request, and nothing moves', async () => {
  const acme = await holder()
  for (const [over, code] of [
    [{ asset: 'USDC' }, 'unknown_asset'],
    [{ blockchain: 'CELO' }, 'unknown_blockchain'],
    [{ blockchain: 'BASE' }, 'service_unavailable'],
    [{ quantity: '1.001' }, 'bad_request decimals'],
    [{ quantity: '0.99' }, 'min_amount_below_threshold'],
    [{ bankaccount: 'none' }, 'bank_account_not_registered unknown_destination'],
    [{ quantity: '200000.01' }, 'insufficient_balance'],
    [{ blockchain: 'SOL' }, 'insufficient_balance'],
  ] as const) {
    expect(await refusalOf(redeem(acme, '100', over))).toBe(code)
    expect(await refusalOf(redeem(acme, '100', { ...over, validate: 'true' }))).toBe(code)
  }
  const onSolana = await redeem(acme, '100', { blockchain: 'SOL' }).catch((error) => error)
  expect(onSolana.details).toMatchObject({ blockchain: 'SOL', available: '0' })
  expect(await redeem(acme, '100', { validate: 'true' })).toMatchObject({ validated: true, requestid: '' })
  expect((await money(env, acme)).VCHF).toEqual({ available: 200_000n * coin, pending: 0n })
})

test('a repeated request with the same id is one redemption (O2)', async () => {
  const acme = await holder()
  const answers = await Promise.all(Array.from({ length: 4 }, () => redeem(acme, '100', { clreqid: 'r' })))
  expect(new Set(answers.map(({ requestid }) => requestid)).size).toBe(1)
  await signedByHand(env.db, 'redemption', answers[0]!.requestid)
  expect(await redeem(acme, '100', { clreqid: 'r' })).toEqual(answers[0])
  expect(await refusalOf(redeem(acme, '101', { clreqid: 'r' }))).toBe('duplicate_clreqid')
  expect((await money(env, acme)).VCHF.pending).toBe(100n * coin)
})

test('a hold stops it; a release lets it continue, a rejection releases the coins', async () => {
  const acme = await holder()
  const place = (on: string) =>
    env.db
      .tx((tx) => holdAndReport(env, tx, { institutionId: acme, on, reason: 'edd_required' }, 'alice'))
      .then(({ holdid }) => holdid)
  const holds = [await place('next redemption')]
  const first = await redeem(acme, '100')
  holds.push(await place('next redemption'))
  const second = await redeem(acme, '100')
  expect([first.status, second.status]).toEqual(['held', 'held'])
  await decideHold(env, holds[0]!, 'release')
  await decideHold(env, holds[1]!, 'reject')
  await advance()
  expect((await changeOf(env, acme, first.requestid)).stage).toBe('burning')
  expect((await changeOf(env, acme, second.requestid)).status).toBe('rejected')
  expect((await money(env, acme)).VCHF).toEqual({ available: 199_900n * coin, pending: 100n * coin })
})

async function withBankAccount(institutionId: string): Promise<void> {
  await storeBankAccounts(env, await scriptedBank().accounts())
  await env.db.query(
    `insert into destinations.bank_account (id, institution_id, label, currency, identifier, name, accepted, created_at)
     values ($1, $2, 'main', 'CHF', 'CH9300762011623852957', 'Acme', true, now())`,
    [env.ids.uuid(env.clock.now()), institutionId],
  )
}

/** Burned; `requestPayout` asks the bank to pay, once the reserve has paid. */
async function payable() {
  const acme = await holder()
  await withBankAccount(acme)
  await sweep(env) // the mint's money is now in the reserve, and no longer clients' money
  const { requestid } = await redeem(acme, '100000', { bankaccount: 'main' })
  await burn(requestid)
  const bank = scriptedBank()
  const requestPayout = async () => {
    await advance()
    await sendPayouts.run({ ...env, bank })
    await advance()
  }
  const payments = () => [...bank.orders.values()].flatMap((order) => order.payments)
  return { acme, requestid, bank, requestPayout, payments }
}

test('a redemption to a bank account is paid after the reserve has paid, and settled when the bank has booked it', async () => {
  const { acme, requestid, requestPayout, payments } = await payable()
  await requestPayout()
  expect(payments()).toEqual([]) // other clients' money is not lent
  await sweep(env)
  await requestPayout()
  expect(payments()).toMatchObject([{ amount: 10_000_000n, creditor: { name: 'Acme' } }])
  expect(await changeOf(env, acme, requestid)).toMatchObject({ stage: 'paying', destination: 'main', bankref: null })
  const paid = debitOf(payments()[0]!)
  await env.db.tx((tx) => matchPayout(env, tx, clientChf, paid))
  await advance()
  expect(await changeOf(env, acme, requestid)).toMatchObject({
    status: 'settled',
    reason: null,
    received: '100000',
    bankref: paid.bankref,
  })
  expect((await money(env, acme)).CHF).toEqual({ available: 0n, pending: 0n })

  await env.db.tx((tx) => returnPayout(env, tx, clientChf, returnOf(payments()[0]!)))
  await advance()
  expect(await changeOf(env, acme, requestid)).toMatchObject({
    status: 'settled',
    reason: expect.stringContaining('AC04'),
  })
  expect((await money(env, acme)).CHF).toEqual({ available: 10_000_000n, pending: 0n })
})

test('when the bank rejects the payment, the proceeds are on the balance', async () => {
  const { acme, requestid, bank, requestPayout } = await payable()
  bank.next = ['reject']
  await sweep(env)
  await requestPayout()
  expect(await changeOf(env, acme, requestid)).toMatchObject({
    status: 'settled',
    reason: expect.stringContaining('AC04'),
  })
  expect((await money(env, acme)).CHF).toEqual({ available: 10_000_000n, pending: 0n })
  const history = await env.db.query<{ to_state: string }>(
    'select to_state from state.history where subject = $1 order by id',
    [requestid],
  )
  expect(history.map((step) => step.to_state).slice(-4)).toEqual(['paying', 'returned', 'paying', 'settled'])
})

const holdOn = (institutionId: string, on: string) =>
  env.db.tx((tx) => holdAndReport(env, tx, { institutionId, on, reason: 'aml_review' }, 'alice'))
const decideOn = (holdid: string, decision: 'release' | 'reject') => decideHold(env, holdid, decision)

test.each(['release', 'reject'] as const)(
  'held before the payment is sent, it is not paid out: %s',
  async (decision) => {
    const { acme, requestid, requestPayout, payments } = await payable()
    await sweep(env)
    await advance() // the payout is prepared, but not sent
    const { holdid, status } = await holdOn(acme, requestid)
    expect(status).toBe('partly')
    await requestPayout()
    expect([payments(), (await changeOf(env, acme, requestid)).status]).toEqual([[], 'held'])
    await decideOn(holdid, decision)
    await requestPayout()
    expect(payments().length).toBe(decision === 'release' ? 1 : 0)
    if (decision === 'release') return
    expect(await changeOf(env, acme, requestid)).toMatchObject({
      status: 'settled',
      reason: expect.stringMatching(/paid to the balance.*refused after review/),
    })
    expect((await money(env, acme)).CHF).toEqual({ available: 10_000_000n, pending: 0n })
  },
)

test('when it is rejected before the reserve has paid, the proceeds go to the balance', async () => {
  const { acme, requestid, requestPayout, payments } = await payable()
  const { holdid } = await holdOn(acme, requestid)
  await sweep(env)
  await requestPayout()
  await decideOn(holdid, 'reject')
  await requestPayout()
  expect([payments(), (await changeOf(env, acme, requestid)).status]).toEqual([[], 'settled'])
  expect((await money(env, acme)).CHF).toEqual({ available: 10_000_000n, pending: 0n })
})

test('a payment that the bank returns during a hold is not usable before the decision', async () => {
  const { acme, requestid, requestPayout, payments } = await payable()
  await sweep(env)
  await requestPayout()
  const { holdid, status } = await holdOn(acme, requestid)
  expect(status).toBe('too_late')
  await env.db.tx((tx) => matchPayout(env, tx, clientChf, debitOf(payments()[0]!)))
  await env.db.tx((tx) => returnPayout(env, tx, clientChf, returnOf(payments()[0]!)))
  await advance()
  expect((await money(env, acme)).CHF).toEqual({ available: 0n, pending: 10_000_000n })
  await decideOn(holdid, 'release')
  await advance()
  expect(await changeOf(env, acme, requestid)).toMatchObject({
    status: 'settled',
    reason: expect.stringContaining('AC04'),
  })
  expect((await money(env, acme)).CHF).toEqual({ available: 10_000_000n, pending: 0n })
})

/** All coins of the chain are at a deposit address and not collected yet. */
const uncollected = async (institutionId: string): Promise<void> => {
  await desk.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into transfers.deposit (id, institution_id, asset, blockchain, txid, index, block, height, address, source, quantity,
         state, created_at, updated_at)
       values (gen_random_uuid(), $1, 'VCHF', 'ETH', gen_random_uuid()::text, 0, '0x0', 1, '0x1', 1, $2, 'credited', now(), now())`,
      [institutionId, 200_000n * coin],
    )
  })
}
const collect = () =>
  desk.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('update transfers.deposit set collected_at = now()')
  })

test.each(['release', 'reject'] as const)('held while its coins are being collected: %s', async (decision) => {
  const acme = await holder()
  await uncollected(acme)
  const { requestid } = await redeem(acme, '100')
  const { holdid, status } = await holdOn(acme, requestid)
  expect(status).toBe('held')
  await collect()
  await advance()
  expect((await changeOf(env, acme, requestid)).status).toBe('held')
  await decideOn(holdid, decision)
  await advance()
  if (decision === 'release') expect((await changeOf(env, acme, requestid)).stage).toBe('burning')
  else {
    expect((await changeOf(env, acme, requestid)).status).toBe('rejected')
    expect((await money(env, acme)).VCHF).toEqual({ available: 200_000n * coin, pending: 0n })
  }
})
