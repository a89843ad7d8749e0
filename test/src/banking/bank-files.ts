import { type BankEntry, readCamt, type Statement, writeNotification, writeStatement } from '@specie/payments/camt.ts'
import type { Batch } from '@specie/payments/entry.ts'
import { writeMt940 } from '@specie/payments/mt940-write.ts'
import { storeBankAccounts } from '@specie/service/banking/account/own-accounts.ts'
import { fundingReference } from '@specie/service/banking/wire/references.ts'
import type { Env } from '@specie/service/base/env.ts'
import type { OwnAccount } from '@specie/service/base/ports/bank.ts'
import type { TestDatabase } from '../database.ts'
import { newInstitution } from '../institution.ts'

// A bank's files, for tests that import files manually.

/** Resets the bank and the books: much faster than a new database for every test. */
export function forgetMoney({ owner }: TestDatabase): Promise<void> {
  return owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica') // past the triggers, as only a superuser can
    await tx.query(`truncate ledger.journal, ledger.entry, banking.bank_account, banking.file, banking.message,
      banking.entry, banking.wire, banking.expected, banking.reference, banking.sender, banking.bank_case, banking.payout,
      banking.payment_order, banking.alias, banking.unclear_line, banking.manual_file, banking.manual_line,
      transfers.unreferenced cascade`)
    await tx.query('update ledger.account set balance = 0, version = 0')
    await tx.query('update banking.feed set last = 0')
  })
}

const swiss = { currency: 'CHF', sortcode: null, account: null, bic: 'UATBCHZZXXX' } as const
const british = { currency: 'GBP', qriban: null, sortcode: '040080', bic: 'UATBGB2LXXX' } as const

export const clientChf: OwnAccount = {
  ...swiss,
  purpose: 'client_money',
  iban: 'CH0308998000010010010',
  qriban: 'CH9131998000010010010',
  name: 'Specie Client Money',
}
export const clientGbp: OwnAccount = {
  ...british,
  purpose: 'client_money',
  iban: 'GB50UATB04008010000011',
  account: '10000011',
  name: 'Specie Client Money',
}
export const reserveChf: OwnAccount = {
  ...swiss,
  purpose: 'reserve',
  iban: 'CH2408998000010010020',
  qriban: 'CH1531998000010010020',
  name: 'Specie Reserve',
}
export const houseChf: OwnAccount = {
  ...swiss,
  purpose: 'house',
  iban: 'CH4508998000010010030',
  qriban: null,
  name: 'Specie House',
}
export const ownAccounts = [clientChf, clientGbp, reserveChf]

/** An incoming wire of 1,000.00 from Acme Treasury AG without a reference, by default. */
export function entryOf(bankref: string, over: Partial<BankEntry> = {}): BankEntry {
  return {
    bankref,
    direction: 'credit',
    amount: 100_000n,
    currency: 'CHF',
    bookingDate: '2026-03-02',
    valueDate: '2026-03-02',
    code: 'PMNT/RCDT/DMCT',
    reversal: false,
    endToEndId: `E2E-${bankref}`,
    instructionId: null,
    reference: { type: 'none', value: null },
    unstructured: null,
    creditorAccount: null,
    counterparty: { name: 'Acme Treasury AG', account: 'CH9300762011623852957', bic: null },
    returnReason: null,
    ...over,
  }
}

/** The sender's bank recalls a wire. */
export function recallOf(entry: BankEntry, bankref: string): BankEntry {
  return {
    ...entry,
    bankref,
    direction: 'debit',
    code: 'PMNT/RCDT/RRTN',
    reversal: true,
    returnReason: { code: 'DUPL', info: null, originalEndToEndId: entry.endToEndId },
  }
}

/** The files of one account, numbered and balanced like a bank's. */
export function bankOf(own: OwnAccount) {
  let notifications = 0n
  let statements = 0n
  let closing = 0n
  let unstated: BankEntry[] = []
  let minutes = 0
  const createdAt = () => new Date(Date.UTC(2026, 2, 2, 8, (minutes += 1))).toISOString()
  const heading = (id: string) => ({ messageId: id, createdAt: createdAt(), account: own.iban, currency: own.currency })
  return {
    notify(entries: BankEntry[], over: { sequence?: bigint } = {}): string {
      notifications += 1n
      unstated.push(...entries)
      const sequence = over.sequence ?? notifications
      return writeNotification({ kind: 'camt.054', ...heading(`N${sequence}`), sequence, entries })
    },
    /** Books without a notification. */
    book(entries: BankEntry[]): void {
      unstated.push(...entries)
    },
    state(over: Partial<Statement> = {}): string {
      statements += 1n
      const entries = unstated
      const opening = closing
      closing = entries.reduce(
        (sum, { direction, amount }) => sum + (direction === 'credit' ? amount : -amount),
        closing,
      )
      unstated = []
      return writeStatement({
        kind: 'camt.053',
        ...heading(`S${statements}`),
        sequence: statements,
        statementId: `S${statements}`,
        from: '2026-03-02',
        to: '2026-03-02',
        opening,
        closing,
        entries,
        ...over,
      })
    },
  }
}

/** The same statement as the bank's MT940. */
export function asMt940(camt: string, references: boolean): string {
  return writeMt940(statementIn(camt), { references })
}

/** The same statement with one entry for each direction and day, without its payments. */
export function asCollective(camt: string, over: Partial<Batch> = {}): string {
  const statement = statementIn(camt)
  const groups = Map.groupBy(statement.entries, ({ direction, bookingDate }) => `${direction}${bookingDate}`)
  const entries = [...groups].map(([name, parts]) => wholeOf(parts, `B-${name}-${statement.sequence}`, over))
  return writeStatement({ ...statement, entries })
}

/** Several entries that the bank reports as one. */
export function wholeOf(parts: readonly BankEntry[], bankref: string, over: Partial<Batch> = {}): BankEntry {
  const { direction, currency, bookingDate, valueDate } = parts[0]!
  const amount = parts.reduce((sum, part) => sum + part.amount, 0n)
  const batch = { reference: bankref, id: null, transactions: null, part: false, ...over }
  const counterparty = { name: null, account: null, bic: null }
  const whole = { direction, amount, currency, bookingDate, valueDate, endToEndId: null, counterparty, batch }
  return entryOf(bankref, whole)
}

/** Entries that the bank booked together and reports individually. */
export const partsOf = (entries: readonly BankEntry[], reference: string): BankEntry[] =>
  entries.map((entry) => ({
    ...entry,
    batch: { reference, id: null, transactions: entries.length, part: true },
  }))

function statementIn(camt: string): Statement {
  const [statement] = readCamt(camt)
  if (statement?.kind !== 'camt.053') throw new Error('this is no statement')
  return statement
}

/** Our accounts are known, and an institution whose payers use `qrr`. */
export async function institutionAtBank(env: Env): Promise<{ acme: string; qrr: string }> {
  await storeBankAccounts(env, ownAccounts)
  const acme = await newInstitution(env.db, { name: 'Acme Treasury AG' })
  return { acme, qrr: await env.db.tx((tx) => fundingReference(env, tx, acme, 'CHF')) }
}
