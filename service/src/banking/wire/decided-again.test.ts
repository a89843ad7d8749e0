import type { BankEntry } from '@specie/payments/camt.ts'
import { type BankFiles, bankFilesForEachTest, payoutOf, type Reported } from '@specie/test/banking/at-bank.ts'
import { entryOf, recallOf } from '@specie/test/banking/bank-files.ts'
import { debitOf, scriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { checkBank } from '@specie/test/checks.ts'
import type { TestDatabase } from '@specie/test/database.ts'
import { newInstitution, putKyb } from '@specie/test/institution.ts'
import { decideHold } from '@specie/test/people.ts'
import { post } from '@specie/test/post.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { placeHold } from '../../compliance/holds.ts'
import { endStandingHolds } from '../../compliance/standing.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { checkBooks } from '../../checks/check.ts'
import { isBroken } from '../../checks/rule.ts'
import { importFile } from '../file/import.ts'
import { sendPayouts } from '../payout/send.ts'
import { attributeWires } from './attribute.ts'
import { fundingReference } from './references.ts'

let database: TestDatabase
let env: Env
let bank: BankFiles
let acme: string
let quoting: Reported['quoting']
bankFilesForEachTest((reported) => ({ database, env, bank, acme, quoting } = reported))

let beta: string
let ofBeta: (bankref: string) => BankEntry
beforeEach(async () => {
  beta = await newInstitution(env.db, { name: 'Beta Ltd' })
  const value = await env.db.tx((tx) => fundingReference(env, tx, beta, 'CHF'))
  const counterparty = { name: 'Beta Ltd', account: 'CH5604835012345678009', bic: null }
  ofBeta = (bankref) => entryOf(bankref, { reference: { type: 'QRR', value }, counterparty })
})

async function reported(...entries: BankEntry[]): Promise<string[]> {
  const { cases } = await importFile(env, bank.notify(entries))
  await attributeWires.run(env)
  return cases.map(({ kind }) => kind)
}

const overdraft = async () =>
  (
    await env.db.query<{ balance: bigint }>(
      `select balance from ledger.account where name = 'overdraft' and asset = 'CHF'`,
    )
  )[0]?.balance

test('a payment of another client is booked while the account is overdrawn', async () => {
  await reported(quoting('W1'))
  // Acme has spent 600.00 of it, and that money has left the account.
  await post(env, {
    key: 'spent:swept',
    kind: 'spent',
    lines: [
      debit(account('client', 'available', acme, 'CHF'), 60_000n),
      credit(account('client', 'bank', 'CHF'), 60_000n),
    ],
  })
  await reported(recallOf(quoting('W1'), 'R1'))
  await reported(ofBeta('W2'))
  const scripted = scriptedBank()
  await payoutOf(env, beta, 100_000n)
  await sendPayouts.run({ ...env, bank: scripted })
  const [payment] = [...scripted.orders.values()].flatMap((order) => order.payments)
  expect(await reported(debitOf(payment!))).toEqual([])
  expect(await overdraft()).toBe(60_000n)
})

/** For the rules about wires: deletes the rows of earlier tests. */
const brokenBooks = async () =>
  (await checkBooks(env.db)).filter((row) => isBroken(row) && /\(wire\)|^frozen is|^returns and/.test(row.what))

test('a returning wire can be frozen while the bank has no order, and the books agree', async () => {
  await env.db.tx((tx) => placeHold(env, tx, { institutionId: acme, on: 'next wire', reason: 'aml_review' }, 'officer'))
  await reported(quoting('W1'))
  const [wire] = await env.db.query<{ id: string }>('select id from banking.wire')
  const [first] = await env.db.query<{ id: string }>('select id from compliance.hold where subject_id = $1', [wire!.id])
  await decideHold(env, first!.id, 'reject')
  await attributeWires.run(env)
  const second = await env.db.tx((tx) =>
    placeHold(env, tx, { institutionId: acme, on: wire!.id, reason: 'sanctions_review' }, 'officer'),
  )
  await decideHold(env, second.holdid, 'freeze')
  await attributeWires.run(env)
  const [row] = await env.db.query<{ state: string }>('select state from banking.wire')
  expect(row!.state).toBe('frozen')
  expect(await brokenBooks()).toEqual([])
})

test('the books follow the bank when a frozen wire is recalled', async () => {
  await env.db.tx((tx) =>
    placeHold(env, tx, { institutionId: acme, on: 'next wire', reason: 'sanctions_review' }, 'officer'),
  )
  await reported(quoting('W1'))
  const [hold] = await env.db.query<{ id: string }>(
    'select h.id from compliance.hold h join banking.wire w on w.id = h.subject_id',
  )
  await decideHold(env, hold!.id, 'freeze')
  await attributeWires.run(env)
  await reported(recallOf(quoting('W1'), 'R1'))
  await importFile(env, bank.state())
  expect((await checkBank(env.db)).filter((row) => !row.ok)).toEqual([])
  expect(await brokenBooks()).toEqual([])
})

test('a wire that is recalled while the bank has our order to return it is left to people', async () => {
  await env.db.tx((tx) => placeHold(env, tx, { institutionId: acme, on: 'next wire', reason: 'aml_review' }, 'officer'))
  await reported(quoting('W1'))
  const [wire] = await env.db.query<{ id: string }>('select id from banking.wire')
  const [hold] = await env.db.query<{ id: string }>('select id from compliance.hold where subject_id = $1', [wire!.id])
  await decideHold(env, hold!.id, 'reject')
  await attributeWires.run(env)
  const scripted = scriptedBank()
  await sendPayouts.run({ ...env, bank: scripted })
  expect(scripted.orders.size).toBe(1)
  expect(await reported(recallOf(quoting('W1'), 'R1'))).toEqual(['recall'])
  const [opened] = await env.db.query<{ problem: string }>(
    `select detail ->> 'problem' as problem from banking.bank_case where kind = 'recall'`,
  )
  expect(opened!.problem).toBe(`Wire ${wire!.id} is recalled while we return it.`)
  const [row] = await env.db.query<{ state: string }>('select state from banking.wire')
  expect(row!.state).toBe('return_pending')
})

test('an offboarded institution pays what it owes: its debt is covered', async () => {
  await reported(quoting('W1'), ofBeta('W2'))
  await post(env, {
    key: 'spent:all',
    kind: 'spent',
    lines: [
      debit(account('client', 'available', acme, 'CHF'), 100_000n),
      credit(account('client', 'available', beta, 'CHF'), 100_000n),
    ],
  })
  await reported(recallOf(quoting('W1'), 'R1'))
  await putKyb(database, acme, 'offboarded')
  await reported(quoting('W3'))
  for (let i = 0; i < 3; i += 1) await Promise.all([endStandingHolds.run(env), attributeWires.run(env)])
  expect(await env.db.query('select asset, amount from ledger.debt where institution_id = $1', [acme])).toEqual([])
})

test('holds: two recalls of a wire held for two reasons take its money once', async () => {
  await env.db.tx((tx) => placeHold(env, tx, { institutionId: acme, on: 'next wire', reason: 'aml_review' }, 'officer'))
  await putKyb(database, acme, 'suspended')
  await reported(quoting('W1'), ofBeta('W2'))
  expect(await reported(recallOf(quoting('W1'), 'R1'))).toEqual([])
  expect(await reported(recallOf(quoting('W1'), 'R2'))).toEqual(['unmatched_entry'])
  await putKyb(database, acme, 'approved')
  for (let i = 0; i < 3; i += 1) await Promise.all([endStandingHolds.run(env), attributeWires.run(env)])
  const rows = await env.db.query<{ name: string; owner: string; balance: bigint }>(
    `select name, owner, balance from ledger.account where pool = 'client' and asset = 'CHF' and balance <> 0 order by name`,
  )
  expect(rows).toEqual([
    { name: 'available', owner: beta, balance: 100_000n },
    { name: 'bank', owner: '', balance: 100_000n },
  ])
})

test('holds: a wire held for two reasons stays held until both are lifted, and is credited once', async () => {
  await env.db.tx((tx) => placeHold(env, tx, { institutionId: acme, on: 'next wire', reason: 'aml_review' }, 'officer'))
  await putKyb(database, acme, 'suspended')
  await reported(quoting('W1'))
  const [wire] = await env.db.query<{ id: string }>('select id from banking.wire')
  const [hold] = await env.db.query<{ id: string }>(
    `select id from compliance.hold where subject_id = $1 and reason = 'aml_review'`,
    [wire!.id],
  )
  await decideHold(env, hold!.id, 'release')
  await attributeWires.run(env)
  const state = async () => (await env.db.query<{ state: string }>('select state from banking.wire'))[0]!.state
  expect(await state()).toBe('held')
  await putKyb(database, acme, 'approved')
  for (let i = 0; i < 3; i += 1) {
    await endStandingHolds.run(env)
    await attributeWires.run(env)
  }
  expect(await state()).toBe('credited')
})
