import { randomUUID } from 'node:crypto'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import type { Env } from '@specie/service/base/env.ts'
import { endDebtReview } from '@specie/service/compliance/holds.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { takeBack } from '@specie/service/compliance/take-back.ts'
import { cancelWithdrawal } from '@specie/service/transfers/withdrawal/cancel.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { listWithdrawals } from '@specie/service/transfers/withdrawal/list.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import { expect, test } from 'vitest'
import { balances } from '../balances.ts'
import { payingBankForEachTest } from '../banking/at-bank.ts'
import type { ScriptedBank } from '../banking/scripted-bank.ts'
import { funded } from '../issuance.ts'
import { decideHold } from '../people.ts'

// An institution that owes money: its outgoing payments wait for two people, earlier and later ones.

let env: Env
let bank: ScriptedBank
payingBankForEachTest((paying) => ({ env, bank } = paying))

const officer = { actor: 'officer', why: 'asked for' }
type Payer = { institutionId: string; actor: string }

async function payer(money: Parameters<typeof funded>[1]): Promise<Payer> {
  const institutionId = await funded(env, money)
  const currencies = [
    ['CHF', 'CH93 0076 2011 6238 5295 7'],
    ['GBP', 'GB29 NWBK 6016 1331 9268 19'],
  ] as const
  for (const [currency, identifier] of currencies) {
    const named = { institutionId, label: currency, currency, identifier, name: 'Acme', accept: true }
    await registerBankAccount(env, named, officer)
  }
  return { institutionId, actor: 'key' }
}

const ask = async (by: Payer, asset: 'CHF' | 'GBP', quantity: string) =>
  (await withdraw(env, by, { asset, quantity, destination: asset })).answer.withdrawalid!

/** The bank recalls 1,000.00 francs that were credited to the institution. */
async function recalled({ institutionId }: Payer): Promise<void> {
  const [key, amount] = [`wire:${randomUUID()}`, 100_000n]
  const lines = [
    debit(account('client', 'available', institutionId, 'CHF'), amount),
    credit(account('client', 'bank', 'CHF'), amount),
  ]
  const taken = { institutionId, asset: 'CHF', amount, key, kind: 'wire', ref: key } as const
  await env.db.tx((tx) => takeBack(env, tx, taken, [{ key: `${key}:recalled`, kind: 'wire_recalled', lines }]))
}

const shown = async ({ institutionId }: Payer, withdrawalid: string) => {
  const [row] = (await listWithdrawals(env, institutionId, { withdrawalid })).withdrawals
  return { status: row!.status, hold: row!.hold }
}
const owed = ({ institutionId }: Payer) =>
  env.db.query('select asset, amount from ledger.debt where institution_id = $1', [institutionId])
const held = async (withdrawalid: string) =>
  (
    await env.db.query<{ id: string }>(
      `select id from compliance.hold where subject_id = $1 and reason = 'debt_review'`,
      [withdrawalid],
    )
  )[0]!.id
const orders = () => [...bank.orders.values()].flatMap((order) => order.payments.map(({ amount }) => amount))

async function rest(): Promise<void> {
  while ((await advanceWithdrawals.run(env)) + (await sendPayouts.run(env)) > 0);
}

test('an outgoing payment does not leave after the recall of its money', async () => {
  const by = await payer({ CHF: 100_000n })
  const id = await ask(by, 'CHF', '700')
  await advanceWithdrawals.run(env)
  await recalled(by)
  await rest()
  expect(orders()).toEqual([])
  expect(await shown(by, id)).toMatchObject({
    status: 'held',
    hold: { reason: 'debt_review', message: expect.stringContaining('owes money') },
  })
  expect(await owed(by)).toEqual([{ asset: 'CHF', amount: 70_000n }])
})

test('later payments wait too, in any asset, and leave after a review by two people', async () => {
  await payer({ CHF: 100_000n }) // whose money is on the account, too
  const by = await payer({ CHF: 50_000n, GBP: 50_000n })
  await recalled(by)
  const { answer } = await withdraw(env, by, { asset: 'GBP', quantity: '100', destination: 'GBP' })
  const id = answer.withdrawalid!
  expect(answer).toMatchObject({ status: 'held', hold: { reason: 'debt_review' } })
  await rest()
  expect([orders(), (await shown(by, id)).status]).toEqual([[], 'held'])
  await decideHold(env, await held(id), 'release')
  await rest()
  expect(orders()).toEqual([10_000n])
})

test('a payment that two people refuse, or that is canceled, covers the debt', async () => {
  const by = await payer({ CHF: 100_000n })
  const [first, second] = [await ask(by, 'CHF', '700'), await ask(by, 'CHF', '300')]
  await recalled(by)
  expect(await owed(by)).toEqual([{ asset: 'CHF', amount: 100_000n }])
  await decideHold(env, await held(first), 'reject')
  await rest()
  expect(await owed(by)).toEqual([{ asset: 'CHF', amount: 30_000n }])
  await cancelWithdrawal(env, by, { withdrawalid: second })
  expect(await owed(by)).toEqual([])
  expect((await balances(env, by.institutionId)).get('CHF')).toEqual({ available: 0n, pending: 0n })
})

test('a canceled payment leaves no review for the next payment', async () => {
  const by = await payer({ CHF: 100_000n, GBP: 50_000n })
  const first = await ask(by, 'CHF', '1000')
  await recalled(by)
  await cancelWithdrawal(env, by, { withdrawalid: first })
  expect(await owed(by)).toEqual([])
  expect(await shown(by, first)).toMatchObject({ status: 'canceled', hold: null })
  const second = await ask(by, 'GBP', '100')
  await rest()
  expect((await shown(by, second)).hold).toBeNull()
})

test('only its institution ends a review by canceling, and only of the canceled payment', async () => {
  const by = await payer({ CHF: 100_000n })
  const id = await ask(by, 'CHF', '700')
  await recalled(by)
  const work = env.db.tx((tx) => endDebtReview(env, tx, { id }))
  await expect(work).rejects.toThrow('which is not canceled')
})

test('payments of institutions without a debt leave as usual', async () => {
  const [debtor, other] = [await payer({ CHF: 50_000n }), await payer({ CHF: 50_000n })]
  await recalled(debtor)
  await ask(other, 'CHF', '500')
  await rest()
  expect(orders()).toEqual([50_000n])
})
