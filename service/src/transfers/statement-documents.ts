import { createHash } from 'node:crypto'
import { type BankEntry, writeStatement } from '@specie/payments/camt.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Env } from '../base/env.ts'
import { clientAccount } from '../banking/own-accounts.ts'
import { bankIdOf, type Currency } from '../banking/payouts.ts'
import { isFiat } from './fiat.ts'
import type { AssetStatement, Movement, Period } from './statement.ts'

export type StatementDocument = { asset: Currency | null; name: string; mediatype: string; content: string }

const dateOf = (at: Date): string => at.toISOString().slice(0, 10)
/** The period ends before `to`: its last day is the one in which its last moment lies. */
const lastDay = ({ to }: Period): string => dateOf(new Date(to.getTime() - 1))
const nameOf = (period: Period): string => `specie-${dateOf(period.from)}-${lastDay(period)}`

const header = ['asset', 'at', 'kind', 'ref', 'bankref', 'value_date', 'amount', 'balance']

/** One CSV for all assets (RFC 4180). */
export function csvDocument(statements: readonly AssetStatement[], period: Period): StatementDocument {
  const rows = statements.flatMap((statement) => {
    const text = (minor: bigint) => formatAmount({ asset: statement.asset, minor })
    const edge = (at: Date, kind: string, balance: bigint) => [
      statement.asset,
      at.toISOString(),
      kind,
      '',
      '',
      '',
      '',
      text(balance),
    ]
    return [
      edge(period.from, 'opening', statement.opening),
      ...statement.movements.map((one) => [
        statement.asset,
        one.at.toISOString(),
        one.kind,
        one.ref,
        one.bankref ?? '',
        one.value_date ?? '',
        text(one.amount),
        text(one.balance),
      ]),
      edge(period.to, 'closing', statement.closing),
    ]
  })
  const content = [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
  return { asset: null, name: `${nameOf(period)}.csv`, mediatype: 'text/csv; charset=utf-8; header=present', content }
}

/** A spreadsheet runs what begins like a formula, and a bank's reference is a stranger's text. Numbers stay numbers. */
export function cell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A camt.053 for each currency, as a bank would send it. */
export function camtDocuments(
  env: Env,
  institutionId: string,
  statements: readonly AssetStatement[],
  period: Period,
): Promise<StatementDocument[]> {
  return Promise.all(
    statements.flatMap((statement) =>
      isFiat(statement.asset) ? [camtDocument(env, institutionId, statement, statement.asset, period)] : [],
    ),
  )
}

/** The same period is the same message, to the byte: its id comes from what it is about, and its time is its end. */
async function camtDocument(
  env: Env,
  institutionId: string,
  statement: AssetStatement,
  currency: Currency,
  period: Period,
) {
  const own = await clientAccount(env, currency)
  const about = [institutionId, currency, period.from.toISOString(), period.to.toISOString()].join(' ')
  const [from, to] = [dateOf(period.from), lastDay(period)]
  const content = writeStatement({
    kind: 'camt.053',
    messageId: createHash('sha256').update(about).digest('hex').slice(0, 32),
    createdAt: period.to.toISOString(),
    account: own.iban,
    currency,
    statementId: `${currency}-${from}-${to}`,
    sequence: BigInt(to.replaceAll('-', '')),
    from,
    to,
    opening: statement.opening,
    closing: statement.closing,
    entries: statement.movements.map((one) => entryOf(one, currency)),
  })
  return { asset: currency, name: `${nameOf(period)}-${currency}.xml`, mediatype: 'application/xml', content }
}

function entryOf({ journal, at, kind, ref, amount, value_date }: Movement, currency: Currency): BankEntry {
  const received = amount > 0n
  return {
    bankref: String(journal),
    direction: received ? 'credit' : 'debit',
    amount: received ? amount : -amount,
    currency,
    bookingDate: dateOf(at),
    valueDate: value_date ?? dateOf(at),
    code: received ? 'PMNT/RCDT/OTHR' : 'PMNT/ICDT/OTHR',
    reversal: false,
    endToEndId: endToEndOf(ref),
    instructionId: null,
    reference: { type: 'none', value: null },
    unstructured: `${kind} ${ref}`.slice(0, 140),
    creditorAccount: null,
    counterparty: { name: null, account: null, bic: null },
    returnReason: null,
  }
}

/** ISO 20022 takes 35 characters. */
const endToEndOf = (ref: string): string | null => {
  const id = bankIdOf(ref)
  return id.length <= 35 ? id : null
}
