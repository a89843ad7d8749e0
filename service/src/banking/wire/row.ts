import { machines } from '@specie/protocol/machines.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { account, type Account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'

export type WireState = keyof typeof machines.wire.states

export const wireMachine = { machine: machines.wire, table: 'banking.wire' }

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
  /** Why it waits or was returned, for the operator. */
  reason: string | null
  /** A compliance hold is open. */
  on_hold: boolean
  /** The hold by which two people have frozen it. */
  frozen_by: string | null
  state: WireState
  created_at: Date
  updated_at: Date
}

/** A wire whose institution is known. */
export type OwnedWire = Wire & { institution_id: string }

export type Lot =
  | 'bank'
  | 'unallocated'
  | 'pending'
  | 'held'
  | 'available'
  | 'returns'
  | 'frozen'
  | 'payouts_in_transit'

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
  frozen: 'frozen',
  recalled: null,
}

/** The account that has a wire's money. */
export function lotAccount(lot: Lot, { institution_id, currency, frozen_by }: Wire): Account {
  if (lot === 'frozen') return account('client', lot, frozen_by!, currency)
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
