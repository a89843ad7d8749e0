import { randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { takeBack } from '@specie/service/compliance/take-back.ts'
import { cancelWithdrawal } from '@specie/service/transfers/withdrawal/cancel.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import { expect, test } from 'vitest'
import { payingBankForEachTest } from '../banking/at-bank.ts'
import { funded } from '../issuance.ts'
import type { TestDatabase } from '../database.ts'

// Money is recalled while its institution cancels payments: both change the same balance and the same payments.

let env: Env
let database: TestDatabase
payingBankForEachTest((paying) => ({ env, database } = paying))

const officer = { actor: 'officer', why: 'asked for' }

test('a recall and cancellations at the same moment do not deadlock', async () => {
  await funded(env, { CHF: 1_000_000_000n })
  const id = await funded(env, { CHF: 100_000n })
  await registerBankAccount(
    env,
    {
      institutionId: id,
      label: 'CHF',
      currency: 'CHF',
      identifier: 'CH93 0076 2011 6238 5295 7',
      name: 'Acme',
      accept: true,
    },
    officer,
  )
  const by = { institutionId: id, actor: 'key' }
  const request: string[] = []
  for (let i = 0; i < 20; i += 1)
    request.push((await withdraw(env, by, { asset: 'CHF', quantity: '50', destination: 'CHF' })).answer.withdrawalid!)
  const deadlocks = async () =>
    (
      await database.owner.query<{ n: bigint }>(
        'select deadlocks as n from pg_stat_database where datname = current_database()',
      )
    )[0]!.n
  const before = await deadlocks()
  const amount = 100_000n
  const recall = () => {
    const key = `wire:${randomUUID()}`
    const lines = [
      debit(account('client', 'available', id, 'CHF'), amount),
      credit(account('client', 'bank', 'CHF'), amount),
    ]
    const taken = { institutionId: id, asset: 'CHF', amount, key, kind: 'wire', ref: key } as const
    return env.db.tx((tx) => takeBack(env, tx, taken, [{ key: `${key}:recalled`, kind: 'wire_recalled', lines }]))
  }
  const errors: string[] = []
  for (const withdrawalid of request) {
    const both = await Promise.allSettled([cancelWithdrawal(env, by, { withdrawalid }), recall()])
    for (const one of both) if (one.status === 'rejected') errors.push(String(one.reason))
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect({ errors, deadlocks: (await deadlocks()) - before }).toEqual({ errors: [], deadlocks: 0n })
})
