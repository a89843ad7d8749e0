import { type BankEntry } from '@specie/payments/camt.ts'
import { type BankFiles, bankFilesForEachTest, type Reported } from '@specie/test/banking/at-bank.ts'
import { entryOf, recallOf } from '@specie/test/banking/bank-files.ts'
import { checkBank } from '@specie/test/checks.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { post } from '@specie/test/post.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { checkRules, formatCheck, isBroken } from '../../checks/rule.ts'
import { debtRule, debtRules } from '../../checks/debts.ts'
import { bankingJournals } from '../../checks/banking-journals.ts'
import { ownershipRules } from '../../checks/ownership.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { importFile } from '../file/import.ts'
import { attributeWires } from './attribute.ts'
import { fundingReference } from './references.ts'

// A wire is recalled after its money was spent: its institution owes the shortfall, and new money covers it.

let env: Env
let bank: BankFiles
let acme: string
let quoting: Reported['quoting']
bankFilesForEachTest((reported) => ({ env, bank, acme, quoting } = reported))

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

let spending = 0
const spend = (from: string, minor: bigint, to = beta) =>
  post(env, {
    key: `spent:${(spending += 1)}`,
    kind: 'spent',
    lines: [
      debit(account('client', 'available', from, 'CHF'), minor),
      credit(account('client', 'available', to, 'CHF'), minor),
    ],
  })

async function lot(name: string, owner: string): Promise<bigint> {
  const [row] = await env.db.query<{ balance: bigint }>(
    `select balance from ledger.account where pool = 'client' and asset = 'CHF' and name = $1 and owner = $2`,
    [name, owner],
  )
  return row?.balance ?? 0n
}
const standing = async () => ({ available: await lot('available', acme), owed: await lot('owed', acme) })

const rules = [...debtRules, ...ownershipRules(bankingJournals, ['spent', 'cover', 'overdraft']), debtRule]
const findings = async () => (await checkRules(env.db, rules)).filter((row) => !row.ok)
const openCases = () => env.db.query('select kind from banking.bank_case where closed_at is null')

test('a recalled wire that was spent is a debt immediately, and the check names its owner and amount', async () => {
  await reported(quoting('W1'), ofBeta('W2'))
  await spend(acme, 70_000n)
  expect(await reported(recallOf(quoting('W1'), 'R1'))).toEqual([])
  expect(await standing()).toEqual({ available: 0n, owed: 70_000n })
  const found = await findings()
  expect(found).toEqual([
    expect.objectContaining({ owed: true, detail: expect.stringContaining(`${acme} owes 700.00 CHF`) }),
  ])
  expect([found.some(isBroken), formatCheck(found)]).toEqual([false, expect.stringMatching(/OWED {2}/)])
  await importFile(env, bank.state())
  expect((await checkBank(env.db)).filter((row) => !row.ok)).toEqual([])
  expect(await openCases()).toEqual([])
})

test('new money covers the debt first, in the same step; only the rest is available', async () => {
  await reported(quoting('W1'), ofBeta('W2'))
  await spend(acme, 100_000n)
  await reported(recallOf(quoting('W1'), 'R1'))
  expect(await standing()).toEqual({ available: 0n, owed: 100_000n })
  await reported(quoting('W3', { amount: 30_000n }))
  expect(await standing()).toEqual({ available: 0n, owed: 70_000n })
  // Any credit of a balance counts: a wire, a trade, a refund.
  await spend(beta, 90_000n, acme)
  expect([await standing(), await findings()]).toEqual([{ available: 20_000n, owed: 0n }, []])
})

test('balances of other institutions and in other assets are not used', async () => {
  await reported(quoting('W1'), ofBeta('W2'))
  await spend(acme, 100_000n)
  await reported(recallOf(quoting('W1'), 'R1'))
  await post(env, {
    key: 'spent:coins',
    kind: 'spent',
    lines: [
      debit(account('client', 'omnibus', 'ETH', 'VCHF'), 5n),
      credit(account('client', 'available', acme, 'VCHF'), 5n),
    ],
  })
  expect([await lot('available', beta), (await standing()).owed]).toEqual([200_000n, 100_000n])
})

test('a recall of more than the account has is an overdraft until new money arrives', async () => {
  await reported(quoting('W1'))
  await post(env, {
    key: 'spent:swept',
    kind: 'spent',
    lines: [
      debit(account('client', 'available', acme, 'CHF'), 60_000n),
      credit(account('client', 'bank', 'CHF'), 60_000n),
    ],
  })
  expect(await reported(recallOf(quoting('W1'), 'R1'))).toEqual([])
  expect([await standing(), await lot('overdraft', '')]).toEqual([{ available: 0n, owed: 60_000n }, 60_000n])
  await reported(ofBeta('W2'))
  expect([await lot('overdraft', ''), await lot('bank', ''), await lot('available', beta)]).toEqual([
    0n,
    40_000n,
    100_000n,
  ])
})
