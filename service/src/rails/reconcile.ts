import { BankFileError } from '@specie/payments/bankfile.ts'
import { localDate, systemOf } from '@specie/payments/calendar.ts'
import { type BankEntry, readCamt, type Statement } from '@specie/payments/camt.ts'
import { dateOf, dayNumber } from '@specie/payments/holidays.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { type BankCase, closeCase, openCase } from '../banking/reconciliation/cases.ts'
import { signedAmount } from '../banking/file/entries.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Job } from '../base/jobs/runner.ts'
import type { OwnAccount, Provider } from '../base/ports/ports.ts'
import { planForValues } from '../base/database/prepared.ts'
import { isCollecting, learnArrivals } from './payment/arrivals.ts'
import type { PaymentState } from './payment/row.ts'
import { dueUntil, overdue } from './payment/overdue.ts'

// The provider's statement of each day against our payments. Nothing is booked from it: a difference is a case for a person.

const currencies = ['CHF', 'GBP'] as const satisfies OwnAccount['currency'][]
type Currency = (typeof currencies)[number]

export const reconcileProvider: Job = {
  name: 'rails.statements',
  everyMs: 30_000,
  applies: ({ provider }) => provider !== null,
  run: async (env) => {
    if (!(await isCollecting(env.db))) return 0
    let taken = 0
    for (const currency of currencies) {
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

/** Compares the first day that has not been; false when it is not over yet, or must wait. */
async function takeNextDay(env: Env, provider: Provider, currency: Currency): Promise<boolean> {
  const [last] = await env.db.query<Day>(
    `select day::text, closing from rails.statement where provider = $1 and currency = $2
     order by statement.day desc limit 1`,
    [provider.name, currency],
  )
  const today = localDate(systemOf(currency), env.clock.settlement())
  // The first one is that of the day before we began.
  const day = dateOf(last ? dayNumber(last.day) + 1 : dayNumber(today) - 1)
  if (day >= today) return false
  const text = await provider.statement(currency, day)
  if (text === null) return false
  const scope = { provider: provider.name, currency, day }
  const statement = readStatement(scope, text)
  if (statement instanceof BankFileError) {
    await tell(env, env.db, [caseOf(scope, 'unreadable', { problem: statement.message })])
    return false // until the provider has written it anew
  }
  // What has arrived and was not read yet is no difference. All else was an intent of ours before it was theirs (E1).
  await learnArrivals(env, provider)
  await env.db.tx(async (tx) => {
    await planForValues(tx)
    await compare(env, tx, scope, statement, last?.closing, today)
  })
  return true
}

type Scope = { readonly provider: string; readonly currency: Currency; readonly day: string }

function readStatement({ currency, day }: Scope, text: string): Statement | BankFileError {
  try {
    const [statement, ...others] = readCamt(text)
    if (statement?.kind !== 'camt.053' || others.length > 0)
      return new BankFileError('Document', 'is not one statement')
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

/** Each entry names the arrival that it belongs to; `source` is how a payment is known by it. */
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
  await tell(env, tx, [
    ...addsUp(scope, statement, before),
    ...(await theirs(env, tx, scope, statement.entries)),
    ...(await ours(tx, scope)),
  ])
}

/** opening + entries = closing, and it opens where the day before closed. */
function addsUp(scope: Scope, { opening, closing, entries }: Statement, before = opening): BankCase[] {
  const sum = entries.reduce((total, entry) => total + signedAmount(entry), opening)
  return [
    ...(sum === closing ? [] : [caseOf(scope, 'closing', { theirs: closing, ours: sum })]),
    ...(opening === before ? [] : [caseOf(scope, 'opening', { theirs: opening, ours: before })]),
  ]
}

type Known = { source: string; received: bigint; spread: bigint; state: PaymentState }

/** What they tell, and we know otherwise or not at all. */
async function theirs(env: Env, tx: Tx, scope: Scope, entries: readonly BankEntry[]): Promise<BankCase[]> {
  const { provider, currency, day } = scope
  const sources = entries.map((entry) => sourceOf(provider, entry))
  const rows = await tx.query<Known>(
    'select source, received, spread, state from rails.payment where source = any($1) and received_currency = $2',
    [sources, currency],
  )
  const known = new Map(rows.map((row) => [row.source, row]))
  const told = await tx.query<{ bankref: string }>(
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
  const first = new Set(told.map(({ bankref }) => bankref))
  await closeMissing(env, tx, scope, entries)
  const cases: BankCase[] = []
  for (const entry of entries) {
    const [source, kind] = [sourceOf(provider, entry), kindOf(entry)]
    const expected = expectedOf(known.get(source), kind)
    const detail = { payment: source, what: kind, theirs: entry.amount, ours: expected ?? 'nothing' }
    // As the arrival itself was told, when it was for no rail of ours (payment/arrivals.ts): one case for one cause.
    const isStray = kind === 'arrival' && !known.has(source)
    if (isStray && entry.endToEndId !== null)
      cases.push({ ...caseOf(scope, entry.bankref, detail), cause: entry.endToEndId })
    else if (!first.has(entry.bankref))
      cases.push(caseOf(scope, `${entry.bankref} again`, { ...detail, ours: 'told before' }))
    else if (entry.amount !== expected) cases.push(caseOf(scope, entry.bankref, detail))
  }
  return cases
}

/** What was missing has come. */
async function closeMissing(env: Env, tx: Tx, { provider }: Scope, entries: readonly BankEntry[]): Promise<void> {
  const open = await tx.query<{ cause: string }>(
    `select cause from banking.bank_case where kind = 'provider_statement' and closed_at is null and cause = any($1)`,
    [entries.map((entry) => missing(sourceOf(provider, entry), kindOf(entry)))],
  )
  for (const { cause } of open) await closeCase(tx, 'provider_statement', cause, env.clock.now())
}

/** What our books have under this name; null: nothing of the kind. */
function expectedOf(payment: Known | undefined, kind: Kind): bigint | null {
  if (payment === undefined) return null
  const { received, spread, state } = payment
  if (kind === 'arrival') return received
  const goesBack = state === 'returning' || state === 'returned'
  if (kind === 'return') return goesBack ? received : null
  return goesBack ? null : kind === 'spread' ? spread : received - spread
}

/** What we know, and they should have told by this day at the latest. What was due before has its case already. */
async function ours(tx: Tx, { provider, currency, day }: Scope): Promise<BankCase[]> {
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
    detail: { provider, currency, day, payment: source, what: kind, ours: shown(currency, amount), theirs: 'nothing' },
  }))
}

const missing = (source: string, kind: Kind): string => `${source} ${kind} missing`

const shown = (asset: Currency, minor: bigint): string => formatAmount({ asset, minor })

function caseOf({ provider, currency, day }: Scope, what: string, told: Record<string, bigint | string>): BankCase {
  const texts = Object.entries(told).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? shown(currency, value) : value,
  ])
  const cause = `${provider} ${currency} ${day} ${what}`
  return {
    kind: 'provider_statement',
    cause,
    detail: { provider, currency, day, about: what, ...Object.fromEntries(texts) },
  }
}

async function tell(env: Env, sql: Env['db'] | Tx, cases: readonly BankCase[]): Promise<void> {
  for (const one of cases)
    if (await openCase(sql, one, env.clock.now())) env.log.error(one.detail, 'the provider has other books than we')
}
