import { randomUUID } from 'node:crypto'
import type { BankEntry } from '@specie/payments/camt.ts'
import { payingBankForEachTest } from '@specie/test/banking/at-bank.ts'
import { clientChf, houseChf, reserveChf } from '@specie/test/banking/bank-files.ts'
import { ledgerOf } from '@specie/test/issuance.ts'
import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { debitOf, type ScriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { post } from '@specie/test/post.ts'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { feeLines } from '../../ledger/posting/coin-lines.ts'
import { feeSweeps } from './fee-sweeps.ts'
import { matchPayout } from './match.ts'
import { sendPayouts } from './send.ts'

const feesOf = (env: Env) =>
  ledgerOf(
    env,
    account('client', 'fees_due', 'CHF'),
    account('house', 'fees_receivable', 'CHF'),
    account('house', 'bank', 'CHF'),
  )

describe('at the bank', () => {
  let ramps: Ramps
  rampsForTests((opened) => {
    ramps = opened
  })

  /** A wire arrives, and part of it is our fee. */
  async function earn(amount: string, fee: bigint): Promise<void> {
    const wire = { account: clientChf.iban, currency: 'CHF', amount, sendername: 'Acme AG' }
    await ramps.tell('bank/control/wires', wire)
    await ramps.pass(1)
    const lines = [debit(account('client', 'unallocated', 'CHF'), fee), ...feeLines('CHF', fee)]
    await post(ramps.env, { key: `fee:${randomUUID()}`, kind: 'test', lines })
  }

  const atTheBank = async (): Promise<string> => {
    const state = (await (await fetch(`${ramps.counterparts.origin}/bank/control/state`)).json()) as {
      accounts: { iban: string; balance: string }[]
    }
    return state.accounts.find(({ iban }) => iban === houseChf.iban)!.balance
  }

  const sweep = async (): Promise<number> => {
    const swept = await feeSweeps.run(ramps.env)
    await sendPayouts.run(ramps.env)
    return swept
  }

  test('fees stay in client money until they reach the limit; then they are paid to the house at once', async () => {
    await earn('50000', 999_999n)
    expect(await sweep()).toBe(0)
    await earn('1', 1n)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    await ramps.pass(1)
    expect(await feesOf(ramps.env)).toEqual([0n, 0n, 1_000_000n])
    expect(await atTheBank()).toBe('10000')
  })

  test('fees below the limit are paid when a bank day is over, and the house’s account reconciles', async () => {
    await earn('1000', 5_000n)
    expect(await sweep()).toBe(0)
    await ramps.pass(24 * 60)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    await ramps.pass(24 * 60)
    expect(await feesOf(ramps.env)).toEqual([0n, 0n, 1_005_000n])
    expect(await atTheBank()).toBe('10050')
    await ramps.pass(24 * 60)
    const [statement] = await ramps.env.db.query<{ closing: bigint }>(
      `select closing from banking.message where account = $1 and kind = 'camt.053' order by sequence desc limit 1`,
      [houseChf.iban],
    )
    expect(statement).toEqual({ closing: 1_005_000n })
    expect(await sweep()).toBe(0) // not due
  })

  test('the house’s account accepts only our sweeps: anything else opens a case', async () => {
    const [before] = await ramps.env.db.query<{ cases: bigint }>('select count(*) as cases from banking.bank_case')
    const wire = { currency: 'CHF', amount: '7', sendername: 'Acme AG', reference: 'RESERVE TOP-UP' }
    const reserve = await ledgerOf(ramps.env, account('reserve', 'bank', 'CHF'))
    await ramps.tell('bank/control/wires', { ...wire, account: houseChf.iban })
    await ramps.pass(1)
    const cases = await ramps.env.db.query<{ detail: { problem: string } }>(
      'select detail from banking.bank_case order by id offset $1',
      [before!.cases],
    )
    expect(cases.map(({ detail }) => detail.problem)).toEqual([
      'The account of the house was credited, and no sweep of ours explains it.',
    ])
    expect(await ledgerOf(ramps.env, account('reserve', 'bank', 'CHF'))).toEqual(reserve)
  })
})

describe('a fee sweep', () => {
  let env: Env
  let bank: ScriptedBank
  payingBankForEachTest((paying) => ({ env, bank } = paying))

  const book = (entry: BankEntry, own: OwnAccount) => env.db.tx((tx) => matchPayout(env, tx, own, entry))
  const fee = (amount: bigint) =>
    post(env, {
      key: randomUUID(),
      kind: 'test',
      lines: [debit(account('client', 'bank', 'CHF'), amount), ...feeLines('CHF', amount)],
    })
  const later = (minutes: number): Env => ({
    ...env,
    clock: { ...systemClock, now: () => new Date(Date.now() + minutes * 60_000) },
  })

  test('rejected by the bank is retried later, and is booked when both accounts show it (L6)', async () => {
    await fee(2_000_000n)
    bank.next = ['reject', 'accept']
    expect(await feeSweeps.run(env)).toBe(1)
    await sendPayouts.run(env)
    expect(await feeSweeps.run(env)).toBe(0)
    expect(await feeSweeps.run(later(16))).toBe(1)
    await sendPayouts.run(env)
    const payment = [...bank.orders.values()].flatMap((order) => order.payments).at(-1)!
    expect(payment).toMatchObject({ amount: 2_000_000n, creditor: { account: { kind: 'iban', iban: houseChf.iban } } })
    const leg = debitOf(payment, { direction: 'credit' })
    expect(await book(leg, reserveChf)).toMatch(/another account/)
    expect(await book(leg, houseChf)).toBeNull()
    expect(await feesOf(env)).toEqual([2_000_000n, 2_000_000n, 0n])
    expect(await book(debitOf(payment), clientChf)).toBeNull()
    expect(await feesOf(env)).toEqual([0n, 0n, 2_000_000n])
    expect(await feeSweeps.run(env)).toBe(0)
  })

  test('does not include the fee of a redemption that the reserve has not paid', async () => {
    await fee(1_500_000n)
    await post(env, {
      key: 'test:burned',
      kind: 'test',
      lines: [
        debit(account('client', 'due_from_reserve', 'CHF'), 9_000_000n),
        credit(account('client', 'unallocated', 'CHF'), 8_990_000n),
        ...feeLines('CHF', 10_000n),
        debit(account('reserve', 'bank', 'CHF'), 9_000_000n),
        credit(account('reserve', 'due_to_client', 'CHF'), 9_000_000n),
      ],
    })
    expect(await feeSweeps.run(later(16))).toBe(1)
    expect(await env.db.query(`select amount from banking.payout where state = 'prepared'`)).toEqual([
      { amount: 1_500_000n },
    ])
  })
})
