import { createHash } from 'node:crypto'
import { isClear, type ReportedEntry } from '@specie/payments/match-entries.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { AuditAction } from '@specie/protocol/audit-actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import { planForValues } from '../../base/database/prepared.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { Description } from '../../base/approvable.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { findContradictions } from './manual-check.ts'
import { closeManualCases, confirmManualLines } from './manual-match.ts'
import type { BankCase } from '../reconciliation/cases.ts'
import { formatOf, type Message, type StoredEntry, fromStored, entriesJson } from '../entry/entries.ts'
import { referenceIn } from '../wire/expected.ts'
import { fileTransaction, importMessages } from './import.ts'
import { lockOwnAccounts } from '../account/own-accounts.ts'
import { pairLines } from './pair.ts'
import { addressee, readBankFile } from './read.ts'
import { openCases } from '../reconciliation/reconcile.ts'

// Bank files that a person imports. Their origin cannot be verified, so they book nothing, confirm nothing and use no
// sequence number. Their credits are shown as pending until the bank's own files report them.

export const manualLineStates = ['waiting', 'confirmed', 'retracted'] as const

type Person = Omit<By, 'at'>

export type ManualFileReport = {
  sha256: string
  outcome: 'taken' | 'repeated'
  /** Waiting lines, lines that the bank has already reported, and lines without a payment. */
  waiting: number
  known: number
  unclear: number
  cases: BankCase[]
}

/** Stores and audits a file that a person brings; its lines wait for the bank. Throws like `importFile`. */
export async function importManually(env: Env, bytes: Uint8Array, person: Person): Promise<ManualFileReport> {
  if (!env.config.bankFilesByHand)
    throw badRequest('by_hand', 'Manual bank files are off in production. Set BANK_FILES_BY_HAND=on to allow them.')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const messages = readBankFile(bytes)
  const by = { ...person, at: env.clock.now() }
  return fileTransaction(env.db, (tx) => storeManualFile(env, tx, { sha256, bytes, messages }, by))
}

type File = { sha256: string; bytes: Uint8Array; messages: readonly Message[] }

async function storeManualFile(env: Env, tx: Tx, file: File, by: By): Promise<ManualFileReport> {
  const { sha256, messages } = file
  const accounts = await lockOwnAccounts(tx)
  if (!(await insertFile(tx, file, by)))
    return { sha256, outcome: 'repeated', waiting: 0, known: 0, unclear: 0, cases: [] }
  const addressed = messages.map((message) => ({ own: addressee(accounts, message), message }))
  let [kept, unclear] = [0, 0]
  for (const { own, message } of addressed) {
    const format = formatOf(message)
    const lines = message.entries.map((entry): ReportedEntry => ({ ...entry, format }))
    const clear = lines.filter(isClear)
    const added = await withoutRepeats(tx, own, clear)
    await insertLines(env, tx, sha256, own, added, by.at)
    kept += added.length
    unclear += lines.length - clear.length
  }
  await confirmManualLines(tx, by.at)
  const waiting = await countWaiting(tx, sha256)
  const names = addressed.map(({ own, message }) => `${formatOf(message)} ${message.sequence} of ${own.iban}`)
  const detail = { why: by.why, sha256, messages: names, waiting: String(waiting), ...by.from }
  audit(tx, { actor: by.actor, action: 'bank_file.imported', subject: `file ${sha256}`, detail })
  const cases = await openCases(tx, await findContradictions(tx), by.at)
  return { sha256, outcome: 'taken', waiting, known: kept - waiting, unclear, cases }
}

/** False when the file was imported before, from the bank or manually. */
async function insertFile(tx: Tx, { sha256, bytes }: File, { actor, why, at }: By): Promise<boolean> {
  const [fetched] = await tx.query('select 1 from banking.file where sha256 = $1', [sha256])
  if (fetched) return false
  const rows = await tx.query(
    `insert into banking.manual_file (sha256, content, taken_by, why, taken_at, taken_on)
     values ($1, $2, $3, $4, $5, work.settlement_at($5)::date)
     on conflict (sha256) do nothing returning sha256`,
    [sha256, Buffer.from(bytes), actor, why, at],
  )
  return rows.length > 0
}

async function countWaiting(tx: Tx, sha256: string): Promise<number> {
  const [row] = await tx.query<{ lines: bigint }>(
    `select count(*) as lines from banking.manual_line where file = $1 and state = 'waiting'`,
    [sha256],
  )
  return Number(row!.lines)
}

/** Lines that no other manual file has reported: compared by the bank's reference, or with lines of other formats. */
async function withoutRepeats(tx: Tx, own: OwnAccount, lines: readonly ReportedEntry[]): Promise<ReportedEntry[]> {
  const rows = await tx.query<{ reported: StoredEntry }>(
    `select reported from banking.manual_line where account = $1 and amount = any($2::numeric[]) and state <> 'retracted'`,
    [own.iban, lines.map(({ amount }) => amount)],
  )
  const before = rows.map(({ reported }) => ({ details: fromStored(reported) }))
  const isRepeat = (one: ReportedEntry) =>
    before.some(({ details }) => details.format === one.format && details.bankref === one.bankref && !one.unreferenced)
  const left = lines.filter((one) => !isRepeat(one)).map((details) => ({ details }))
  const others = before.filter(({ details }) => details.format !== lines[0]?.format)
  const { pairs } = pairLines(left, others, false)
  return left.filter((one) => !pairs.has(one)).map(({ details }) => details)
}

/** Stores lines that wait, each with its likely owner, who sees it as pending. */
async function insertLines(
  env: Env,
  tx: Tx,
  file: string,
  own: OwnAccount,
  lines: readonly ReportedEntry[],
  at: Date,
): Promise<void> {
  if (lines.length === 0) return
  await tx.query(
    `insert into banking.manual_line (id, file, account, currency, format, bankref, direction, amount, booking_date, reported,
       institution_id, state, created_at, updated_at)
     select line.id, $1, $2, $3, reported ->> 'format', reported ->> 'bankref', reported ->> 'direction', (reported ->> 'amount')::numeric,
       (reported ->> 'bookingDate')::date, reported, case when line.deposit and $4 = 'client_money' then
         coalesce(quoted.institution_id, paid.institution_id, sender.institution_id) end, 'waiting', $5, $5
     from jsonb_array_elements($6) with ordinality entry (reported, place)
     join unnest($7::uuid[], $8::boolean[], $9::text[]) with ordinality line (id, deposit, reference, place) using (place)
     left join banking.reference quoted on (quoted.value, quoted.currency) = (reported #>> '{reference,value}', $3)
     left join banking.reference paid on (paid.value, paid.currency) = (reported ->> 'creditorAccount', $3)
     left join banking.sender on sender.account = reported #>> '{counterparty,account}'
       and not exists (select from banking.expected e
         where e.reference = line.reference and banking.is_paid_by(e.provider, reported))
     order by place`,
    [
      file,
      own.iban,
      own.currency,
      own.purpose,
      at,
      entriesJson(lines),
      lines.map(() => env.ids.uuid(at)),
      lines.map(isDeposit),
      lines.map(referenceIn),
    ],
  )
}

const isDeposit = ({ direction, reversal, returnReason }: ReportedEntry): boolean =>
  direction === 'credit' && !reversal && returnReason === null

/** The act of an approved `bank.retract_file`. The bank never booked these movements, so the lines that still wait are closed. */
export async function retractFile(
  _env: Env,
  tx: Tx,
  { sha256 }: PayloadOf<'bank.retract_file'>,
  by: By,
): Promise<void> {
  await lockOwnAccounts(tx)
  const file = await findFile(tx, sha256)
  await tx.query('update banking.manual_file set retracted_by = $2, retracted_at = $3 where sha256 = $1', [
    file.sha256,
    by.actor,
    by.at,
  ])
  const lines = await tx.query<{ id: string }>(
    `update banking.manual_line set state = 'retracted', updated_at = $2 where file = $1 and state = 'waiting' returning id`,
    [file.sha256, by.at],
  )
  const ids = lines.map(({ id }) => id)
  await closeManualCases(tx, ids, by.at, by.actor)
  recordDecision(tx, 'bank_file.retracted', file.sha256, by)
}

/** The act of an approved `bank.import`: two people vouch for the file, and it is imported as if it came from the bank. */
export async function approveFile(env: Env, tx: Tx, { sha256 }: PayloadOf<'bank.import'>, by: By): Promise<void> {
  await planForValues(tx)
  await lockOwnAccounts(tx)
  const file = await findFile(tx, sha256)
  await tx.query('update banking.manual_file set confirmed_by = $2, confirmed_at = $3 where sha256 = $1', [
    file.sha256,
    by.actor,
    by.at,
  ])
  recordDecision(tx, 'bank_file.vouched_for', file.sha256, by)
  await importMessages(env, tx, file.sha256, readBankFile(file.content), by.actor)
}

type OfFile = { readonly sha256: string }

export const describeImport = (_env: Env, sql: Sql, { sha256 }: OfFile): Promise<Description> =>
  describeFile(sql, sha256, (file) => `Book the entries of ${file}`)

export const describeFileRetracted = (_env: Env, sql: Sql, { sha256 }: OfFile): Promise<Description> =>
  describeFile(sql, sha256, (file) => `Retract ${file}: the bank never wrote it`)

async function describeFile(sql: Sql, sha256: string, say: (file: string) => string): Promise<Description> {
  const [file] = await sql.query<{ taken_at: Date; lines: bigint }>(
    `select f.taken_at, (select count(*) from banking.manual_line l where l.file = f.sha256) as lines
     from banking.manual_file f where f.sha256 = $1`,
    [sha256],
  )
  const taken = file ? `, ${file.lines} entries, imported manually on ${file.taken_at.toISOString().slice(0, 10)}` : ''
  return { title: say(`the bank file ${sha256.slice(0, 8)}${taken}`), institutionId: null }
}

type HandFile = { sha256: string; content: Buffer }

async function findFile(tx: Tx, sha256: string): Promise<HandFile> {
  const [file] = await tx.query<HandFile & { decided: boolean }>(
    `select sha256, content, num_nonnulls(confirmed_by, retracted_by) > 0 as decided
     from banking.manual_file where sha256 = $1 for update`,
    [sha256],
  )
  if (!file) throw badRequest('unknown', `There is no file ${sha256}. See specie check.`, 'sha256')
  if (file.decided) throw badRequest('decided', `File ${sha256} is already decided.`, 'sha256')
  return file
}

const recordDecision = (tx: Tx, action: AuditAction, sha256: string, { actor, why }: By): void =>
  audit(tx, { actor, action, subject: `file ${sha256}`, detail: { why, sha256 } })
