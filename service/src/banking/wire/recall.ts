import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { takeBack } from '../../compliance/take-back.ts'
import { overdraftFor } from '../account/overdraft.ts'
import type { KnownEntry } from '../entry/entries.ts'
import { cancelPayouts, closeFailedReturns, paidOrOrdered } from '../payout/row.ts'
import { reverseExpected } from './expected.ts'
import { type Lot, lotOf, type Wire, wireJournal, wireMachine, type WireState } from './row.ts'

/** The debit of the recall. */
type Recall = KnownEntry & { readonly own: OwnAccount }

/** Why it could not be booked. */
type Problem = { kind: 'unmatched_entry' | 'recall'; problem: string }
const unmatched = (problem: string): Problem => ({ kind: 'unmatched_entry', problem })

/** The events that end a wire, by state, when the bank has taken its money back. */
const recallEvents: { readonly [state in WireState]?: readonly string[] } = {
  booked: ['lose', 'send_back', 'return'],
  unidentified: ['send_back', 'return'],
  attributed: ['hold', 'reject', 'return'],
  screening: ['hold', 'reject', 'return'],
  held: ['reject', 'return'],
  return_pending: ['return'],
  credited: ['recall'],
  frozen: ['recall'],
}

/**
 * The sender's bank has recalled a wire and our bank has paid it back. Its institution owes the part that it has spent. A
 * recall without an id is matched by the sender's account; interchangeable wires are equally good.
 */
export async function recallWire(env: Env, tx: Tx, { id, own, entry }: Recall, by: By): Promise<Problem | null> {
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
  if (!wire && (await reverseExpected(env, tx, own, { id, original, amount: entry.amount }))) return null
  if (!wire) return unmatched(`No wire ${name} of this amount can be recalled.`)
  if (more.some((other) => interchangeKey(other) !== interchangeKey(wire)))
    return unmatched(`${more.length + 1} wires match. Name the one that was recalled.`)
  const reason = entry.returnReason?.code ?? 'recalled by the sender'
  const problem = await reverseWire(env, tx, wire, reason, by)
  return problem === null ? null : { kind: 'recall', problem }
}

/** Without an id, only a newer wire is matched. */
const recallDays = 40

/** Equal for wires that are interchangeable: the same owner and the same progress. */
const interchangeKey = ({ institution_id, reference, paid_to, state, on_hold }: Wire): string =>
  JSON.stringify([institution_id, reference, paid_to, state, on_hold])

/** Reverses a wire whose money has left the bank, or never arrived. Otherwise returns why it cannot be reversed. */
export async function reverseWire(env: Env, tx: Tx, wire: Wire, reason: string, by: By): Promise<string | null> {
  const [lot, events] = [await lotToReverse(env, tx, wire, by), recallEvents[wire.state]]
  if (!lot || !events) return `Wire ${wire.id} is recalled while we return it.`
  const journals = [
    ...(await overdraftFor(tx, wire.currency, wire.amount, wire.id)),
    wireJournal(wire, 'recalled', lot, 'bank'),
  ]
  if (lot === 'available') await takeBack(env, tx, takenBack(wire), journals)
  else await postIn(env, tx, journals)
  let moved = [wire]
  for (const event of events) moved = await moveRows(tx, wireMachine, moved, event, by, { reason })
  await closeFailedReturns(tx, wire.id, by.at)
  return null
}

const takenBack = ({ id, institution_id, currency, amount }: Wire) => ({
  institutionId: institution_id!,
  asset: currency,
  amount,
  key: `wire:${id}`,
  kind: 'wire',
  ref: id,
})

/**
 * The account with the money of a reversed wire; null when an order to the bank has it. A return that is not in an order yet
 * is canceled, because the bank has already paid the sender.
 */
async function lotToReverse(env: Env, tx: Tx, { id, state }: Wire, by: By): Promise<Lot | null> {
  if (state !== 'return_pending') return lotOf[state]
  await cancelPayouts(env, tx, 'return', [id], 'The bank has taken the wire back itself.', by)
  return (await paidOrOrdered(tx, 'return', [id])).has(id) ? null : 'returns'
}
