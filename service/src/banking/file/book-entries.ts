import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { Refused } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { repayOverdrafts } from '../account/overdraft.ts'
import { confirmManualLines, pendingIds } from './manual-match.ts'
import type { BankCase } from '../reconciliation/cases.ts'
import { type KnownEntry, markBooked, unbookedEntries } from '../entry/entries.ts'
import { bookExpected, type Expected, matchExpected } from '../wire/expected.ts'
import { matchPayout, returnPayout } from '../payout/match.ts'
import { bookTopUp, isTopUp } from '../wire/top-up.ts'
import { recallWire } from '../wire/recall.ts'
import { type Wire, wireJournal } from '../wire/row.ts'

/** Why an entry could not be booked. */
type Problem = { kind: 'unmatched_entry' | 'recall'; problem: string }

type Waiting = KnownEntry & { own: OwnAccount; sweep: boolean; own_money: boolean; expected?: Expected }

/**
 * Books every entry that is not in the ledger yet. Entries of earlier imports are tried again because this file may make
 * them bookable. Returns a case for each entry that still cannot be booked.
 */
export async function bookEntries(env: Env, tx: Tx, accounts: readonly OwnAccount[], by: By): Promise<BankCase[]> {
  await confirmManualLines(tx, by.at)
  const ownOf = new Map(accounts.map((own) => [own.iban, own]))
  const waiting = (await unbookedEntries(tx)).map((unbookedEntry) => ({
    ...unbookedEntry,
    own: ownOf.get(unbookedEntry.account)!,
  }))
  const { expected, cases } = await matchExpected(tx, waiting.filter(isWire))
  const isDeposit = (item: Waiting) => isWire(item) && !expected.has(item)
  await bookWires(env, tx, waiting.filter(isDeposit), by)
  const others = waiting.filter((item) => !isDeposit(item)).map((item) => withExpected(item, expected.get(item)))
  const unbooked = (await bookAll(env, tx, others, by)).map(([{ id, account, entry }, { kind, problem }]) => ({
    kind,
    cause: `${account}/${entry.bankref}`,
    entryId: id,
    detail: { bankref: entry.bankref, problem },
  }))
  await repayOverdrafts(env, tx, accounts)
  return [...cases, ...unbooked]
}

const withExpected = (item: Waiting, expected: Expected | undefined): Waiting =>
  expected ? { ...item, expected } : item

const isReturn = ({ entry }: Waiting): boolean => entry.returnReason !== null || entry.reversal

const isWire = (item: Waiting): boolean =>
  item.entry.direction === 'credit' && item.own.purpose === 'client_money' && !item.sweep && !isReturn(item)

/** Books incoming wires in batches, as a file may have thousands. Their owner is found later (wire/attribute.ts). */
async function bookWires(env: Env, tx: Tx, entries: readonly Waiting[], by: By): Promise<void> {
  for (let from = 0; from < entries.length; from += batchSize) {
    const batch = entries.slice(from, from + batchSize)
    const ids = await pendingIds(
      tx,
      batch.map(({ id }) => id),
    )
    await setActor(tx, by)
    const wires = await tx.query<Wire>(
      `insert into banking.wire (id, entry_id, bankref, currency, amount, value_date, sender_name, sender_account, sender_bic,
         reference, paid_to, state, created_at, updated_at)
       select wire.id, entry_id, entry.bankref, best.reported ->> 'currency', (best.reported ->> 'amount')::numeric, best.reported ->> 'valueDate',
         best.reported #>> '{counterparty,name}', best.reported #>> '{counterparty,account}',
         best.reported #>> '{counterparty,bic}', best.reported #>> '{reference,value}',
         best.reported ->> 'creditorAccount', 'booked', $3, $3
       from unnest($1::uuid[], $2::bigint[]) wire (id, entry_id) join banking.entry on entry.id = entry_id
       cross join lateral (select coalesce(reported_detail, entry.reported)) best (reported)
       returning *`,
      [batch.map(({ id }) => ids.get(id) ?? env.ids.uuid(by.at)), batch.map(({ id }) => id), by.at],
    )
    await postIn(
      env,
      tx,
      wires.map((wire) => wireJournal(wire, 'booked', 'bank', 'unallocated')),
    )
    await markBooked(
      tx,
      batch.map(({ id }) => id),
      by.at,
    )
  }
}

const batchSize = 1_000

/**
 * Books debits before credits, because credits may depend on them. Repeats while one booking makes another possible (L3).
 */
async function bookAll(env: Env, tx: Tx, waiting: readonly Waiting[], by: By): Promise<[Waiting, Problem][]> {
  let open = waiting.toSorted((a, b) => Number(isCredit(a)) - Number(isCredit(b)))
  for (;;) {
    const unbooked: [Waiting, Problem][] = []
    for (const item of open) {
      const problem = await attempt(tx, () => bookEntry(env, tx, item, by))
      if (problem === null) await markBooked(tx, [item.id], by.at)
      else unbooked.push([item, problem])
    }
    if (unbooked.length === 0 || unbooked.length === open.length) return unbooked
    open = unbooked.map(([item]) => item)
  }
}

const isCredit = ({ entry }: Waiting): boolean => entry.direction === 'credit'

/** A refusal of the ledger rolls back this entry only, not the rest of the file. */
const attempt = (tx: Tx, work: () => Promise<Problem | null>): Promise<Problem | null> =>
  tx.savepoint(work).catch((error: unknown) => {
    if (error instanceof Refused) return { kind: 'unmatched_entry', problem: error.message }
    throw error
  })

async function bookEntry(env: Env, tx: Tx, item: Waiting, by: By): Promise<Problem | null> {
  if (item.expected) return unmatched(await bookExpected(env, tx, item.expected, item))
  if (!isCredit(item) && isReturn(item)) return recallWire(env, tx, item, by)
  if (isCredit(item) && !isReturn(item) && !item.sweep) {
    if (item.own.purpose === 'reserve' && item.own_money && isTopUp(item.entry))
      return bookTopUp(env, tx, item.own, item.entry)
    return unmatched(`The account of the ${item.own.purpose} was credited, and no sweep of ours explains it.`)
  }
  return unmatched(await (isReturn(item) ? returnPayout : matchPayout)(env, tx, item.own, item.entry))
}

const unmatched = (problem: string | null): Problem | null =>
  problem === null ? null : { kind: 'unmatched_entry', problem }
