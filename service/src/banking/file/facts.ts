import type { FiatCode } from '@specie/protocol/assets.ts'
import type { accountPurposes } from '@specie/protocol/endpoints/destinations.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { code, counted, evidence, type Fact, money, moneyChange, text, thing, time, words } from '../../base/facts.ts'
import { actorText, institutionFact } from '../../directory/facts.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { account } from '../../ledger/chart.ts'
import { fromStored, signedAmount, type StoredEntry } from '../entry/entries.ts'

// Bank files, their lines and booked entries for the people who decide on them.

type Own = { iban: string; purpose: (typeof accountPurposes)[number]; currency: FiatCode }
type Line = Own & { reported: StoredEntry; state: string | null }

/** Lines of a file that are shown one by one. */
const shownLines = 20

/** `bank.import` and `bank.retract_file`: the file, its totals and its lines. */
export const importFacts = (_env: Env, sql: Sql, { sha256 }: PayloadOf<'bank.import'>): Promise<Fact[]> =>
  fileFacts(sql, sha256, 'Its waiting lines are booked, as if the bank had reported them.', true)

export const retractFileFacts = (_env: Env, sql: Sql, { sha256 }: PayloadOf<'bank.retract_file'>): Promise<Fact[]> =>
  fileFacts(sql, sha256, 'Its waiting lines are closed without a booking.', false)

async function fileFacts(sql: Sql, sha256: string, outcome: string, isBooked: boolean): Promise<Fact[]> {
  const [file] = await sql.query<{ taken_by: string; why: string; taken_at: Date }>(
    'select taken_by, why, taken_at from banking.manual_file where sha256 = $1',
    [sha256],
  )
  if (!file) return [text('File', 'not found')]
  const lines = await sql.query<Line>(
    `select l.reported, l.state, b.iban, b.purpose, b.currency
     from banking.manual_line l join banking.bank_account b on b.iban = l.account where l.file = $1
     order by l.booking_date, l.id`,
    [sha256],
  )
  const waiting = lines.filter(({ state }) => state === 'waiting')
  const rest = waiting.length - shownLines
  return [
    text('Imported by', await actorText(sql, file.taken_by), { note: file.why }),
    time('Imported', file.taken_at),
    ...accountsOf(lines),
    text('Lines', `${counted(lines.length, 'line')}, ${waiting.length} of them waiting`),
    ...totals(waiting),
    text('Outcome', outcome, { part: 'effect' }),
    ...(isBooked ? await bankChanges(sql, waiting) : []),
    ...waiting.slice(0, shownLines).map(lineRow),
    ...(rest > 0 ? [evidence(text('More lines', counted(rest, 'line')))] : []),
  ]
}

const accountsOf = (lines: readonly Line[]): Fact[] =>
  [...new Map(lines.map((line) => [line.iban, line])).values()].map(ownAccount)

const ownAccount = ({ iban, purpose, currency }: Own): Fact =>
  code('Our account', iban, { note: `${words(purpose)} in ${currency}` })

function totals(lines: readonly Line[]): Fact[] {
  const sums = new Map<string, { label: string; asset: FiatCode; minor: bigint }>()
  for (const { reported, currency: asset } of lines) {
    const { direction, amount } = fromStored(reported)
    const label = direction === 'credit' ? 'Credits waiting' : 'Debits waiting'
    const key = `${label} ${asset}`
    sums.set(key, { label, asset, minor: (sums.get(key)?.minor ?? 0n) + amount })
  }
  return Array.from(sums.values(), ({ label, ...amount }) => money(label, amount))
}

function lineRow({ reported, currency: asset }: Line): Fact {
  const { direction, amount: minor, bookingDate, counterparty, reference } = fromStored(reported)
  const who = [counterparty.name ?? counterparty.account, reference.value].filter((part) => part !== null)
  return evidence(money(`${bookingDate} ${direction}`, { asset, minor }, { note: who.join(', ') || null }))
}

const pools = { client_money: 'client', reserve: 'reserve', house: 'house' } as const

/** Our books of the account at the bank, before and after these movements. `sign`: -1 undoes them. */
async function bankChanges(sql: Sql, moved: readonly (Own & { reported: StoredEntry })[], sign = 1n): Promise<Fact[]> {
  const changes: Fact[] = []
  for (const some of Map.groupBy(moved, ({ iban }) => iban).values()) {
    const { purpose, currency } = some[0]!
    const now = await balanceOf(sql, account(pools[purpose], 'bank', currency))
    const by = some.reduce((sum, { reported }) => sum + signedAmount(fromStored(reported)), 0n) * sign
    changes.push(moneyChange(`At the bank, ${words(purpose)} in ${currency}`, currency, now, now + by))
  }
  return changes
}

/** One movement, as the bank reported it. */
function movementFacts({ reported, ...own }: Own & { reported: StoredEntry }, bankref: string | null): Fact[] {
  const { direction, amount: minor, bookingDate, valueDate, counterparty, reference } = fromStored(reported)
  return [
    text('Movement', direction === 'credit' ? 'credit: money that arrived' : 'debit: money that left'),
    money('Amount', { asset: own.currency, minor }),
    text(direction === 'credit' ? 'Sender' : 'Recipient', counterparty.name ?? 'not named'),
    code(direction === 'credit' ? 'Sender’s account' : 'Recipient’s account', counterparty.account),
    text('Reference', reference.value),
    time('Booking date', bookingDate),
    time('Value date', valueDate),
    ownAccount(own),
    code('Bank’s reference', bankref),
  ]
}

type Entry = Own & {
  id: bigint
  bankref: string
  booked: boolean
  reported: StoredEntry
  wire: string | null
  owner: string | null
}

const entriesOf = (sql: Sql, ids: readonly string[]): Promise<Entry[]> =>
  sql.query<Entry>(
    `select e.id, e.bankref, e.booked_at is not null as booked, coalesce(e.reported_detail, e.reported) as reported, b.iban,
       b.purpose, b.currency, w.id as wire, w.institution_id as owner
     from banking.entry e join banking.bank_account b on b.iban = e.account left join banking.wire w on w.entry_id = e.id
     where e.id = any($1::bigint[]) order by e.id`,
    [ids],
  )

/** `bank.retract`: the entry that the bank notified. */
export async function retractFacts(_env: Env, sql: Sql, { entry: id }: PayloadOf<'bank.retract'>): Promise<Fact[]> {
  const [entry] = await entriesOf(sql, [id])
  if (!entry) return [text('Entry', 'not found')]
  return [
    ...movementFacts(entry, entry.bankref),
    text('Booked in the ledger', entry.booked ? 'yes' : 'no'),
    ...(entry.wire === null ? [] : [thing('Wire', 'the wire of this entry', 'wire', entry.wire)]),
    ...(entry.owner === null ? [] : [await institutionFact(sql, entry.owner, 'Owner')]),
    text('Outcome', 'The entry is undone, because the bank never booked it.', { part: 'effect' }),
    ...(entry.booked ? await bankChanges(sql, [entry], -1n) : []),
  ]
}

/** `bank.match_line`: the line, and the entries that are the same movement. */
export async function matchFacts(
  _env: Env,
  sql: Sql,
  { line, entries }: PayloadOf<'bank.match_line'>,
): Promise<Fact[]> {
  const found = await entriesOf(sql, entries)
  return [
    ...(await unclearFacts(sql, line)),
    text('Outcome', `Nothing is booked, because it is the same as ${counted(found.length, 'entry', 'entries')}.`, {
      part: 'effect',
    }),
    ...found.map((entry) => evidence(entryRow(entry))),
  ]
}

function entryRow({ bankref, ...entry }: Entry): Fact {
  const row = lineRow({ ...entry, state: null })
  return { ...row, label: `Entry of ${row.label}`, note: [bankref, row.note].filter(Boolean).join(', ') }
}

/** `bank.book_line`: the line becomes a new movement. */
export async function bookLineFacts(_env: Env, sql: Sql, { line }: PayloadOf<'bank.book_line'>): Promise<Fact[]> {
  const found = await unclearLine(sql, line)
  return [
    ...(await unclearFacts(sql, line)),
    text('Outcome', 'It is booked as a new movement, in addition to the known ones.', { part: 'effect' }),
    ...(found ? await bankChanges(sql, [found]) : []),
  ]
}

type UnclearLine = Own & { reported: StoredEntry; entries: bigint[]; decided: boolean }

async function unclearLine(sql: Sql, id: string): Promise<UnclearLine | undefined> {
  const [line] = await sql.query<UnclearLine>(
    `select l.reported, l.entries, l.decided_by is not null as decided, b.iban, b.purpose, b.currency
     from banking.unclear_line l join banking.bank_account b on b.iban = l.account where l.id = $1`,
    [id],
  )
  return line
}

async function unclearFacts(sql: Sql, id: string): Promise<Fact[]> {
  const line = await unclearLine(sql, id)
  if (!line) return [text('Line', 'not found')]
  const alike = line.decided ? [] : await entriesOf(sql, line.entries.map(String))
  return [
    ...movementFacts(line, fromStored(line.reported).bankref),
    text('State', line.decided ? 'decided' : 'waits for a decision'),
    ...alike.map((entry) => evidence({ ...entryRow(entry), label: `Similar ${entryRow(entry).label.toLowerCase()}` })),
  ]
}
