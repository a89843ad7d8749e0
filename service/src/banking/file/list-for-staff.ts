import type { FiatCurrency } from '@specie/payments/bankfile.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import { page, type PageRequest } from '../../base/http/pages.ts'
import { fromStored, type StoredEntry } from '../entry/entries.ts'

// Bank files and their lines, for staff.

type Source = 'bank' | 'hand'
type FileRow = {
  id: string
  sha256: string
  source: Source
  state: 'taken' | 'waiting' | 'confirmed' | 'retracted'
  format: string | null
  iban: string | null
  sequence: bigint | null
  waiting: number
  taken_by: string | null
  why: string | null
  created_at: string
}

/** A list needs an id; neither a message nor a manual file has a UUID. */
const selects: Record<Source, string> = {
  bank: `
    select md5('message ' || m.id)::uuid as id, f.sha256, 'bank' as source, 'taken' as state, m.format, m.account as iban,
      m.sequence, 0 as waiting, null as taken_by, null as why, f.received_at as created_at
    from banking.file f join banking.message m on m.file = f.sha256`,
  hand: `
    select md5('file ' || h.sha256)::uuid, h.sha256, 'hand',
      case when retracted_at is not null then 'retracted' when confirmed_at is not null then 'confirmed'
        when lines.waiting > 0 then 'waiting' else 'taken' end,
      lines.format, lines.account, null, lines.waiting, taken_by, why, taken_at
    from banking.manual_file h cross join lateral (
      select (count(*) filter (where state = 'waiting'))::int as waiting, min(format) as format, min(account) as account
      from banking.manual_line l where l.file = h.sha256) lines`,
}

/** Messages from the bank and manual files, newest first. */
export async function filesForStaff(
  sql: Sql,
  { source, ...request }: PageRequest & { source?: Source | undefined },
): Promise<{
  items: (Omit<FileRow, 'id' | 'sequence'> & { fileid: string; sequence: string | null })[]
  next_cursor: string | null
}> {
  // The first select names the columns of both.
  const select = `${selects.bank} union all ${selects.hand}`
  const { rows, next_cursor } = await page<FileRow>(sql, request, { select, values: [], filters: { source } })
  const items = rows.map(({ id, sequence, ...row }) => ({
    ...row,
    fileid: id,
    sequence: sequence === null ? null : String(sequence),
  }))
  return { items, next_cursor }
}

type LineRow = {
  id: bigint
  iban: string
  format: string
  currency: FiatCurrency
  booking_date: string
  reported: StoredEntry
  entries: { entry: string; bankref: string; booking_date: string }[]
}

const maxLines = 500

/** Lines that are not matched or booked yet, each with the entries that it may report. */
export async function unclearLines(sql: Sql) {
  const rows = await sql.query<LineRow>(
    `select l.id, l.account as iban, l.format, b.currency, l.booking_date::text, l.reported, coalesce((
       select jsonb_agg(jsonb_build_object('entry', e.id::text, 'bankref', e.bankref, 'booking_date', e.booking_date)
         order by e.booking_date, e.id)
       from banking.entry e where e.account = l.account and e.amount = l.amount and e.retracted_at is null
         and e.direction = l.reported ->> 'direction' and e.booking_date between l.booking_date - 8 and l.booking_date + 8
     ), '[]') as entries
     from banking.unclear_line l join banking.bank_account b on b.iban = l.account
     where l.entries = '{}' order by l.id limit ${maxLines}`,
  )
  return rows.map(({ id, reported, ...row }) => {
    const { direction, amount: minor, unreferenced, bankref, unstructured, counterparty } = fromStored(reported)
    return {
      ...row,
      line: String(id),
      direction,
      amount: formatAmount({ asset: row.currency, minor }),
      bankref: unreferenced ? null : bankref,
      text: unstructured ?? counterparty.name,
    }
  })
}

/** When the last file came from the bank; null before the first one. */
export async function lastFileAt(sql: Sql): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date | null }>('select max(received_at) as at from banking.file')
  return row!.at
}
