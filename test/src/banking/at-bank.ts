import { randomUUID } from 'node:crypto'
import type { BankEntry } from '@specie/payments/camt.ts'
import { storeBankAccounts } from '@specie/service/banking/account/own-accounts.ts'
import { importFile } from '@specie/service/banking/file/import.ts'
import { preparePayout } from '@specie/service/banking/payout/row.ts'
import { attributeWires } from '@specie/service/banking/wire/attribute.ts'
import type { Tx } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { type Account, account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { postIn } from '@specie/service/ledger/posting/post.ts'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { bankOf, clientChf, entryOf, forgetMoney, institutionAtBank } from './bank-files.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { expectBooksToStand } from '../issuance.ts'
import { type ScriptedBank, scriptedBank } from './scripted-bank.ts'

// Our accounts at the bank and an institution that uses them, for tests of the bank's reports and payments.

export type BankFiles = ReturnType<typeof bankOf>

export type Reported = {
  database: TestDatabase
  env: Env
  /** The files of our account for clients' francs. */
  bank: BankFiles
  acme: string
  /** The reference of Acme's payers. */
  qrr: string
  /** A wire of 1,000.00 by which Acme funds its account, by default. */
  quoting(bankref: string, over?: Partial<BankEntry>): BankEntry
}

/** Gives each test of a file a bank without entries, on one database. After every test the books hold (L1 to L6). */
export function bankFilesForEachTest(take: (reported: Reported) => void): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  beforeEach(async () => {
    const env = testEnv(database)
    const { acme, qrr } = await institutionAtBank(env)
    const own = { reference: { type: 'QRR' as const, value: qrr }, creditorAccount: clientChf.qriban }
    const quoting: Reported['quoting'] = (bankref, over) => entryOf(bankref, { ...own, ...over })
    take({ database, env, bank: bankOf(clientChf), acme, qrr, quoting })
  })
  afterEach(async () => {
    await expectBooksToStand(database.app)
    await forgetMoney(database)
  })
  afterAll(() => database.drop())
}

/** Imports a file and processes its wires. Returns the kinds of the opened cases. */
export async function importAndAttribute(env: Env, file: string): Promise<string[]> {
  const { cases } = await importFile(env, file)
  await attributeWires.run(env)
  return cases.map(({ kind }) => kind)
}

export type Paying = { env: Env; database: TestDatabase; bank: ScriptedBank }

/** Gives each test of a file a bank without payments, on one database. At the end the books hold (L1 to L6). */
export function payingBankForEachTest(take: (paying: Paying) => void): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
    await storeBankAccounts({ db: database.app }, await scriptedBank().accounts())
  })
  beforeEach(() => {
    const bank = scriptedBank()
    take({ database, bank, env: testEnv(database, { bank }) })
  })
  afterAll(async () => {
    await expectBooksToStand(database.app)
    await database.drop()
  })
}

const creditors = { CHF: 'CH9300762011623852957', GBP: 'GB29NWBK60161331926819' }

type PayoutOver = { currency?: 'CHF' | 'GBP'; from?: Account }

/** A prepared payout to the institution, not sent yet; its money is in transit. Returns its id. */
export function payoutOf(env: Env, institutionId: string, amount: bigint, over: PayoutOver = {}): Promise<string> {
  const { currency = 'CHF', from = account('client', 'available', institutionId, currency) } = over
  const subject = randomUUID()
  return env.db.tx(async (tx) => {
    const lines = [debit(from, amount), credit(account('client', 'payouts_in_transit', currency), amount)]
    await postIn(env, tx, [{ key: `sent:${subject}`, kind: 'withdrawal_sent', lines }])
    const iban = creditors[currency]
    await withdrawalTo(tx, { id: subject, institutionId, currency, amount, iban })
    const creditor = { name: 'Acme Treasury AG', account: { kind: 'iban' as const, iban }, bic: null }
    const request = {
      kind: 'withdrawal' as const,
      subject,
      institutionId,
      currency,
      amount,
      creditor,
      remittance: null,
    }
    return preparePayout(env, tx, request, { actor: 'test', why: 'because', at: env.clock.now() })
  })
}

type PayoutCause = { id: string; institutionId: string; currency: string; amount: bigint; iban: string }

/** The cause of a payout: a withdrawal of the same amount to the same account. */
export async function withdrawalTo(tx: Tx, { id, institutionId, currency, amount, iban }: PayoutCause): Promise<void> {
  const account = randomUUID()
  await tx.query(
    `insert into destinations.bank_account (id, institution_id, label, currency, identifier, name, accepted, created_at)
     values ($1, $2, $3, $4, $5, 'Acme Treasury AG', true, now())`,
    [account, institutionId, `account ${account.slice(0, 8)}`, currency, iban],
  )
  await tx.query(`select state.set_actor('test', 'because', now())`)
  await tx.query(
    `insert into transfers.withdrawal (id, institution_id, asset, quantity, bank_account_id, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'requested', now(), now())`,
    [id, institutionId, currency, amount, account],
  )
}
