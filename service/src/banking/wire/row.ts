import type { HoldReason } from '@specie/protocol/holds.ts'
import { machines, next } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import type { OwnAccount } from '../../base/ports/ports.ts'
import { account, type Account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'

export type WireState = keyof typeof machines.wire.states

/** The job that processes wires. A transaction that creates work for it wakes it. */
export const wiresJob = 'banking.wires'

/** An incoming bank transfer. */
export type Wire = {
  id: string
  entry_id: bigint
  bankref: string
  currency: OwnAccount['currency']
  amount: bigint
  value_date: string
  sender_name: string | null
  sender_account: string | null
  sender_bic: string | null
  reference: string | null
  paid_to: string | null
  institution_id: string | null
  hold: HoldReason | null
  reason: string | null
  /** A compliance hold is open. */
  on_hold: boolean
  state: WireState
  created_at: Date
  updated_at: Date
}

export type Lot = 'bank' | 'unallocated' | 'pending' | 'held' | 'available' | 'returns' | 'payouts_in_transit'

/** The balance that holds a wire's money in each state; null once it has left. A return in progress has its own payout. */
export const lotOf: { readonly [state in WireState]: Lot | null } = {
  booked: 'unallocated',
  unidentified: 'unallocated',
  attributed: 'pending',
  screening: 'pending',
  held: 'held',
  credited: 'available',
  return_pending: null,
  returned: null,
  recalled: null,
}

function lotAccount(lot: Lot, { institution_id, currency }: Wire): Account {
  return lot === 'pending' || lot === 'held' || lot === 'available'
    ? account('client', lot, institution_id!, currency)
    : account('client', lot, currency)
}

/** The journal of one step of a wire, with key `wire:<id>:<step>`. */
export function wireJournal(wire: Wire, step: string, from: Lot, to: Lot): Journal {
  return {
    key: `wire:${wire.id}:${step}`,
    kind: `wire_${step}`,
    lines: [debit(lotAccount(from, wire), wire.amount), credit(lotAccount(to, wire), wire.amount)],
    meta: { wireid: wire.id, bankref: wire.bankref, value: wire.value_date },
  }
}

/** Changes beside the state; fields that are not set stay the same. */
export type Change = { institutionId?: string; hold?: HoldReason; reason?: string }

/** Moves wires, all in the same state, along the state table (S1). Leaving a held state clears its hold reason. */
export async function moveWires(
  tx: Tx,
  wires: readonly Wire[],
  event: string,
  changeOf: (wire: Wire) => Change,
  by: By,
): Promise<Wire[]> {
  const [first] = wires
  if (!first) return []
  const state = next(machines.wire, first.state, event)
  if (state === null || wires.some((wire) => wire.state !== first.state)) {
    throw new Error(`a wire that is ${first.state} cannot ${event}`)
  }
  const changes = wires.map(changeOf)
  await setActor(tx, by)
  return tx.query<Wire>(
    `update banking.wire set state = $2, updated_at = $3, hold = change.hold,
       institution_id = coalesce(change.institution_id, wire.institution_id),
       reason = coalesce(change.reason, wire.reason)
     from unnest($1::uuid[], $4::uuid[], $5::text[], $6::text[]) change (id, institution_id, hold, reason)
     where wire.id = change.id returning wire.*`,
    [
      wires.map((wire) => wire.id),
      state,
      by.at,
      changes.map((change) => change.institutionId ?? null),
      changes.map((change) => change.hold ?? null),
      changes.map((change) => change.reason ?? null),
    ],
  )
}

/** Moves one wire through several events. */
export async function moveWireThrough(
  tx: Tx,
  wire: Wire,
  events: readonly string[],
  by: By,
  last: Change = {},
): Promise<Wire> {
  let current = wire
  for (const [index, event] of events.entries()) {
    const change = event === 'hold' ? { hold: 'aml_review' as const } : {}
    const isLast = index === events.length - 1
    current = (await moveWires(tx, [current], event, isLast ? () => ({ ...change, ...last }) : () => change, by))[0]!
  }
  return current
}
