import type { Statement } from '@specie/payments/camt.ts'
import { mt940Year } from '@specie/payments/mt940.ts'
import type { Tx } from '../../base/database/db.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { type BankCase, type CaseKind, closeCase, openCase } from './cases.ts'
import type { Format } from '@specie/payments/match-entries.ts'
import { formatOf, type Message, signedAmount } from '../entry/entries.ts'

// Checks that the bank's files are consistent. The result depends only on which files have arrived, not on their order: a
// late file closes the cases that it explains.

/** Sequence numbers must have no gaps. A file whose predecessor is missing opens a case, which the predecessor closes. */
export async function checkSequence(tx: Tx, own: OwnAccount, message: Message, at: Date): Promise<BankCase[]> {
  const { sequence } = message
  const format = formatOf(message)
  await closeCase(tx, 'sequence_gap', gapCause(own, format, sequence + 1n), at)
  if (sequence <= 1n) return []
  const first = format === 'mt940' ? sequence - (sequence % mt940Year) : 0n
  const [before] = await tx.query<{ last: bigint | null }>(
    'select max(sequence) as last from banking.message where account = $1 and format = $2 and sequence < $3 and sequence >= $4',
    [own.iban, format, sequence, first],
  )
  // A bank may start to send MT940 at any number of a year.
  const last = before!.last ?? (format === 'mt940' ? sequence - 1n : 0n)
  if (last === sequence - 1n) return []
  return [
    {
      kind: 'sequence_gap',
      cause: gapCause(own, format, sequence),
      detail: { account: own.iban, kind: format, missing_from: String(last + 1n), missing_to: String(sequence - 1n) },
    },
  ]
}

const gapCause = (own: OwnAccount, format: Format, sequence: bigint): string => `${own.iban}/${format}/${sequence}`

/** opening + entries = closing, and each statement opens where the previous one closed; the first one opens at zero. */
export async function checkBalances(tx: Tx, own: OwnAccount, statement: Statement): Promise<BankCase[]> {
  const { sequence, opening, closing, entries } = statement
  const format = formatOf(statement)
  const neighbours = await tx.query<{ sequence: bigint; opening: bigint; closing: bigint }>(
    `select sequence, opening, closing from banking.message
     where account = $1 and format = $3 and sequence in ($2::bigint - 1, $2::bigint + 1)`,
    [own.iban, sequence, format],
  )
  const before = neighbours.find((one) => one.sequence < sequence)
  const after = neighbours.find((one) => one.sequence > sequence)
  const sum = entries.reduce((total, entry) => total + signedAmount(entry), opening)
  // The numbers of an MT940 restart every year.
  const first = sequence === 1n && format === 'camt.053' ? 0n : undefined
  return [
    ...breakOf(own, sequence, 'closing', closing, sum),
    ...breakOf(own, sequence, 'opening', opening, before?.closing ?? first),
    ...breakOf(own, sequence + 1n, 'opening', after?.opening, closing),
  ]
}

function breakOf(own: OwnAccount, sequence: bigint, what: string, actual?: bigint, expected?: bigint): BankCase[] {
  if (actual === undefined || expected === undefined || actual === expected) return []
  return [
    {
      kind: 'balance_break',
      cause: `${own.iban}/${sequence}/${what}`,
      detail: {
        account: own.iban,
        statement: String(sequence),
        balance: what,
        reported: String(actual),
        expected: String(expected),
      },
    },
  ]
}

/** Entries that one kind of file has and the other lacks. Each import checks both kinds, because either may come first. */
export async function findMissingEntries(
  tx: Tx,
  own: OwnAccount,
  message: Message,
  messageId: bigint,
  at: Date,
): Promise<BankCase[]> {
  await tx.query(
    `update banking.bank_case set closed_at = $2, closed_by = 'import' from banking.entry
     where entry.id = entry_id and account = $1 and closed_at is null
       and kind in ('missing_in_notification', 'missing_in_statement')
       and notified_by is not null and confirmed_by is not null`,
    [own.iban, at],
  )
  return [
    ...(await unnotified(tx, own, message, messageId)).map((one) => missingCase(own, 'missing_in_notification', one)),
    ...(await unconfirmed(tx, own, message, messageId)).map((one) => missingCase(own, 'missing_in_statement', one)),
  ]
}

type MissingEntry = { id: bigint; bankref: string }

/** An account without any notification (MT940 only) misses none; the check starts with its first notification. */
async function unnotified(tx: Tx, own: OwnAccount, { kind, sequence }: Message, id: bigint): Promise<MissingEntry[]> {
  const notifications = await tx.query<{ sequence: bigint }>(
    `select sequence from banking.message where account = $1 and kind = 'camt.054' order by sequence limit 2`,
    [own.iban],
  )
  const isFirst = kind === 'camt.054' && notifications.every((one) => one.sequence === sequence)
  if (notifications.length === 0 || (kind === 'camt.054' && !isFirst)) return []
  return tx.query<MissingEntry>(
    `select id, bankref from banking.entry
     where account = $1 and notified_by is null and ($2::bigint is null or $2 = any(reported_by)) order by id`,
    [own.iban, isFirst ? null : id],
  )
}

/** The bank notified the entry before it wrote that day's statement, which omits it. */
function unconfirmed(tx: Tx, own: OwnAccount, { kind }: Message, id: bigint): Promise<MissingEntry[]> {
  const scope = kind === 'camt.053' ? 's.id = $2' : '$2 = any(reported_by)'
  return tx.query<MissingEntry>(
    `select distinct entry.id, bankref from banking.entry
     join banking.message notice on notice.id = notified_by
     join banking.message s on s.account = entry.account and s.kind = 'camt.053'
     where entry.account = $1 and confirmed_by is null and booking_date between s.from_date and s.to_date
       and notice.created_at < s.created_at and ${scope} order by entry.id`,
    [own.iban, id],
  )
}

const missingCase = (own: OwnAccount, kind: CaseKind, { id, bankref }: MissingEntry): BankCase => ({
  kind,
  cause: `${own.iban}/${bankref}`,
  entryId: id,
  detail: { account: own.iban, bankref },
})

/** Opens the cases and returns those that are new. */
export async function openCases(tx: Tx, cases: readonly BankCase[], at: Date): Promise<BankCase[]> {
  const opened: BankCase[] = []
  for (const one of cases) if (await openCase(tx, one, at)) opened.push(one)
  return opened
}
