import { randomUUID } from 'node:crypto'
import { payingBankForEachTest } from '@specie/test/banking/at-bank.ts'
import { clientChf } from '@specie/test/banking/bank-files.ts'
import { pastTriggers, type TestDatabase } from '@specie/test/database.ts'
import { funded } from '@specie/test/issuance.ts'
import { decideHold } from '@specie/test/people.ts'
import { debitOf, returnOf, type ScriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { balances } from '@specie/test/balances.ts'
import { describe, expect, test } from 'vitest'
import { matchPayout, returnPayout } from '../../banking/payout/match.ts'
import { sendPayouts } from '../../banking/payout/send.ts'
import type { Env } from '../../base/env.ts'
import { type Registration, registerBankAccount } from '../../destinations/bank-account/register.ts'
import { holdAndReport } from '../../stopping/place.ts'
import { listTransfers } from '../statement/list.ts'
import { listWithdrawals } from './list.ts'
import { advanceWithdrawals } from './job.ts'
import { cancelWithdrawal } from './cancel.ts'
import { withdraw } from './request.ts'

let database: TestDatabase
let env: Env
let bank: ScriptedBank
payingBankForEachTest((paying) => ({ database, env, bank } = paying))

const swiss = 'CH93 0076 2011 6238 5295 7'
const british = 'GB29 NWBK 6016 1331 9268 19'
const officer = { actor: 'test', why: 'because' }

const institution = (CHF = 0n) => funded(env, CHF > 0n ? { CHF } : {})

const register = (institutionId: string, over: Partial<Registration> = {}) =>
  registerBankAccount(
    env,
    { institutionId, label: 'main', currency: 'CHF', identifier: swiss, name: 'Acme', accept: false, ...over },
    officer,
  )

async function payable(chf: bigint): Promise<{ institutionId: string; actor: string }> {
  const institutionId = await institution(chf)
  await register(institutionId)
  return { institutionId, actor: 'key' }
}

const chf = async (id: string) => (await balances(env, id)).get('CHF') ?? { available: 0n, pending: 0n }
const requestFor = (quantity: string, over: Record<string, string> = {}) => ({
  asset: 'CHF',
  quantity,
  destination: 'main',
  ...over,
})
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string; details?: { rule?: string; reason?: string } }) =>
      [error.code, error.details?.rule ?? error.details?.reason].filter(Boolean).join(' '),
  )
const rowOf = async (institutionId: string, withdrawalid: string) =>
  (await listWithdrawals(env, institutionId, { withdrawalid })).withdrawals[0]!
const onlyPayment = () => [...bank.orders.values()].flatMap((order) => order.payments)[0]!

describe('a withdrawal', () => {
  test('is held at once, paid by the bank, and completed when the bank has booked it', async () => {
    const by = await payable(100_000n)
    const { answer, replayed } = await withdraw(env, by, requestFor('250.50'))
    expect(replayed).toBe(false)
    expect(answer).toMatchObject({ result: 'ok', status: 'pending', txids: [], fee: '0', fee_currency: 'CHF' })
    expect(await chf(by.institutionId)).toEqual({ available: 74_950n, pending: 25_050n })
    await advanceWithdrawals.run(env)
    expect(await chf(by.institutionId)).toEqual({ available: 74_950n, pending: 0n })
    await sendPayouts.run(env)
    await advanceWithdrawals.run(env)
    expect(onlyPayment()).toMatchObject({ amount: 25_050n, creditor: { name: 'Acme' } })
    const { status, reason } = await rowOf(by.institutionId, answer.withdrawalid!)
    expect([status, reason]).toEqual(['pending', expect.stringMatching(/^The bank pays it on \d{4}-\d\d-\d\d\.$/)])
    const entry = debitOf(onlyPayment())
    await env.db.tx((tx) => matchPayout(env, tx, clientChf, entry))
    await advanceWithdrawals.run(env)
    expect(await rowOf(by.institutionId, answer.withdrawalid!)).toMatchObject({
      status: 'completed',
      reason: null,
      quantity: '250.5',
      destination: 'main',
      bankref: entry.bankref,
    })
    expect(await advanceWithdrawals.run(env)).toBe(0)
  })

  test('that the bank rejects or returns fails with the reason, and its money is released', async () => {
    const by = await payable(1_000n)
    bank.next = ['reject', 'accept']
    const rejected = (await withdraw(env, by, requestFor('10'))).answer.withdrawalid!
    await advanceWithdrawals.run(env)
    await sendPayouts.run(env)
    await advanceWithdrawals.run(env)
    expect(await rowOf(by.institutionId, rejected)).toMatchObject({ status: 'failed', reason: 'AC04: closed account' })
    expect(await chf(by.institutionId)).toEqual({ available: 1_000n, pending: 0n })

    bank.orders.clear()
    const returned = (await withdraw(env, by, requestFor('10'))).answer.withdrawalid!
    await advanceWithdrawals.run(env)
    await sendPayouts.run(env)
    await env.db.tx((tx) => matchPayout(env, tx, clientChf, debitOf(onlyPayment())))
    await advanceWithdrawals.run(env)
    expect((await rowOf(by.institutionId, returned)).status).toBe('completed')
    expect(await chf(by.institutionId)).toEqual({ available: 0n, pending: 0n })
    await env.db.tx((tx) => returnPayout(env, tx, clientChf, returnOf(onlyPayment())))
    await advanceWithdrawals.run(env)
    expect(await rowOf(by.institutionId, returned)).toMatchObject({ status: 'failed', reason: 'AC04: closed account' })
    expect(await chf(by.institutionId)).toEqual({ available: 1_000n, pending: 0n })
  })

  test('sent again with the same clreqid is one withdrawal, also concurrently (O2)', async () => {
    const by = await payable(1_000n)
    const again = () => withdraw(env, by, requestFor('4', { clreqid: 'p-1' }))
    const answers = await Promise.all([again(), again(), again()])
    for (const { answer } of answers) expect(answer).toEqual(answers[0].answer)
    expect(answers.filter(({ replayed }) => !replayed).length).toBe(1)
    expect(await chf(by.institutionId)).toEqual({ available: 600n, pending: 400n })
    expect(await codeOf(withdraw(env, by, requestFor('5', { clreqid: 'p-1' })))).toBe('duplicate_clreqid')
    expect((await listWithdrawals(env, by.institutionId, { clreqid: 'p-1' })).withdrawals.length).toBe(1)
  })

  test('that fails a check does not use up its clreqid, and moves nothing', async () => {
    const by = await payable(1_000n)
    expect(await codeOf(withdraw(env, by, requestFor('10.01', { clreqid: 'p-2' })))).toBe('insufficient_balance')
    expect(await chf(by.institutionId)).toEqual({ available: 1_000n, pending: 0n })
    expect(await codeOf(withdraw(env, by, requestFor('10', { clreqid: 'p-2' })))).toBe('ok')
  })

  test('above the balance gets an error with the needed amount, the balance and the way to fund it', async () => {
    const by = await payable(1_000n)
    await expect(withdraw(env, by, requestFor('10.01'))).rejects.toMatchObject({
      details: { asset: 'CHF', available: '10', needed: '10.01' },
      cure: { cure: expect.stringContaining('Wire CHF'), sandbox: 'POST /sandbox/v1/wires' },
    })
  })

  test('concurrent withdrawals never exceed the balance (L3)', async () => {
    const by = await payable(1_000n)
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(withdraw(env, by, requestFor('3')))))
    expect(codes.filter((code) => code === 'ok').length).toBe(3)
    expect(await chf(by.institutionId)).toEqual({ available: 100n, pending: 900n })
  })

  test.each([
    [{ asset: 'XYZ' }, 'unknown_asset'],
    [{ asset: 'USDC' }, 'service_unavailable'],
    [{ asset: 'VCHF' }, 'external_wallet_not_whitelisted unknown_destination'],
    [{ blockchain: 'ETH' }, 'unknown_blockchain'],
    [{ quantity: '1.001' }, 'bad_request decimals'],
    [{ quantity: '-1' }, 'bad_request format'],
    [{ quantity: '0.00' }, 'bad_request positive'],
    [{ destination: 'elsewhere' }, 'bank_account_not_registered unknown_destination'],
    [{ asset: 'GBP' }, 'bank_account_not_registered currency'],
    [{ quantity: '10.01' }, 'insufficient_balance'],
  ])('with %j is refused: %s', async (over, code) => {
    const by = await payable(1_000n)
    expect(await codeOf(withdraw(env, by, { ...requestFor('1'), ...over }))).toBe(code)
    expect(await codeOf(withdraw(env, by, { ...requestFor('1'), ...over, validate: 'true' }))).toBe(code)
    expect(await chf(by.institutionId)).toEqual({ available: 1_000n, pending: 0n })
  })

  test('as a dry run does nothing', async () => {
    const by = await payable(1_000n)
    const { answer } = await withdraw(env, by, requestFor('10', { validate: 'true', clreqid: 'v' }))
    expect(answer).toMatchObject({ validated: true, withdrawalid: null, fee: '0' })
    expect(await chf(by.institutionId)).toEqual({ available: 1_000n, pending: 0n })
    expect((await listWithdrawals(env, by.institutionId, {})).withdrawals).toEqual([])
  })
})

describe('a hold', () => {
  test.each(['release', 'reject'] as const)('before the order to the bank stops it: %s', async (decision) => {
    // An amount of its own: payouts of other tests are sent too.
    const by = await payable(1_007n)
    const paid = () =>
      [...bank.orders.values()].flatMap(({ payments }) => payments.filter((one) => one.amount === 1_007n))
    const id = (await withdraw(env, by, requestFor('10.07'))).answer.withdrawalid!
    await advanceWithdrawals.run(env) // the payout is prepared, but not sent
    const on = { institutionId: by.institutionId, on: id, reason: 'aml_review' } as const
    const { holdid, status } = await env.db.tx((tx) => holdAndReport(env, tx, on, 'alice'))
    expect(status).toBe('held')
    await sendPayouts.run(env)
    expect(paid()).toEqual([])
    await decideHold(env, holdid, decision)
    await advanceWithdrawals.run(env)
    await sendPayouts.run(env)
    const row = await rowOf(by.institutionId, id)
    if (decision === 'release') {
      expect([row.status, paid().length]).toEqual(['pending', 1])
      return
    }
    expect([row.status, row.reason, paid()]).toEqual(['rejected', 'refused after review', []])
    expect(await chf(by.institutionId)).toEqual({ available: 1_007n, pending: 0n })
  })
})

describe('canceling', () => {
  test('releases the money unless it has left', async () => {
    const by = await payable(1_000n)
    const { withdrawalid } = (await withdraw(env, by, requestFor('10'))).answer
    const cancel = { withdrawalid: withdrawalid!, clreqid: 'c-1' }
    expect((await cancelWithdrawal(env, by, { ...cancel, validate: 'true' })).answer).toMatchObject({
      status: 'pending',
      validated: true,
    })
    expect((await cancelWithdrawal(env, by, cancel)).answer.status).toBe('canceled')
    expect(await chf(by.institutionId)).toEqual({ available: 1_000n, pending: 0n })
    expect((await cancelWithdrawal(env, by, cancel)).replayed).toBe(true)
    expect(await codeOf(cancelWithdrawal(env, by, { withdrawalid: withdrawalid! }))).toBe('not_cancelable')
    await advanceWithdrawals.run(env)
    expect(await env.db.query('select 1 from banking.payout where subject = $1', [withdrawalid])).toEqual([])
  })

  test('cancels an unsent payout, but not a sent one, and only the caller’s own', async () => {
    const by = await payable(1_000n)
    const { withdrawalid } = (await withdraw(env, by, requestFor('10'))).answer
    const other = await payable(0n)
    expect(await codeOf(cancelWithdrawal(env, other, { withdrawalid: withdrawalid! }))).toBe('bad_request unknown')
    expect(await codeOf(cancelWithdrawal(env, by, { withdrawalid: 'nonsense' }))).toBe('bad_request unknown')
    await advanceWithdrawals.run(env)
    expect((await cancelWithdrawal(env, by, { withdrawalid: withdrawalid! })).answer.status).toBe('canceled')
    expect(await chf(by.institutionId)).toEqual({ available: 1_000n, pending: 0n })
    await sendPayouts.run(env)
    await advanceWithdrawals.run(env)
    expect((await listWithdrawals(env, by.institutionId, {})).withdrawals).toMatchObject([{ status: 'canceled' }])

    const ordered = (await withdraw(env, by, requestFor('10'))).answer.withdrawalid!
    await advanceWithdrawals.run(env)
    await sendPayouts.run(env)
    expect(await codeOf(cancelWithdrawal(env, by, { withdrawalid: ordered }))).toBe('not_cancelable')
  })

  test('and a concurrent job: one of the two wins', async () => {
    const by = await payable(1_000n)
    const { withdrawalid } = (await withdraw(env, by, requestFor('10'))).answer
    const [canceled] = await Promise.all([
      codeOf(cancelWithdrawal(env, by, { withdrawalid: withdrawalid! })),
      advanceWithdrawals.run(env),
    ])
    const payouts = await env.db.query('select 1 from banking.payout where subject = $1', [withdrawalid])
    expect(payouts.length).toBe(canceled === 'ok' ? 0 : 1)
    expect((await chf(by.institutionId)).available).toBe(canceled === 'ok' ? 1_000n : 0n)
    await sendPayouts.run(env)
  })
})

describe('bank accounts', () => {
  test.each([
    ['a wrong check digit', { identifier: 'CH94 0076 2011 6238 5295 7' }, 'bad_request account_checksum'],
    ['nonsense', { identifier: 'my account' }, 'bad_request account_checksum'],
    ['a German IBAN for CHF', { identifier: 'DE89370400440532013000' }, 'bad_request reachable'],
    ['a QR-IBAN', { identifier: 'CH4431999123000889012' }, 'bad_request qr_iban'],
    ['a Swiss IBAN for GBP', { currency: 'GBP' as const }, 'bad_request reachable'],
    ['a name with letters that banks do not accept', { name: '株式会社' }, 'bad_request latin'],
    ['an institution that does not exist', { institutionId: randomUUID() }, 'bad_request unknown'],
  ])('%s is refused', async (_what, over, code) => {
    expect(await codeOf(register(await institution(), over))).toBe(code)
  })

  test('a label is used once', async () => {
    const id = await institution()
    await register(id)
    expect(await codeOf(register(id))).toBe('bad_request label_taken')
    expect(await codeOf(register(id, { label: 'Mine' }))).toBe('ok')
    expect(await codeOf(register(id, { label: 'MINE' }))).toBe('bad_request label_taken')
  })

  test.each([swiss, 'CH9300762011623852957', british, '60161331926819', randomUUID(), `0x${'52'.repeat(20)}`])(
    'a label that looks like an account, an address or an id is refused: %s',
    async (label) => {
      expect(await codeOf(register(await institution(), { label }))).toBe('bad_request label_ambiguous')
    },
  )

  test('money for an account number goes to that account, also when another one has it as its label', async () => {
    const by = await payable(10_000n)
    const taker = await register(by.institutionId, { label: 'taker', identifier: 'CH5604835012345678009' })
    // A row of an earlier version, whose label is the number of the other account.
    await database.owner.query('update destinations.bank_account set label = $2 where id = $1', [
      taker.bankaccountid,
      'CH9300762011623852957',
    ])
    for (const destination of ['CH9300762011623852957', 'ch93 0076 2011 6238 5295 7', 'main']) {
      const { answer } = await withdraw(env, by, requestFor('1', { destination }))
      const where = { destination: 'main', identifier: 'CH9300762011623852957', address: null }
      expect(answer).toMatchObject(where)
      expect(await rowOf(by.institutionId, answer.withdrawalid!)).toMatchObject(where)
    }
    const unlisted = withdraw(env, by, requestFor('1', { destination: 'CH1000230000A109822346' }))
    expect(await codeOf(unlisted)).toBe('bank_account_not_registered unknown_destination')
    await register(by.institutionId, { label: 'again' })
    const twice = withdraw(env, by, requestFor('1', { destination: swiss }))
    expect(await codeOf(twice)).toBe('bank_account_not_registered ambiguous')
  })

  test('an account of ours cannot be registered, and is not paid when it becomes ours', async () => {
    const by = await payable(10_000n)
    expect(await codeOf(register(by.institutionId, { label: 'own', identifier: clientChf.iban }))).toBe(
      'bad_request own_account',
    )
    const change = 'update destinations.bank_account set identifier = $2 where institution_id = $1'
    await pastTriggers(database.owner, change, [by.institutionId, clientChf.iban])
    expect(await codeOf(withdraw(env, by, requestFor('1')))).toBe('bank_account_not_registered own_account')
  })

  const pounds = { currency: 'GBP' as const, identifier: british }

  test('a payee with another name at the bank is paid only if the caller accepts that', async () => {
    const id = await institution()
    const by = { institutionId: id, actor: 'key' }
    bank.payee = { result: 'no_match', name: null }
    expect(await register(id, { ...pounds, label: 'a' })).toMatchObject({
      confirmation: { result: 'no_match' },
      usable: false,
    })
    expect(await codeOf(withdraw(env, by, requestFor('1', { asset: 'GBP', destination: 'a' })))).toBe(
      'bank_account_not_registered payee_not_confirmed',
    )
    const { bankaccountid } = await register(id, { ...pounds, label: 'b', accept: true })
    expect(await codeOf(withdraw(env, by, requestFor('1', { asset: 'GBP', destination: bankaccountid })))).toBe(
      'insufficient_balance',
    )
  })

  test('a bank that cannot confirm the payee does not block the registration', async () => {
    bank.payee = new Error('no answer')
    expect(await register(await institution(), pounds)).toMatchObject({
      confirmation: { result: 'unavailable' },
      usable: true,
    })
    expect(await register(await institution())).toMatchObject({ confirmation: null, usable: true })
  })
})

test('lists have pages and filters, and show only the caller’s rows', async () => {
  const by = await payable(10_000n)
  const ids: string[] = []
  for (let n = 1; n <= 5; n += 1) ids.push((await withdraw(env, by, requestFor(`${n}`))).answer.withdrawalid!)
  await cancelWithdrawal(env, by, { withdrawalid: ids[0]! })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const one = await listTransfers(env, by.institutionId, { limit: 2, ...(cursor && { cursor }) })
    seen.push(...one.transfers.map((row) => row.transferid))
    cursor = one.next_cursor ?? undefined
    if (seen.length === 2) await withdraw(env, by, requestFor('9')) // a row added in between neither repeats nor hides another
  } while (cursor)
  expect(seen).toEqual(ids.toReversed())
  const first = await listWithdrawals(env, by.institutionId, { limit: 1, sort: 'asc' })
  expect(first.withdrawals.map((row) => [row.withdrawalid, row.status])).toEqual([[ids[0], 'canceled']])
  expect((await listWithdrawals(env, by.institutionId, { status: 'canceled' })).withdrawals.length).toBe(1)
  expect((await listTransfers(env, by.institutionId, { type: 'deposit' })).transfers).toEqual([])
  expect((await listWithdrawals(env, by.institutionId, { withdrawalid: 'unknown' })).withdrawals).toEqual([])
  expect((await listWithdrawals(env, await institution(), {})).withdrawals).toEqual([])
  expect(await codeOf(listWithdrawals(env, by.institutionId, { cursor: 'bm9uc2Vuc2U' }))).toBe('invalid_cursor')
})
