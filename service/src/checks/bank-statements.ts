import { localDate, nextBusinessDay, systemOf } from '@specie/payments/calendar.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../base/database/db.ts'
import type { OwnAccount } from '../base/ports/bank.ts'
import { type CheckRow, row } from './rule.ts'
import { checkManualFiles } from './manual-files.ts'

// L7 at the bank. Three rules are checked separately, so that two errors cannot offset each other: the sums agree; every
// entry in the ledger is on its statement; every entry on a statement is in the ledger.

/** The last statement of each account. */
const lastStatement = `lateral (
    select id, closing, to_date, created_at from banking.message m where m.account = own.iban and kind = 'camt.053'
    order by to_date desc, created_at desc, sequence desc limit 1
  ) statement`

/**
 * In the ledger but on no statement, although one of that day or later exists. An entry notified after the statement was
 * written belongs on the next one. A date far ahead makes no difference. After a week it must be on a statement.
 */
const isOverdue = `(booking_date < statement.to_date
    or booking_date = statement.to_date and exists (
      select from banking.message notice where notice.id = any(reported_by) and notice.created_at < statement.created_at)
    or exists (select from banking.message notice where notice.id = any(reported_by) and notice.created_at < statement.to_date - 7))`

const isUnconfirmed = `entry.account = own.iban and confirmed_by is null and booked_at is not null and retracted_at is null`

/**
 * The ledger balance less the bank's bookings since its last statement must equal the closing balance. A sweep is in the
 * ledger once both legs are reported; a single reported leg is counted here.
 */
const sums = `
  select iban, currency, closing, ledger.balance as ledger, since.amount as since, legs.amount as legs
  from banking.bank_account own
  join ${lastStatement} on true
  cross join lateral (
    select coalesce(sum(case name when 'overdraft' then -balance else balance end), 0) as balance from ledger.account a
    where a.pool = case purpose when 'client_money' then 'client' else purpose end and a.name in ('bank', 'overdraft')
      and a.owner = '' and a.asset = currency
  ) ledger
  cross join lateral (
    select coalesce(sum(case direction when 'credit' then amount else -amount end), 0) as amount
    from banking.entry where ${isUnconfirmed} and not ${isOverdue}
  ) since
  cross join lateral (
    select coalesce(sum(case when debited is null then p.amount else -p.amount end), 0) as amount
    from banking.payout p
    where p.kind in ('sweep', 'fee_sweep') and p.currency = own.currency and (debited is null) <> (credited is null)
      and own.purpose = case when debited is not null then p.purpose when p.kind = 'fee_sweep' then 'house'
        when p.purpose = 'reserve' then 'client_money' else 'reserve' end
  ) legs
  where ledger.balance + legs.amount - since.amount <> closing
  order by iban`

const overdue = `
  select iban, currency, bankref, direction, amount, booking_date::text as day, 'entry ' || entry.id as id
  from banking.bank_account own join ${lastStatement} on true
  join banking.entry on ${isUnconfirmed} and ${isOverdue}
  order by entry.id`

/** Entries on a statement but not in the ledger. A case says why. */
const unbooked = `
  select iban, currency, bankref, direction, amount, booking_date::text as day, 'entry ' || entry.id as id
  from banking.bank_account own join banking.entry on entry.account = own.iban
  where booked_at is null and confirmed_by is not null and retracted_at is null
  union all
  select iban, currency, line.reported ->> 'bankref', line.reported ->> 'direction', line.amount, line.booking_date::text, 'line ' || line.id
  from banking.bank_account own join banking.unclear_line line on line.account = own.iban
  join banking.message m on m.id = message_id and m.kind = 'camt.053'
  where line.entries = '{}'
  order by day, id`

type Sum = { iban: string; currency: string; closing: bigint; ledger: bigint; since: bigint; legs: bigint }
type Named = {
  iban: string
  currency: OwnAccount['currency']
  bankref: string
  direction: string
  amount: bigint
  day: string
  id: string
}

/** The bank checks of `specie check`. With `now`, also accounts whose statements have stopped coming. */
export async function checkBankIn(sql: Sql, now: Date | null = null): Promise<CheckRow[]> {
  const detail = [
    ...(await sql.query<Sum>(sums)).map(
      ({ iban, currency, closing, ledger, since, legs }) =>
        `banking.bank_account ${iban}: closes at ${closing} ${currency}, the ledger has ${ledger}, including ${since - legs} since then`,
    ),
    ...list('no statement confirms', await sql.query<Named>(overdue)),
    ...list('on a statement and not booked', await sql.query<Named>(unbooked)),
  ]
  const rows = [row('L7', 'the closing balance at the bank is the ledger', detail), await checkManualFiles(sql)]
  return now === null ? rows : [...rows, row('L7', 'statements of the bank come', await missingStatements(sql, now))]
}

/** Only the first entries are listed. There may be thousands. */
const maxListed = 10

function list(what: string, all: readonly Named[]): string[] {
  const named = all.slice(0, maxListed).map(({ iban, currency, bankref, direction, amount, day, id }) => {
    const sign = direction === 'debit' ? '-' : ''
    return `${iban}: ${what}: ${bankref} (${id}), ${sign}${formatAmount({ asset: currency, minor: amount })} ${currency} of ${day}`
  })
  return all.length > maxListed ? [...named, `and ${all.length - maxListed} more that ${what}`] : named
}

type Stale = { iban: string; currency: OwnAccount['currency']; oldest: string; last: string | null }

/** A bank sends each day's statement by the end of the next business day. Later an operator must act. */
async function missingStatements(sql: Sql, now: Date): Promise<string[]> {
  const [time] = await sql.query<{ settlement: Date }>('select work.settlement_at($1) as settlement', [now])
  const waiting = await sql.query<Stale>(
    `select iban, currency, min(booking_date)::text as oldest, max(statement.to_date)::text as last
     from banking.bank_account own left join ${lastStatement} on true
     join banking.entry on ${isUnconfirmed} and (statement.to_date is null or booking_date > statement.to_date)
     group by iban, currency order by iban`,
  )
  return waiting
    .filter(({ currency, oldest }) => {
      const system = systemOf(currency)
      return localDate(system, time!.settlement) > nextBusinessDay(system, oldest)
    })
    .map(({ iban, oldest, last }) => `${iban}: entries of ${oldest} have no statement; the last one: ${last ?? 'none'}`)
}
