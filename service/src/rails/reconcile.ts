import { type FiatCode, fiatCodes } from '@specie/protocol/assets.ts'
import { BankFileError } from '@specie/payments/bankfile.ts'
import { localDate, systemOf } from '@specie/payments/calendar.ts'
import { type BankEntry, readCamt, type Statement } from '@specie/payments/camt.ts'
import { dateOf, dayNumber } from '@specie/payments/holidays.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { type BankCase, closeCases, openCase } from '../banking/reconciliation/cases.ts'
import { signedAmount } from '../banking/entry/entries.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Job } from '../base/jobs/runner.ts'
import type { Provider } from '../base/ports/provider.ts'
import { planForValues } from '../base/database/prepared.ts'
import { isCollecting, readArrivals } from './onramp/read-arrivals.ts'
import type { PaymentState } from './payment/row.ts'
import { dueUntil, overdue } from './payment/overdue.ts'

// Compares the provider's daily statement with our payments. Nothing is booked from it. A difference opens a case.

type Currency = FiatCode

export const reconcileProvider: Job = {
  name: 'rails.statements',
  everyMs: 30_000,
  applies: ({ provider }) => provider !== null,
  run: async (env) => {
    if (!(await isCollecting(env.db))) return 0
    let taken = 0
    for (const currency of fiatCodes) {
      try {
        while (await takeNextDay(env, env.provider!, currency)) taken += 1
      } catch (error) {
        env.log.warn({ err: error, currency }, 'the statements of the provider cannot be compared')
      }
    }
    return taken
  },
}

type Day = { readonly day: string; readonly closing: bigint }

/** Compares the first day without a comparison; false when it is not over, or must wait. */
async function takeNextDay(env: Env, provider: Provider, currency: Currency): Promise<boolean> {
  const [last] = await env.db.query<Day>(
    `select day::text, closing from rails.statement where provider = $1 and currency = $2
     order by statement.day desc limit 1`,
    [provider.name, currency],
  )
  const today = localDate(systemOf(currency), env.clock.settlement())
  // The first statement is that of the day before we started.
  const day = dateOf(last ? dayNumber(last.day) + 1 : dayNumber(today) - 1)
  if (day >= today) return false
  const scope = { provider: provider.name, currency, day }
  const text = await statementOf(env, provider, scope, today)
  if (text === null) return false
  const statement = readStatement(scope, text)
  if (statement instanceof BankFileError) {
    await report(env, env.db, [caseOf(scope, 'unreadable', { problem: statement.message })])
    return false // until the provider has issued it again
  }
  // Unread arrivals are no difference. All other entries were an intent of ours first (E1).
  await readArrivals(env, provider)
  await env.db.tx(async (tx) => {
    await planForValues(tx)
    await compare(env, tx, scope, statement, last?.closing, today)
    await closeCases(tx, 'provider_statement', [overdueCase(scope).cause], env.clock.now())
  })
  return true
}

/** Null while it is missing. A case is opened when the next day is over too, because later days wait for it. */
async function statementOf(env: Env, provider: Provider, scope: Scope, today: string): Promise<string | null> {
  const text = await provider.statement(scope.currency, scope.day).catch((error: unknown) => {
    env.log.warn({ err: error, ...scope }, 'the provider gives no statement')
    return null
  })
  if (text === null && dayNumber(scope.day) + 1 < dayNumber(today)) await report(env, env.db, [overdueCase(scope)])
  return text
}

const overdueCase = (scope: Scope): BankCase =>
  caseOf(scope, 'overdue', {
    problem: 'The provider has issued no statement of this day. The statements of later days wait.',
  })

type Scope = { readonly provider: string; readonly currency: Currency; readonly day: string }

function readStatement({ currency, day }: Scope, text: string): Statement | BankFileError {
  try {
    const [statement, ...others] = readCamt(text)
    if (statement?.kind !== 'camt.053' || others.length > 0)
      return new BankFileError('Document', 'does not contain exactly one statement')
    const { from, to, currency: of } = statement
    if (of === currency && from === day && to === day) return statement
    return new BankFileError('Stmt', `is of ${of} from ${from} to ${to}`)
  } catch (error) {
    if (error instanceof BankFileError) return error
    throw error
  }
}

export const statementKinds = ['arrival', 'settlement', 'spread', 'return'] as const
type Kind = (typeof statementKinds)[number]

function kindOf({ direction, reversal, returnReason, code }: BankEntry): Kind {
  if (direction === 'credit') return 'arrival'
  if (reversal || returnReason !== null) return 'return'
  return code.endsWith('/CHRG') ? 'spread' : 'settlement'
}

/** Each entry names its arrival; `source` identifies the payment of that arrival. */
const sourceOf = (provider: string, { endToEndId, bankref }: BankEntry): string =>
  `${provider}/${endToEndId ?? bankref}`

async function compare(
  env: Env,
  tx: Tx,
  scope: Scope,
  statement: Statement,
  before: bigint | undefined,
  today: string,
): Promise<void> {
  const { provider, currency, day } = scope
  await tx.query(
    `insert into rails.statement (provider, currency, day, closing, taken_on, taken_at) values ($1, $2, $3, $4, $5, $6)`,
    [provider, currency, day, statement.closing, today, env.clock.now()],
  )
  await report(env, tx, [
    ...addsUp(scope, statement, before),
    ...(await unmatchedEntries(env, tx, scope, statement.entries)),
    ...(await missingEntries(tx, scope)),
  ])
}

/** opening + entries = closing, and the opening is the closing of the day before. */
function addsUp(scope: Scope, { opening, closing, entries }: Statement, before = opening): BankCase[] {
  const sum = entries.reduce((total, entry) => total + signedAmount(entry), opening)
  return [
    ...(sum === closing ? [] : [caseOf(scope, 'closing', { theirs: closing, ours: sum })]),
    ...(opening === before ? [] : [caseOf(scope, 'opening', { theirs: opening, ours: before })]),
  ]
}

type KnownPayment = { source: string; received: bigint; spread: bigint; state: PaymentState }

/** Entries that differ from our books, or are missing there. */
async function unmatchedEntries(env: Env, tx: Tx, scope: Scope, entries: readonly BankEntry[]): Promise<BankCase[]> {
  const { provider, currency, day } = scope
  const sources = entries.map((entry) => sourceOf(provider, entry))
  const rows = await tx.query<KnownPayment>(
    'select source, received, spread, state from rails.payment where source = any($1) and received_currency = $2',
    [sources, currency],
  )
  const payments = new Map(rows.map((row) => [row.source, row]))
  const imported = await tx.query<{ bankref: string }>(
    `insert into rails.statement_entry (source, kind, bankref, amount, provider, currency, day)
     select source, kind, bankref, amount, $5, $6, $7
     from unnest($1::text[], $2::text[], $3::text[], $4::numeric[]) entry (source, kind, bankref, amount)
     on conflict do nothing returning bankref`,
    [
      sources,
      entries.map(kindOf),
      entries.map(({ bankref }) => bankref),
      entries.map(({ amount }) => amount),
      provider,
      currency,
      day,
    ],
  )
  const first = new Set(imported.map(({ bankref }) => bankref))
  await closeMissing(env, tx, scope, entries)
  const cases: BankCase[] = []
  for (const entry of entries) {
    const [source, kind] = [sourceOf(provider, entry), kindOf(entry)]
    const expected = expectedOf(payments.get(source), kind)
    const detail = { payment: source, what: kind, theirs: entry.amount, ours: expected ?? 'nothing' }
    // The same cause as for an arrival without a rail of ours (onramp/read-arrivals.ts): one case for both.
    const isStray = kind === 'arrival' && !payments.has(source)
    if (isStray && entry.endToEndId !== null)
      cases.push({ ...caseOf(scope, entry.bankref, detail), cause: entry.endToEndId })
    else if (!first.has(entry.bankref))
      cases.push(caseOf(scope, `${entry.bankref} again`, { ...detail, ours: 'reported before' }))
    else if (entry.amount !== expected) cases.push(caseOf(scope, entry.bankref, detail))
  }
  return cases
}

/** Closes cases of missing entries that have arrived. */
async function closeMissing(env: Env, tx: Tx, { provider }: Scope, entries: readonly BankEntry[]): Promise<void> {
  const causes = entries.map((entry) => missing(sourceOf(provider, entry), kindOf(entry)))
  await closeCases(tx, 'provider_statement', causes, env.clock.now())
}

/** The amount in our books; null if there is no entry of this kind. */
function expectedOf(payment: KnownPayment | undefined, kind: Kind): bigint | null {
  if (payment === undefined) return null
  const { received, spread, state } = payment
  if (kind === 'arrival') return received
  const goesBack = state === 'returning' || state === 'returned'
  if (kind === 'return') return goesBack ? received : null
  return goesBack ? null : kind === 'spread' ? spread : received - spread
}

/** Facts that the provider should have reported by this day. Earlier days have their case already. */
async function missingEntries(tx: Tx, { provider, currency, day }: Scope): Promise<BankCase[]> {
  const until = (which: string) => dueUntil('$1', '$2', which)
  const rows = await tx.query<{ source: string; kind: Kind; amount: bigint }>(
    `select source, kind, amount from ${overdue} where (provider, currency) = ($1, $2)
       and known_at > coalesce(${until('$3::date - 1')}, '-infinity') and known_at <= ${until('$3::date')}
     order by created_at, source, kind`,
    [provider, currency, day],
  )
  return rows.map(({ source, kind, amount }) => ({
    kind: 'provider_statement',
    cause: missing(source, kind),
    detail: {
      provider,
      currency,
      day,
      payment: source,
      what: kind,
      ours: amountText(currency, amount),
      theirs: 'nothing',
    },
  }))
}

const missing = (source: string, kind: Kind): string => `${source} ${kind} missing`

const amountText = (asset: Currency, minor: bigint): string => formatAmount({ asset, minor })

function caseOf({ provider, currency, day }: Scope, what: string, values: Record<string, bigint | string>): BankCase {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? amountText(currency, value) : value,
  ])
  const cause = `${provider} ${currency} ${day} ${what}`
  return {
    kind: 'provider_statement',
    cause,
    detail: { provider, currency, day, about: what, ...Object.fromEntries(texts) },
  }
}

async function report(env: Env, sql: Env['db'] | Tx, cases: readonly BankCase[]): Promise<void> {
  for (const one of cases)
    if (await openCase(sql, one, env.clock.now()))
      env.log.error(one.detail, 'a case about the provider’s statement is open')
}

/** When the last statement in each currency came from the provider; null before the first. */
export async function lastStatementAt(sql: Sql): Promise<Record<Currency, Date | null>> {
  const rows = await sql.query<{ currency: Currency; at: Date }>(
    'select currency, max(taken_at) as at from rails.statement group by currency',
  )
  const seen = new Map(rows.map(({ currency, at }) => [currency, at]))
  return Object.fromEntries(fiatCodes.map((code) => [code, seen.get(code) ?? null])) as Record<Currency, Date | null>
}
