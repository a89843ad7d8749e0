import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { account, type Account } from '../../ledger/chart.ts'
import { credit, debit, type Journal, type Line } from '../../ledger/posting/journal.ts'

// The journals of a withdrawal: `withdrawal:<id>:<step>`. a is the amount that leaves, f the network fee charged on
// top.

export type Booked = {
  id: string
  institution_id: string
  asset: AssetCode
  quantity: bigint
  fee: bigint
}
/**
 * `source_owner`: for crypto, the owner of the sending deposit address; `network_fee`: what that address paid the
 * network.
 */
export type BookedOnChain = Booked & { blockchain: ChainCode; source_owner: string | null; network_fee: bigint }

const own = (name: 'available' | 'pending', { institution_id, asset }: Booked): Account =>
  account('client', name, institution_id, asset)

const journal = ({ id }: Booked, step: string, lines: readonly Line[]): Journal => ({
  key: `withdrawal:${id}:${step}`,
  kind: `withdrawal_${step}`,
  lines,
  meta: { ref: id },
})

/** Between the institution's own accounts: a + f is held, or released before anything has left. */
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

/** Queued for the chain. The fee belongs to the house, which pays the network. */
export const sentJournal = (one: BookedOnChain): Journal =>
  journal(one, 'sent', [
    debit(own('pending', one), one.quantity + one.fee),
    credit(account('client', 'onchain_in_transit', one.asset), one.quantity),
    credit(account('client', 'fees_due', one.asset), one.fee),
    debit(account('house', 'fees_receivable', one.asset), one.fee),
    credit(account('house', 'network_fees_recovered', one.asset), one.fee),
  ])

/** The account that holds it until it has left. */
const holdingAccount = ({ source_owner, blockchain, asset }: BookedOnChain): Account =>
  source_owner === null
    ? account('client', 'omnibus', blockchain, asset)
    : account('client', 'transitional', source_owner, asset)

/** The sending address paid the network c out of the fee; the house keeps the rest of it. */
export const completedJournal = (one: BookedOnChain): Journal =>
  journal(one, 'completed', [
    debit(account('client', 'onchain_in_transit', one.asset), one.quantity),
    debit(account('client', 'fees_due', one.asset), one.network_fee),
    credit(holdingAccount(one), one.quantity + one.network_fee),
    debit(account('house', 'network_fees', one.asset), one.network_fee),
    credit(account('house', 'fees_receivable', one.asset), one.network_fee),
  ])

/** The chain refused it: a + f is released, less what the network charged. */
export const failedJournal = (one: BookedOnChain): Journal =>
  journal(one, 'failed', [
    debit(account('client', 'onchain_in_transit', one.asset), one.quantity),
    debit(account('client', 'fees_due', one.asset), one.fee),
    credit(own('available', one), one.quantity + one.fee - one.network_fee),
    credit(holdingAccount(one), one.network_fee),
    debit(account('house', 'network_fees_recovered', one.asset), one.fee),
    credit(account('house', 'fees_receivable', one.asset), one.fee),
  ])
