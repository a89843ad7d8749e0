import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { account, type Account } from '../../ledger/chart.ts'
import { credit, debit, type Journal, type Line } from '../../ledger/posting/journal.ts'

// The money of a withdrawal, step by step: `withdrawal:<id>:<step>`. a is what leaves, f the network's fee beside it.

export type Booked = {
  id: string
  institution_id: string
  asset: AssetCode
  quantity: bigint
  fee: bigint
}
/** `source_owner`: of crypto, whose deposit address it leaves; `network_fee`: what the network took from there for it. */
export type BookedOnChain = Booked & { blockchain: ChainCode; source_owner: string | null; network_fee: bigint }

const own = (name: 'available' | 'pending', { institution_id, asset }: Booked): Account =>
  account('client', name, institution_id, asset)

const journal = ({ id }: Booked, step: string, lines: readonly Line[]): Journal => ({
  key: `withdrawal:${id}:${step}`,
  kind: `withdrawal_${step}`,
  lines,
  meta: { ref: id },
})

/** Between the institution's own accounts: a + f is held, or given back before anything has left. */
function within(one: Booked, step: string, from: 'available' | 'pending', to: 'available' | 'pending'): Journal {
  const total = one.quantity + one.fee
  return journal(one, step, [debit(own(from, one), total), credit(own(to, one), total)])
}

export const requestedJournal = (one: Booked): Journal => within(one, 'requested', 'available', 'pending')
export const canceledJournal = (one: Booked): Journal => within(one, 'canceled', 'pending', 'available')
export const rejectedJournal = (one: Booked): Journal => within(one, 'rejected', 'pending', 'available')

export const paidJournal = (one: Booked): Journal =>
  journal(one, 'sent', [
    debit(own('pending', one), one.quantity),
    credit(account('client', 'payouts_in_transit', one.asset), one.quantity),
  ])

/** In line for the chain. The fee is the house's, which pays the network. */
export const sentJournal = (one: BookedOnChain): Journal =>
  journal(one, 'sent', [
    debit(own('pending', one), one.quantity + one.fee),
    credit(account('client', 'onchain_in_transit', one.asset), one.quantity),
    credit(account('client', 'fees_due', one.asset), one.fee),
    debit(account('house', 'fees_receivable', one.asset), one.fee),
    credit(account('house', 'network_fees_recovered', one.asset), one.fee),
  ])

/** Where it lay until it had left. */
const place = ({ source_owner, blockchain, asset }: BookedOnChain): Account =>
  source_owner === null
    ? account('client', 'omnibus', blockchain, asset)
    : account('client', 'transitional', source_owner, asset)

/** The network took its part, c, from the same address: out of the fee, of which the house keeps the rest. */
export const completedJournal = (one: BookedOnChain): Journal =>
  journal(one, 'completed', [
    debit(account('client', 'onchain_in_transit', one.asset), one.quantity),
    debit(account('client', 'fees_due', one.asset), one.network_fee),
    credit(place(one), one.quantity + one.network_fee),
    debit(account('house', 'network_fees', one.asset), one.network_fee),
    credit(account('house', 'fees_receivable', one.asset), one.network_fee),
  ])

/** The chain will not have it: a + f is available again, less what the network took for trying. */
export const failedJournal = (one: BookedOnChain): Journal =>
  journal(one, 'failed', [
    debit(account('client', 'onchain_in_transit', one.asset), one.quantity),
    debit(account('client', 'fees_due', one.asset), one.fee),
    credit(own('available', one), one.quantity + one.fee - one.network_fee),
    credit(place(one), one.network_fee),
    debit(account('house', 'network_fees_recovered', one.asset), one.fee),
    credit(account('house', 'fees_receivable', one.asset), one.fee),
  ])
