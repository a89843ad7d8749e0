import { BankFileError, type FiatCurrency } from './bankfile.ts'
import { type Balance, type Entry, notificationMessage, statementMessage, type Summary } from './camt-messages.ts'
import { type BankEntry, readEntry, writeEntries } from './entry.ts'
import type { ValueOf } from './message.ts'
import { accountOf, accountText, dateText } from './iso-fields.ts'
import { readDocument } from './read.ts'
import { writeDocument } from './write.ts'

// Statements (camt.053, end of day) and notifications (camt.054, during the day), as the service and the bank use them.

export type { BankEntry } from './entry.ts'

type Heading = {
  readonly messageId: string
  /** In the bank's form: `YYYY-MM-DDTHH:MM:SS`, possibly with a fraction and a zone. */
  readonly createdAt: string
  /** IBAN of the reported account. */
  readonly account: string
  readonly currency: FiatCurrency
  /** Counts up by one per account and kind of file. A gap is a lost file. */
  readonly sequence: bigint
  readonly entries: readonly BankEntry[]
}

export const messageKinds = ['camt.054', 'camt.053'] as const

export type Notification = Heading & { readonly kind: 'camt.054' }

export type Statement = Heading & {
  readonly kind: 'camt.053'
  /** A statement from an MT940: omitted or truncated data in it proves nothing. */
  readonly format?: 'mt940'
  readonly statementId: string
  readonly from: string
  readonly to: string
  /** For writing only: its start and end, if they are not those of whole days. */
  readonly period?: { readonly from: string; readonly to: string }
  /** Signed minor units. Reconciliation, not reading, checks that opening and entries make closing. */
  readonly opening: bigint
  readonly closing: bigint
}

/** Every account of the file. Throws `BankFileError`. */
export function readCamt(input: string | Uint8Array): Notification[] | Statement[] {
  const { message, value } = readDocument(input, { statementMessage, notificationMessage })
  if (message === 'statementMessage') {
    const { GrpHdr, Stmt } = value.BkToCstmrStmt
    requireOnePage(GrpHdr.MsgPgntn, 'Document/BkToCstmrStmt/GrpHdr/MsgPgntn')
    return Stmt.map((stmt, index) => readStatement(GrpHdr, stmt, `Document/BkToCstmrStmt/Stmt[${index + 1}]`))
  }
  const { GrpHdr, Ntfctn } = value.BkToCstmrDbtCdtNtfctn
  const where = 'Document/BkToCstmrDbtCdtNtfctn'
  requireOnePage(GrpHdr.MsgPgntn, `${where}/GrpHdr/MsgPgntn`)
  return Ntfctn.map((ntfctn, index) => readNotification(GrpHdr, ntfctn, `${where}/Ntfctn[${index + 1}]`))
}

type StatementDocument = ValueOf<(typeof statementMessage)['document']>['BkToCstmrStmt']
type NotificationDocument = ValueOf<(typeof notificationMessage)['document']>['BkToCstmrDbtCdtNtfctn']
type GroupHeader = StatementDocument['GrpHdr']
type Stmt = StatementDocument['Stmt'][number]
type Ntfctn = NotificationDocument['Ntfctn'][number]
type Pages = Stmt['StmtPgntn']

function readStatement(header: GroupHeader, stmt: Stmt, where: string): Statement {
  requireOnePage(stmt.StmtPgntn, `${where}/StmtPgntn`)
  const currency = stmt.Acct.Ccy ?? stmt.Bal[0]!.Amt.currency
  for (const [index, { Amt }] of stmt.Bal.entries()) requireCurrency(Amt, currency, `${where}/Bal[${index + 1}]/Amt`)
  const opening = balance(stmt.Bal, ['OPBD', 'PRCD'], `${where}/Bal`)
  const closing = balance(stmt.Bal, ['CLBD'], `${where}/Bal`)
  return {
    kind: 'camt.053',
    ...heading(header, stmt, currency, where),
    statementId: stmt.Id,
    from: stmt.FrToDt?.FrDtTm.slice(0, 10) ?? dateText(opening.Dt),
    to: stmt.FrToDt?.ToDtTm.slice(0, 10) ?? dateText(closing.Dt),
    opening: signed(opening),
    closing: signed(closing),
  }
}

function readNotification(header: GroupHeader, ntfctn: Ntfctn, where: string): Notification {
  requireOnePage(ntfctn.NtfctnPgntn, `${where}/NtfctnPgntn`)
  const currency = ntfctn.Acct.Ccy ?? ntfctn.Ntry[0]?.Amt.currency
  if (!currency) throw new BankFileError(`${where}/Acct/Ccy`, 'is missing, and there is no entry to take it from')
  return { kind: 'camt.054', ...heading(header, ntfctn, currency, where) }
}

function heading(header: GroupHeader, report: Stmt | Ntfctn, currency: FiatCurrency, where: string): Heading {
  for (const [index, { Amt }] of report.Ntry.entries())
    requireCurrency(Amt, currency, `${where}/Ntry[${index + 1}]/Amt`)
  checkSummary(report.TxsSummry, report.Ntry, `${where}/TxsSummry`)
  const entries = report.Ntry.flatMap((entry, index) => readEntry(entry, `${where}/Ntry[${index + 1}]`))
  requireDistinct(entries, where)
  return {
    messageId: header.MsgId,
    createdAt: header.CreDtTm,
    account: accountText(report.Acct.Id, currency),
    currency,
    sequence: report.ElctrncSeqNb,
    entries,
  }
}

/** One page must not count as the whole statement. */
function requireOnePage(pages: Pages, where: string): void {
  if (pages && !(pages.PgNb === 1n && pages.LastPgInd)) {
    throw new BankFileError(where, 'is one of several pages; ask the bank for statements in one message')
  }
}

function requireCurrency({ currency }: Entry['Amt'], expected: FiatCurrency, where: string): void {
  if (currency !== expected) throw new BankFileError(where, `is in ${currency} but the account is in ${expected}`)
}

/**
 * Import identifies an entry by its bank reference. Two entries with the same reference would count as one, and money
 * would be lost. A reversal may carry the reference of its entry.
 */
function requireDistinct(entries: readonly BankEntry[], where: string): void {
  const seen = new Set<string>()
  for (const { bankref, direction } of entries) {
    const name = `${direction} ${bankref}`
    if (seen.has(name)) throw new BankFileError(where, `has two entries with the same AcctSvcrRef ${bankref}`)
    seen.add(name)
  }
}

function balance(balances: readonly Balance[], codes: readonly string[], where: string): Balance {
  for (const code of codes) {
    const found = balances.filter(({ Tp }) => Tp.CdOrPrtry.Cd === code)
    if (found.length > 1) throw new BankFileError(where, `has ${found.length} balances of type ${code}`)
    if (found[0]) return found[0]
  }
  throw new BankFileError(where, `has no balance of type ${codes.join(' or ')}`)
}

function signed({ Amt, CdtDbtInd }: Balance): bigint {
  return CdtDbtInd === 'CRDT' ? Amt.minor : -Amt.minor
}

/** A summary that disagrees with the entries means that some are missing. */
function checkSummary(given: Summary | undefined, entries: readonly Entry[], where: string): void {
  if (!given) return
  const actual = summaryOf(entries)
  for (const name of ['TtlNtries', 'TtlCdtNtries', 'TtlDbtNtries'] as const) {
    const { NbOfNtries, Sum } = given[name] ?? {}
    if (NbOfNtries !== undefined && NbOfNtries !== actual[name].NbOfNtries) {
      throw new BankFileError(
        `${where}/${name}/NbOfNtries`,
        `is ${NbOfNtries} but ${actual[name].NbOfNtries} are there`,
      )
    }
    if (Sum !== undefined && Sum !== actual[name].Sum) {
      throw new BankFileError(
        `${where}/${name}/Sum`,
        `differs from the sum of the entries by ${Sum - actual[name].Sum}`,
      )
    }
  }
}

function summaryOf(entries: readonly Entry[]) {
  const credits = entries.filter(({ CdtDbtInd }) => CdtDbtInd === 'CRDT')
  const debits = entries.filter(({ CdtDbtInd }) => CdtDbtInd === 'DBIT')
  return { TtlNtries: numberAndSum(entries), TtlCdtNtries: numberAndSum(credits), TtlDbtNtries: numberAndSum(debits) }
}

function numberAndSum(entries: readonly Entry[]) {
  return { NbOfNtries: BigInt(entries.length), Sum: entries.reduce((sum, { Amt }) => sum + Amt.minor, 0n) }
}

export function writeNotification(notification: Notification): string {
  const ntfctn = { Id: notification.messageId, ...reportOf(notification) }
  return writeDocument(notificationMessage, {
    BkToCstmrDbtCdtNtfctn: { GrpHdr: groupHeader(notification), Ntfctn: [ntfctn] },
  })
}

export function writeStatement(statement: Statement): string {
  const { statementId, currency, opening, closing, from, to, period } = statement
  const stmt: Stmt = {
    Id: statementId,
    ...reportOf(statement),
    FrToDt: { FrDtTm: period?.from ?? `${from}T00:00:00`, ToDtTm: period?.to ?? `${to}T23:59:59` },
    Bal: [balanceOf('OPBD', opening, currency, from), balanceOf('CLBD', closing, currency, to)],
  }
  return writeDocument(statementMessage, { BkToCstmrStmt: { GrpHdr: groupHeader(statement), Stmt: [stmt] } })
}

function groupHeader({ messageId, createdAt }: Heading): GroupHeader {
  return { MsgId: messageId, CreDtTm: createdAt, MsgPgntn: { PgNb: 1n, LastPgInd: true } }
}

function reportOf({ account, currency, sequence, entries }: Heading) {
  requireDistinct(entries, 'entries')
  const Ntry = writeEntries(entries)
  return { ElctrncSeqNb: sequence, Acct: { Id: accountOf(account), Ccy: currency }, TxsSummry: summaryOf(Ntry), Ntry }
}

function balanceOf(code: string, minor: bigint, currency: FiatCurrency, date: string): Balance {
  return {
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: { currency, minor: minor < 0n ? -minor : minor },
    CdtDbtInd: minor < 0n ? 'DBIT' : 'CRDT',
    Dt: { Dt: date },
  }
}
