import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import type { OwnAccount } from '../../base/ports/ports.ts'
import { Refused } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { confirmHandLines, shownIds } from './by-hand-match.ts'
import type { BankCase } from '../reconciliation/cases.ts'
import { type KnownEntry, markBooked, unbookedEntries } from './entries.ts'
import { bookExpected, type Expected, sortExpected } from '../wire/expected.ts'
import { matchPayout, returnPayout } from '../payout/match.ts'
import { bookTopUp, isTopUp } from '../wire/top-up.ts'
import { lotOf, walkWire, type Wire, wireJournal, type WireState } from '../wire/row.ts'

/** Why an entry could not be booked. */
type Problem = { kind: 'unmatched_entry' | 'recall'; problem: string }

type Waiting = KnownEntry & { own: OwnAccount; sweep: boolean; expected?: Expected }

/**
 * Lets the ledger follow the bank: every entry that it does not have yet, also those that earlier files left over, for
 * what they wait for may have come in this one. Answers a case for each that still cannot be placed.
 */
export async function bookEntries(env: Env, tx: Tx, accounts: readonly OwnAccount[], by: By): Promise<BankCase[]> {
  await confirmHandLines(tx, by.at)
  const ownOf = new Map(accounts.map((own) => [own.iban, own]))
  const waiting = (await unbookedEntries(tx)).map((known) => ({ ...known, own: ownOf.get(known.account)! }))
  const { expected, cases } = await sortExpected(tx, waiting.filter(isWire))
  const isDeposit = (one: Waiting) => isWire(one) && !expected.has(one)
  await bookWires(env, tx, waiting.filter(isDeposit), by)
  const others = waiting.filter((one) => !isDeposit(one)).map((one) => withExpected(one, expected.get(one)))
  const left = (await placeAll(env, tx, others, by)).map(([{ id, account, entry }, { kind, problem }]) => ({
    kind,
    cause: `${account}/${entry.bankref}`,
    entryId: id,
    detail: { bankref: entry.bankref, problem },
  }))
  return [...cases, ...left]
}

const withExpected = (one: Waiting, expected: Expected | undefined): Waiting => (expected ? { ...one, expected } : one)

const isReturn = ({ entry }: Waiting): boolean => entry.returnReason !== null || entry.reversal

const isWire = (one: Waiting): boolean =>
  one.entry.direction === 'credit' && one.own.purpose === 'client_money' && !one.sweep && !isReturn(one)

/** Money has come for somebody; who that is, another step finds out. In bulk: a file may bring thousands. */
async function bookWires(env: Env, tx: Tx, arrived: readonly Waiting[], by: By): Promise<void> {
  for (let from = 0; from < arrived.length; from += bulk) {
    const some = arrived.slice(from, from + bulk)
    const ids = await shownIds(
      tx,
      some.map(({ id }) => id),
    )
    await setActor(tx, by)
    const wires = await tx.query<Wire>(
      `insert into banking.wire (id, entry_id, bankref, currency, amount, value_date, sender_name, sender_account, sender_bic,
         reference, paid_to, state, created_at, updated_at)
       select asked.id, entry_id, entry.bankref, best.said ->> 'currency', (best.said ->> 'amount')::numeric, best.said ->> 'valueDate',
         best.said #>> '{counterparty,name}', best.said #>> '{counterparty,account}',
         best.said #>> '{counterparty,bic}', best.said #>> '{reference,value}',
         best.said ->> 'creditorAccount', 'booked', $3, $3
       from unnest($1::uuid[], $2::bigint[]) asked (id, entry_id) join banking.entry on entry.id = entry_id
       cross join lateral (select coalesce(fuller, entry.said)) best (said)
       returning *`,
      [some.map(({ id }) => ids.get(id) ?? env.ids.uuid(by.at)), some.map(({ id }) => id), by.at],
    )
    await postIn(
      env,
      tx,
      wires.map((wire) => wireJournal(wire, 'booked', 'bank', 'unallocated')),
    )
    await markBooked(
      tx,
      some.map(({ id }) => id),
      by.at,
    )
  }
}

const bulk = 1_000

/** Debits before the credits that answer them, and again as long as one makes room for another (L3). */
async function placeAll(env: Env, tx: Tx, waiting: readonly Waiting[], by: By): Promise<[Waiting, Problem][]> {
  let open = waiting.toSorted((a, b) => Number(isCredit(a)) - Number(isCredit(b)))
  for (;;) {
    const left: [Waiting, Problem][] = []
    for (const one of open) {
      const problem = await attempt(tx, () => place(env, tx, one, by))
      if (problem === null) await markBooked(tx, [one.id], by.at)
      else left.push([one, problem])
    }
    if (left.length === 0 || left.length === open.length) return left
    open = left.map(([one]) => one)
  }
}

const isCredit = ({ entry }: Waiting): boolean => entry.direction === 'credit'

/** What the ledger refuses leaves no trace and costs the rest of the file nothing. */
async function attempt(tx: Tx, work: () => Promise<Problem | null>): Promise<Problem | null> {
  await tx.query('savepoint attempt')
  let problem: Problem | null
  try {
    problem = await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await tx.query('rollback to savepoint attempt')
    problem = { kind: 'unmatched_entry', problem: error.message }
  }
  await tx.query('release savepoint attempt')
  return problem
}

async function place(env: Env, tx: Tx, one: Waiting, by: By): Promise<Problem | null> {
  if (one.expected) return unmatched(await bookExpected(env, tx, one.expected, one))
  if (!isCredit(one) && isReturn(one)) return recallWire(env, tx, one, by)
  if (isCredit(one) && !isReturn(one) && !one.sweep) {
    if (one.own.purpose === 'reserve' && isTopUp(one.entry)) return bookTopUp(env, tx, one.own, one.entry)
    return unmatched(`The account of the ${one.own.purpose} was credited, and no sweep of ours explains it.`)
  }
  return unmatched(await (isReturn(one) ? returnPayout : matchPayout)(env, tx, one.own, one.entry))
}

const unmatched = (problem: string | null): Problem | null =>
  problem === null ? null : { kind: 'unmatched_entry', problem }

/** The way back from each state, for money that the bank took before we were done with it. */
const wayBack: { readonly [state in WireState]?: readonly string[] } = {
  booked: ['lose', 'send_back', 'return'],
  unidentified: ['send_back', 'return'],
  attributed: ['hold', 'reject', 'return'],
  screening: ['hold', 'reject', 'return'],
  held: ['reject', 'return'],
  credited: ['recall'],
}

/**
 * The sender's bank has called a wire back and ours has given it. The institution must still have the money (L3). A wire
 * without an id is known by its sender's account; of several in the same place, it does not matter which.
 */
async function recallWire(env: Env, tx: Tx, { own, entry }: Waiting, by: By): Promise<Problem | null> {
  const original = entry.returnReason?.originalEndToEndId ?? entry.endToEndId
  const sender = entry.counterparty.account
  const [wire, ...more] = await tx.query<Wire>(
    `select wire.* from banking.entry join banking.wire on entry_id = entry.id
     where account = $1 and entry.amount = $3 and direction = 'credit'
       and (end_to_end_id = $2 or $2::text is null and end_to_end_id is null and $4::text is not null
         and booking_date between $5::date - ${recallDays} and $5)
       and ($4::text is null or sender_account = $4) and state not in ('returned', 'recalled')
     order by booking_date desc, entry.id desc for update of wire`,
    [own.iban, original, entry.amount, sender, entry.bookingDate],
  )
  const name = original ?? `without an id from ${sender ?? 'anybody'}`
  if (!wire) return unmatched(`There is no wire ${name} of this amount that could be called back.`)
  if (more.some((other) => placeOf(other) !== placeOf(wire)))
    return unmatched(`${more.length + 1} wires fit: which of them was called back?`)
  const reason = entry.returnReason?.code ?? 'called back by the sender'
  const problem = await takeBack(env, tx, wire, reason, by)
  return problem === null ? null : { kind: 'recall', problem }
}

/** Longer ago, a wire is not called back without being named. */
const recallDays = 40

/** Whose it is, or will be found to be, and how far it has come. */
const placeOf = ({ institution_id, reference, paid_to, state, on_hold }: Wire): string =>
  JSON.stringify([institution_id, reference, paid_to, state, on_hold])

/** The money of a wire is not at the bank any more, or never was. Answers why the wire cannot be undone. */
export async function takeBack(env: Env, tx: Tx, wire: Wire, reason: string, by: By): Promise<string | null> {
  const [lot, events] = [lotOf[wire.state], wayBack[wire.state]]
  if (!lot || !events) return `Wire ${wire.id} is called back while we send it back.`
  try {
    await postIn(env, tx, [wireJournal(wire, 'recalled', lot, 'bank')])
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return `Wire ${wire.id} is called back, but its money is spent: ${error.message}`
  }
  await walkWire(tx, wire, events, by, { reason })
  return null
}
