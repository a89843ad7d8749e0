import { createHash } from 'node:crypto'
import { BankFileError } from '@specie/payments/bankfile.ts'
import type { Db, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { planForValues } from '../../base/database/prepared.ts'
import { bookEntries } from './book-entries.ts'
import { findContradictions } from './manual-check.ts'
import type { BankCase } from '../reconciliation/cases.ts'
import { formatOf, type Message, entriesJson } from '../entry/entries.ts'
import { lockOwnAccounts } from '../account/own-accounts.ts'
import { addressee, readBankFile } from './read.ts'
import { checkBalances, findMissingEntries, checkSequence, openCases } from '../reconciliation/reconcile.ts'
import { recordLines } from './record-lines.ts'
import { wiresJob } from '../wire/row.ts'

/** The result of an import. `messages` lists the new ones; a repeated file has none. */
export type ImportReport = {
  sha256: string
  outcome: 'imported' | 'repeated'
  messages: { kind: Message['kind']; account: string; sequence: bigint; entries: number }[]
  /** Cases that this file opened. */
  cases: BankCase[]
}

/**
 * Imports a file from the bank's own channel, all or nothing. A repeated import changes nothing. Throws BankFileError,
 * without any change, for a file that is unreadable or not ours. Files that a person uploads are not trusted. See
 * manual-import.ts.
 */
export async function importFile(env: Env, bytes: string | Uint8Array): Promise<ImportReport> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [existing] = await env.db.query('select 1 from banking.file where sha256 = $1', [sha256])
  if (existing) return { sha256, outcome: 'repeated', messages: [], cases: [] }
  const messages = readBankFile(bytes)
  const report = await withFaultPoint(env, 'wire.booked', () =>
    fileTransaction(env.db, (tx) => importMessages(env, tx, sha256, messages, 'bank')),
  )
  for (const { kind, cause, detail } of report.cases)
    env.log.warn({ case: kind, cause, ...detail }, 'a bank case is open')
  return report
}

/**
 * Retries after a deadlock or a serialization failure. A value that the database refuses (a date or a number out of range)
 * is an error in the file.
 */
export async function fileTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.tx(async (tx) => {
        await planForValues(tx)
        return work(tx)
      })
    } catch (error) {
      const state = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (/^(22|23)/.test(state)) throw new BankFileError('file', `cannot be stored: ${(error as Error).message}`)
      if (attempt === 5 || !['40P01', '40001'].includes(state)) throw error
    }
  }
}

/** Books new entries and confirms known ones. The messages are trusted because `actor` vouches for them. */
export async function importMessages(
  env: Env,
  tx: Tx,
  sha256: string,
  messages: readonly Message[],
  actor: string,
): Promise<ImportReport> {
  const at = env.clock.now()
  const accounts = await lockOwnAccounts(tx)
  const report: ImportReport = { sha256, outcome: 'imported', messages: [], cases: [] }
  const [first] = await tx.query(
    `insert into banking.file (sha256, received_at) values ($1, $2) on conflict (sha256) do nothing returning sha256`,
    [sha256, at],
  )
  if (!first) return { ...report, outcome: 'repeated' }
  const found: BankCase[] = []
  const imported: [OwnAccount, Message, bigint][] = []
  for (const message of messages) {
    const own = addressee(accounts, message)
    const id = await insertMessage(tx, sha256, own, message)
    if (typeof id !== 'bigint') {
      found.push(...id)
      continue
    }
    found.push(...(await recordLines(tx, own, message, id, at)), ...(await checkSequence(tx, own, message, at)))
    if (message.kind === 'camt.053') found.push(...(await checkBalances(tx, own, message)))
    imported.push([own, message, id])
  }
  if (imported.length > 0) {
    const by = { actor, why: `file ${sha256.slice(0, 16)}`, at }
    found.push(...(await bookEntries(env, tx, accounts, by)))
    for (const [own, message, id] of imported) found.push(...(await findMissingEntries(tx, own, message, id, at)))
    found.push(...(await findContradictions(tx)))
    env.jobs.wake(tx, wiresJob)
  }
  return {
    ...report,
    messages: imported.map(([{ iban: account }, { kind, sequence, entries }]) => ({
      kind,
      account,
      sequence,
      entries: entries.length,
    })),
    cases: await openCases(tx, found, at),
  }
}

/** The id of a new message; null when its number was used before, by the same content or (with a case) by other content. */
async function insertMessage(tx: Tx, file: string, own: OwnAccount, message: Message): Promise<bigint | BankCase[]> {
  const { kind, sequence, createdAt } = message
  const format = formatOf(message)
  const content = contentOf(own, message)
  const period = kind === 'camt.053' ? [message.from, message.to, message.opening, message.closing] : []
  const [row] = await tx.query<{ id: bigint }>(
    `insert into banking.message (file, kind, format, account, sequence, content, created_at, from_date, to_date, opening,
       closing)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (account, format, sequence) do nothing returning id`,
    [file, kind, format, own.iban, sequence, content, createdAt, ...[...period, null, null, null, null].slice(0, 4)],
  )
  if (row) return row.id
  const [existing] = await tx.query<{ content: string; file: string }>(
    'select content, file from banking.message where account = $1 and format = $2 and sequence = $3',
    [own.iban, format, sequence],
  )
  if (existing!.content === content) return []
  // An operator must find out which of the two is right. The second one is not booked.
  const detail = {
    account: own.iban,
    kind: format,
    sequence: String(sequence),
    first_file: existing!.file,
    second_file: file,
  }
  return [{ kind: 'duplicate_sequence', cause: `${own.iban}/${format}/${sequence}/${content}`, detail }]
}

/** A hash of the message without its own id and time. A bank may generate a message again to resend it. */
function contentOf(own: OwnAccount, message: Message): string {
  const balances = message.kind === 'camt.053' ? [message.from, message.to, message.opening, message.closing] : []
  const number = message.kind === 'camt.053' && message.format === 'mt940' ? message.statementId : message.sequence
  const content = [own.iban, message.kind, number, ...balances, entriesJson(message.entries)].join('\n')
  return createHash('sha256').update(content).digest('hex')
}
