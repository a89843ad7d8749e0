import { formatMinor } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { dayMs } from '../../base/clock.ts'

type Row = Pick<OwnAccount, 'iban' | 'currency' | 'purpose'> & {
  day: string
  entries: number
  credits: bigint
  debits: bigint
  unconfirmed: number
  unbooked: number
  sequence: bigint | null
  opening: bigint
  closing: bigint
  booked: bigint
}

const pageDays = 31

/** The newest bank day with bookings before this one. */
async function lastDay(sql: Sql, iban: string | undefined, before: string | undefined): Promise<string | null> {
  const [row] = await sql.query<{ day: string | null }>(
    `select max(last)::text as day from banking.bank_account b cross join lateral (
       select max(booking_date) as last from banking.entry e
       where e.account = b.iban and ($2::date is null or e.booking_date < $2)) newest
     where $1::text is null or b.iban = $1`,
    [iban ?? null, before ?? null],
  )
  return row!.day
}

/**
 * The bank's bookings by account and day, and whether its statement agrees. A cursor is the day before which the next page
 * begins.
 */
export async function bankDays(sql: Sql, { iban, cursor }: { iban?: string | undefined; cursor?: string | undefined }) {
  const newest = await lastDay(sql, iban, cursor)
  if (newest === null) return { items: [], next_cursor: null }
  const oldest = new Date(Date.parse(newest) - (pageDays - 1) * dayMs).toISOString().slice(0, 10)
  const rows = await sql.query<Row>(
    `select e.*, b.iban, b.currency, b.purpose, s.sequence, coalesce(s.opening, 0) as opening,
       coalesce(s.closing, 0) as closing, coalesce(sum.booked, 0) as booked
     from banking.bank_account b
     cross join lateral (
       select booking_date::text as day, count(*)::int as entries,
         coalesce(sum(amount) filter (where direction = 'credit'), 0) as credits,
         coalesce(sum(amount) filter (where direction = 'debit'), 0) as debits,
         (count(*) filter (where confirmed_by is null))::int as unconfirmed,
         (count(*) filter (where booked_at is null))::int as unbooked
       from banking.entry where account = b.iban and retracted_at is null
         and booking_date between $3::date and $2::date
       group by booking_date) e
     left join lateral (
       select sequence, opening, closing, from_date, to_date from banking.message
       where account = b.iban and kind = 'camt.053' and e.day::date between from_date and to_date
       order by id limit 1) s on true
     left join lateral (
       select sum(case direction when 'credit' then amount else -amount end) as booked from banking.entry
       where account = b.iban and retracted_at is null and booking_date between s.from_date and s.to_date) sum on true
     where $1::text is null or b.iban = $1
     order by e.day desc, b.iban`,
    [iban ?? null, newest, oldest],
  )
  const isMore = (await lastDay(sql, iban, oldest)) !== null
  return { items: rows.map(shown), next_cursor: isMore ? oldest : null }
}

const fiat = (minor: bigint): string => formatMinor(minor, 2)

const shown = ({ sequence, opening, closing, booked, credits, debits, ...row }: Row) => ({
  ...row,
  credits: fiat(credits),
  debits: fiat(debits),
  statement: sequence === null ? null : { sequence: String(sequence), opening: fiat(opening), closing: fiat(closing) },
  state:
    sequence === null
      ? ('open' as const)
      : opening + booked === closing && row.unconfirmed === 0 && row.unbooked === 0
        ? ('agrees' as const)
        : ('differs' as const),
})
