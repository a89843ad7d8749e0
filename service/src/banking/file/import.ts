import { createHash } from 'node:crypto'
import { BankFileError } from '@specie/payments/bankfile.ts'
import type { Db, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { OwnAccount } from '../../base/ports/ports.ts'
import { planForValues } from '../../base/database/prepared.ts'
import { bookEntries } from './book-entries.ts'
import { contradictions } from './by-hand-check.ts'
import type { BankCase } from '../reconciliation/cases.ts'
import { formatOf, type Message, written } from './entries.ts'
import { lockOwnAccounts } from '../account/own-accounts.ts'
import { addressee, readBankFile } from './read.ts'
import { addsUp, compareTellings, followsOn, openCases } from '../reconciliation/reconcile.ts'
import { takeDown } from './take-down.ts'
import { wiresJob } from '../wire/row.ts'

/** What an import did. `messages` lists what was new; a file that was here before has none. */
export type ImportReport = {
  sha256: string
  outcome: 'imported' | 'repeated'
  messages: { kind: Message['kind']; account: string; sequence: bigint; entries: number }[]
  /** Cases that this file opened. */
  cases: BankCase[]
}

/**
 * Takes in a file that the bank gave us over its own channel, all or nothing, and once however often it comes. Throws
 * BankFileError on a file that cannot be read, or that is not for us; then nothing has changed. A file that a person
 * brings may come from anywhere and is not believed: by-hand.ts takes it.
 */
export async function importFile(env: Env, bytes: string | Uint8Array): Promise<ImportReport> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [known] = await env.db.query('select 1 from banking.file where sha256 = $1', [sha256])
  if (known) return { sha256, outcome: 'repeated', messages: [], cases: [] }
  const messages = readBankFile(bytes)
  const report = await withFaultPoint(env, 'wire.booked', () =>
    fileTransaction(env.db, (tx) => importMessages(env, tx, sha256, messages, 'bank')),
  )
  for (const { kind, cause, detail } of report.cases)
    env.log.warn({ case: kind, cause, ...detail }, 'a bank case is open')
  return report
}

/**
 * Somebody may hold a wire or a balance that we need and need one that we hold: one of the two begins again. What the
 * database does not take (a date before its time, a number beyond its range) is the file's fault.
 */
export async function fileTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.tx(async (tx) => {
        await planForValues(tx)
        return work(tx)
      })
    } catch (error) {
      const state = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (/^(22|23)/.test(state)) throw new BankFileError('file', `cannot be kept: ${(error as Error).message}`)
      if (tries === 5 || !['40P01', '40001'].includes(state)) throw error
    }
  }
}

/** What these messages tell is true from here on: it is booked, and confirms what was booked. `actor` vouches for them. */
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
  const taken: [OwnAccount, Message, bigint][] = []
  for (const message of messages) {
    const own = addressee(accounts, message)
    const id = await enter(tx, sha256, own, message)
    if (typeof id !== 'bigint') {
      found.push(...id)
      continue
    }
    found.push(...(await takeDown(tx, own, message, id, at)), ...(await followsOn(tx, own, message, at)))
    if (message.kind === 'camt.053') found.push(...(await addsUp(tx, own, message)))
    taken.push([own, message, id])
  }
  if (taken.length > 0) {
    const by = { actor, why: `file ${sha256.slice(0, 16)}`, at }
    found.push(...(await bookEntries(env, tx, accounts, by)))
    for (const [own, message, id] of taken) found.push(...(await compareTellings(tx, own, message, id, at)))
    found.push(...(await contradictions(tx)))
    env.jobs.wake(tx, wiresJob)
  }
  return {
    ...report,
    messages: taken.map(([{ iban: account }, { kind, sequence, entries }]) => ({
      kind,
      account,
      sequence,
      entries: entries.length,
    })),
    cases: await openCases(tx, found, at),
  }
}

/** The id of a new message, or nothing new: its number is taken, by the same content or (a case) by another. */
async function enter(tx: Tx, file: string, own: OwnAccount, message: Message): Promise<bigint | BankCase[]> {
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
  const [known] = await tx.query<{ content: string; file: string }>(
    'select content, file from banking.message where account = $1 and format = $2 and sequence = $3',
    [own.iban, format, sequence],
  )
  if (known!.content === content) return []
  // Which of the two is right, a person must find out; nothing of the second one is booked.
  const detail = {
    account: own.iban,
    kind: format,
    sequence: String(sequence),
    first_file: known!.file,
    second_file: file,
  }
  return [{ kind: 'duplicate_sequence', cause: `${own.iban}/${format}/${sequence}/${content}`, detail }]
}

/** What a message says, its own name and time aside: a bank that sends it again may have written it anew. */
function contentOf(own: OwnAccount, message: Message): string {
  const balances = message.kind === 'camt.053' ? [message.from, message.to, message.opening, message.closing] : []
  const number = message.kind === 'camt.053' && message.format === 'mt940' ? message.statementId : message.sequence
  const said = [own.iban, message.kind, number, ...balances, written(message.entries)].join('\n')
  return createHash('sha256').update(said).digest('hex')
}
