import { type BankEntry, writeStatement } from '@specie/payments/camt.ts'
import { csvCell } from '@specie/protocol/encoding/csv.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Env } from '../../base/env.ts'
import { clientAccount } from '../../banking/account/own-accounts.ts'
import { bankIdOf, type Currency } from '../../banking/payout/row.ts'
import { isFiat } from '../fiat.ts'
import type { AssetStatement, Movement, Period } from './statement.ts'

export type StatementDocument = { asset: Currency | null; name: string; mediatype: string; content: string }

const dateOf = (at: Date): string => at.toISOString().slice(0, 10)
/** The period excludes `to`. Its last day is that of its last moment. */
const lastDay = ({ to }: Period): string => dateOf(new Date(to.getTime() - 1))
/** Its first and last day, as in file names. */
export const periodName = (period: Period): string => `${dateOf(period.from)}-${lastDay(period)}`
const nameOf = (period: Period): string => `specie-${periodName(period)}`

const header = [
  'asset',
  'at',
  'kind',
  'ref',
  'reftype',
  'bankref',
  'value_date',
  'amount',
  'balance',
  'phrase',
  'counterparty',
]

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
      '',
      text(balance),
      '',
      '',
    ]
    return [
      edge(period.from, 'opening', statement.opening),
      ...statement.movements.map((one) => [
        statement.asset,
        one.at.toISOString(),
        one.kind,
        one.ref,
        one.reftype ?? '',
        one.bankref ?? '',
        one.value_date ?? '',
        text(one.amount),
        text(one.balance),
        one.phrase,
        one.counterparty ?? '',
      ]),
      edge(period.to, 'closing', statement.closing),
    ]
  })
  const content = [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
  return { asset: null, name: `${nameOf(period)}.csv`, mediatype: 'text/csv; charset=utf-8; header=present', content }
}

/** A camt.053 for each currency, in the form that a bank would send. */
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

/**
 * The same period gives the same message, byte for byte. It keeps its first id and number, and its time is the end of
 * the period.
 */
async function camtDocument(
  env: Env,
  institutionId: string,
  statement: AssetStatement,
  currency: Currency,
  period: Period,
) {
  const own = await clientAccount(env, currency)
  const { id, sequence } = await numbered(env, institutionId, currency, period)
  const [from, to] = [period.from.toISOString(), period.to.toISOString()]
  const content = writeStatement({
    kind: 'camt.053',
    messageId: bankIdOf(id),
    createdAt: to,
    account: own.iban,
    currency,
    statementId: bankIdOf(id),
    sequence,
    from: dateOf(period.from),
    to: lastDay(period),
    period: { from, to },
    opening: statement.opening,
    closing: statement.closing,
    entries: statement.movements.map((one) => entryOf(one, currency)),
  })
  return { asset: currency, name: `${nameOf(period)}-${currency}.xml`, mediatype: 'application/xml', content }
}

/** Increases by one with each new period, so that a gap shows a lost file. */
function numbered(env: Env, institutionId: string, currency: Currency, { from, to }: Period) {
  return env.db.tx(async (tx) => {
    const lock = `statements ${institutionId} ${currency}`
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock])
    await tx.query(
      `insert into transfers.statement (id, institution_id, currency, period_from, period_to, sequence)
       select $5, $1, $2, $3, $4, coalesce(max(sequence), 0) + 1 from transfers.statement
       where institution_id = $1 and currency = $2
       on conflict (institution_id, currency, period_from, period_to) do nothing`,
      [institutionId, currency, from, to, env.ids.uuid(env.clock.now())],
    )
    const [row] = await tx.query<{ id: string; sequence: bigint }>(
      `select id, sequence from transfers.statement
       where (institution_id, currency, period_from, period_to) = ($1, $2, $3, $4)`,
      [institutionId, currency, from, to],
    )
    return row!
  })
}

/**
 * We are the bank here. The entry has our reference, and its details have the reference of the bank that moved the money.
 */
function entryOf(one: Movement, currency: Currency): BankEntry {
  const { journal, at, kind, ref, reftype, amount, value_date, bankref } = one
  const received = amount > 0n
  return {
    bankref: String(journal),
    entryRef: String(journal),
    ...(bankref !== null && isId(bankref) ? { transactionRef: bankref } : {}),
    direction: received ? 'credit' : 'debit',
    amount: received ? amount : -amount,
    currency,
    bookingDate: dateOf(at),
    valueDate: value_date ?? dateOf(at),
    code: received ? 'PMNT/RCDT/OTHR' : 'PMNT/ICDT/OTHR',
    reversal: false,
    endToEndId: one.end_to_end_id,
    instructionId: null,
    reference: { type: 'none', value: null },
    additional: one.phrase,
    unstructured: [kind, reftype, ref].filter(Boolean).join(' ').slice(0, 140),
    creditorAccount: null,
    counterparty: { name: one.party, account: one.party_account, bic: null },
    returnReason: null,
  }
}

/** ISO 20022 allows 35 characters. */
const isId = (text: string): boolean => text.length <= 35
