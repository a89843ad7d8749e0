import { createHash } from 'node:crypto'
import { isClear, type Told } from '@specie/payments/same.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { OwnAccount } from '../../base/ports/ports.ts'
import { contradictions } from './by-hand-check.ts'
import { closeHandCases, confirmHandLines } from './by-hand-match.ts'
import type { BankCase } from '../reconciliation/cases.ts'
import { formatOf, type Message, type StoredEntry, toldIn } from './entries.ts'
import { referenceIn } from '../wire/expected.ts'
import { fileTransaction, importMessages, type ImportReport } from './import.ts'
import { saidIn } from './lines.ts'
import { lockOwnAccounts } from '../account/own-accounts.ts'
import { pairUp } from './pair.ts'
import { addressee, readBankFile } from './read.ts'
import { openCases } from '../reconciliation/reconcile.ts'

// Files of the bank that a person brings. Nobody can tell where such a file comes from, so it books nothing, confirms
// nothing and takes no number. What it credits is shown as pending until the bank itself tells of it.

/** Files are not taken by hand here, or not this one; the message says what to do. */
export class NotByHand extends Error {
  override name = 'NotByHand'
}

type Person = Omit<By, 'at'>

export type HandReport = {
  sha256: string
  outcome: 'taken' | 'repeated'
  /** Movements that wait for the bank's own word, that the bank has told already, and lines that name no payment. */
  waiting: number
  known: number
  unclear: number
  cases: BankCase[]
}

/** Takes a file that a person brings: it is kept, audited, and what it tells waits. Throws as `importFile` does. */
export async function takeByHand(env: Env, bytes: Uint8Array, who: Person): Promise<HandReport> {
  if (!env.config.bankFilesByHand)
    throw new NotByHand('Files are not taken by hand in production. BANK_FILES_BY_HAND=on allows it.')
  if (who.actor.trim() === '' || who.why.trim() === '') throw new NotByHand('Say who takes the file, and why.')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const messages = readBankFile(bytes)
  const by = { ...who, at: env.clock.now() }
  return fileTransaction(env.db, (tx) => take(env, tx, { sha256, bytes, messages }, by))
}

type File = { sha256: string; bytes: Uint8Array; messages: readonly Message[] }

async function take(env: Env, tx: Tx, file: File, by: By): Promise<HandReport> {
  const { sha256, messages } = file
  const accounts = await lockOwnAccounts(tx)
  if (!(await keepFile(tx, file, by)))
    return { sha256, outcome: 'repeated', waiting: 0, known: 0, unclear: 0, cases: [] }
  const told = messages.map((message) => ({ own: addressee(accounts, message), message }))
  let [kept, unclear] = [0, 0]
  for (const { own, message } of told) {
    const format = formatOf(message)
    const lines = message.entries.map((entry): Told => ({ ...entry, format }))
    const clear = lines.filter(isClear)
    const fresh = await withoutRepeats(tx, own, clear)
    await keepLines(env, tx, sha256, own, fresh, by.at)
    kept += fresh.length
    unclear += lines.length - clear.length
  }
  await confirmHandLines(tx, by.at)
  const waiting = await countWaiting(tx, sha256)
  const of = told.map(({ own, message }) => `${formatOf(message)} ${message.sequence} of ${own.iban}`)
  const detail = { why: by.why, sha256, messages: of, waiting: String(waiting) }
  await audit(tx, { actor: by.actor, action: 'bank_file.taken_by_hand', subject: `file ${sha256}`, detail })
  const cases = await openCases(tx, await contradictions(tx), by.at)
  return { sha256, outcome: 'taken', waiting, known: kept - waiting, unclear, cases }
}

/** False when the bank has given us this file, or somebody has brought it before. */
async function keepFile(tx: Tx, { sha256, bytes }: File, { actor, why, at }: By): Promise<boolean> {
  const [fetched] = await tx.query('select 1 from banking.file where sha256 = $1', [sha256])
  if (fetched) return false
  const rows = await tx.query(
    `insert into banking.hand_file (sha256, content, taken_by, why, taken_at, taken_on)
     values ($1, $2, $3, $4, $5, (select coalesce(
       (select settlement + (least($5, seen + interval '30 seconds') - wall) * speed from work.clock), $5::timestamptz))::date)
     on conflict (sha256) do nothing returning sha256`,
    [sha256, Buffer.from(bytes), actor, why, at],
  )
  return rows.length > 0
}

async function countWaiting(tx: Tx, sha256: string): Promise<number> {
  const [row] = await tx.query<{ lines: bigint }>(
    `select count(*) as lines from banking.hand_line where file = $1 and state = 'waiting'`,
    [sha256],
  )
  return Number(row!.lines)
}

/** Lines that no other file taken by hand has told: by the bank's reference, or as the other kinds of file tell it. */
async function withoutRepeats(tx: Tx, own: OwnAccount, lines: readonly Told[]): Promise<Told[]> {
  const rows = await tx.query<{ said: StoredEntry }>(
    `select said from banking.hand_line where account = $1 and amount = any($2::numeric[]) and state <> 'disowned'`,
    [own.iban, lines.map(({ amount }) => amount)],
  )
  const before = rows.map(({ said }) => ({ told: toldIn(said) }))
  const isRepeat = (one: Told) =>
    before.some(({ told }) => told.format === one.format && told.bankref === one.bankref && !one.unreferenced)
  const left = lines.filter((one) => !isRepeat(one)).map((told) => ({ told }))
  const others = before.filter(({ told }) => told.format !== lines[0]?.format)
  const { pairs } = pairUp(left, others, false)
  return left.filter((one) => !pairs.has(one)).map(({ told }) => told)
}

/** Keeps lines that wait, each with whose it would be: it is shown there as pending. */
async function keepLines(
  env: Env,
  tx: Tx,
  file: string,
  own: OwnAccount,
  lines: readonly Told[],
  at: Date,
): Promise<void> {
  if (lines.length === 0) return
  await tx.query(
    `insert into banking.hand_line (id, file, account, currency, format, bankref, direction, amount, booking_date, said,
       institution_id, state, created_at, updated_at)
     select line.id, $1, $2, $3, said ->> 'format', said ->> 'bankref', said ->> 'direction', (said ->> 'amount')::numeric,
       (said ->> 'bookingDate')::date, said, case when line.deposit and $4 = 'client_money' then
         coalesce(quoted.institution_id, paid.institution_id, sender.institution_id) end, 'waiting', $5, $5
     from jsonb_array_elements($6) with ordinality told (said, place)
     join unnest($7::uuid[], $8::boolean[], $9::text[]) with ordinality line (id, deposit, reference, place) using (place)
     left join banking.reference quoted on (quoted.value, quoted.currency) = (said #>> '{reference,value}', $3)
     left join banking.reference paid on (paid.value, paid.currency) = (said ->> 'creditorAccount', $3)
     left join banking.sender on sender.account = said #>> '{counterparty,account}'
       and not exists (select from banking.expected e where e.reference = line.reference)
     order by place`,
    [
      file,
      own.iban,
      own.currency,
      own.purpose,
      at,
      saidIn(lines),
      lines.map(() => env.ids.uuid(at)),
      lines.map(isDeposit),
      lines.map(referenceIn),
    ],
  )
}

const isDeposit = ({ direction, reversal, returnReason }: Told): boolean =>
  direction === 'credit' && !reversal && returnReason === null

/** The bank never booked what the file tells: whatever of it still waits is over. */
export function disownFile(env: Env, sha256: string, who: Person): Promise<number> {
  const by = { ...who, at: env.clock.now() }
  return env.db.tx(async (tx) => {
    await lockOwnAccounts(tx)
    const file = await namedFile(tx, sha256)
    await tx.query('update banking.hand_file set disowned_by = $2, disowned_at = $3 where sha256 = $1', [
      file.sha256,
      by.actor,
      by.at,
    ])
    const lines = await tx.query<{ id: string }>(
      `update banking.hand_line set state = 'disowned', updated_at = $2 where file = $1 and state = 'waiting' returning id`,
      [file.sha256, by.at],
    )
    const ids = lines.map(({ id }) => id)
    await closeHandCases(tx, ids, by.at, by.actor)
    await decided(tx, 'bank_file.disowned', file.sha256, by)
    return ids.length
  })
}

/**
 * A second person vouches for the file: it is imported as if the bank had given it to us. No command leads here until
 * approvals make sure who that person is.
 * @public
 */
export function vouchFor(env: Env, sha256: string, who: Person): Promise<ImportReport> {
  const by = { ...who, at: env.clock.now() }
  return fileTransaction(env.db, async (tx) => {
    await lockOwnAccounts(tx)
    const file = await namedFile(tx, sha256)
    if (file.taken_by.toLowerCase() === by.actor.toLowerCase())
      throw new NotByHand(`${by.actor} has taken this file: a second person must vouch for it.`)
    await tx.query('update banking.hand_file set confirmed_by = $2, confirmed_at = $3 where sha256 = $1', [
      file.sha256,
      by.actor,
      by.at,
    ])
    await decided(tx, 'bank_file.vouched_for', file.sha256, by)
    return importMessages(env, tx, file.sha256, readBankFile(file.content), by.actor)
  })
}

type HandFile = { sha256: string; taken_by: string; content: Buffer }

/** A file that nobody has decided on yet, by its hash or how that begins. */
async function namedFile(tx: Tx, sha256: string): Promise<HandFile> {
  if (!/^[0-9a-f]{8,64}$/.test(sha256))
    throw new NotByHand('A file is named by its hash, or by 8 or more digits of it.')
  const rows = await tx.query<HandFile & { decided: boolean }>(
    `select sha256, taken_by, content, num_nonnulls(confirmed_by, disowned_by) > 0 as decided
     from banking.hand_file where sha256 like $1 || '%' limit 2`,
    [sha256],
  )
  const [file] = rows
  if (!file || rows.length > 1)
    throw new NotByHand(
      `${rows.length === 0 ? 'No file' : 'More than one file'} begins with ${sha256}: see specie check.`,
    )
  if (file.decided) throw new NotByHand(`File ${file.sha256} was decided on before.`)
  return file
}

const decided = (tx: Tx, action: string, sha256: string, { actor, why }: By): Promise<void> =>
  audit(tx, { actor, action, subject: `file ${sha256}`, detail: { why, sha256 } })
