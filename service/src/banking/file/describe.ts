import { type Amount, amountText } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Description } from '../../base/approvable.ts'
import { fromStored, type StoredEntry } from '../entry/entries.ts'

// Descriptions of requests about lines and entries of the bank's files.

export async function describeRetract(_env: Env, sql: Sql, { entry }: PayloadOf<'bank.retract'>): Promise<Description> {
  const [row] = await sql.query<Amount & { direction: string; bankref: string }>(
    `select b.currency as asset, e.amount as minor, e.direction, e.bankref
     from banking.entry e join banking.bank_account b on b.iban = e.account where e.id = $1`,
    [entry],
  )
  const what = row ? `the ${row.direction} of ${amountText(row)} (${row.bankref})` : `entry ${entry}`
  return { title: `Retract ${what}, which the bank never booked`, institutionId: null }
}

export async function describeMatch(
  _env: Env,
  sql: Sql,
  { line, entries }: PayloadOf<'bank.match_line'>,
): Promise<Description> {
  const which = entries.length === 1 ? 'entry' : 'entries'
  return { title: `Match ${await lineText(sql, line)} with ${which} ${entries.join(', ')}`, institutionId: null }
}

export async function describeBookLine(
  _env: Env,
  sql: Sql,
  { line }: PayloadOf<'bank.book_line'>,
): Promise<Description> {
  return { title: `Book ${await lineText(sql, line)} as a new movement`, institutionId: null }
}

async function lineText(sql: Sql, id: string): Promise<string> {
  const [row] = await sql.query<{ reported: StoredEntry; asset: Amount['asset'] }>(
    `select l.reported, b.currency as asset from banking.unclear_line l join banking.bank_account b on b.iban = l.account
     where l.id = $1`,
    [id],
  )
  if (!row) return `line ${id}`
  const { direction, amount: minor } = fromStored(row.reported)
  return `line ${id}, a ${direction} of ${amountText({ asset: row.asset, minor })},`
}
