import { machines } from '@specie/protocol/machines.ts'
import type { Stateful } from '../../base/state-machine/move.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { fiatOf, par } from '../../treasury/coin.ts'
import { earned, retired } from '../../treasury/journals.ts'
import type { SupplyChange } from '../supply-change.ts'
import { journalsOf, own, setAside, setFree } from '../journals.ts'

export type RedemptionState = keyof typeof machines.redemption.states

/** Coins that an institution gives back for their worth. Amounts are minor units. */
export type Redemption = SupplyChange & {
  /** Null: its worth goes to the balance. */
  bank_account_id: string | null
  /** When the bank was asked to pay. */
  paid_at: Date | null
  /** A hold lies on it. */
  on_hold: boolean
  state: RedemptionState
}

export const redemptionMachine: Stateful = { machine: machines.redemption, table: 'issuance.redemption' }

/** What the institution gets. */
export const proceeds = ({ quantity, charge }: Pick<Redemption, 'quantity' | 'charge'>): bigint =>
  par(quantity) - charge

const journal = journalsOf('redemption')

/** The coins are held. */
export const requested = (one: Redemption): Journal => journal(one, 'requested', setAside(one, one.asset, one.quantity))

/** A person has refused it. */
export const rejected = (one: Redemption): Journal => journal(one, 'rejected', setFree(one, one.asset, one.quantity))

/** The chain has not burned them: they are back. */
export const failed = (one: Redemption): Journal => journal(one, 'failed', setFree(one, one.asset, one.quantity))

/** The journal that makes the reserve owe its worth. */
export const burnKey = ({ id }: Pick<Redemption, 'id'>): string => `redemption:${id}:burned`

/** The coins are gone, finally: the reserve owes their worth, and no longer to a holder but to the client. */
export function burned(one: Redemption, txid: string): Journal {
  const { asset, quantity, blockchain, charge } = one
  const [fiat, n] = [fiatOf(asset), par(quantity)]
  const lines = [
    debit(own(one, 'pending', asset), quantity),
    credit(account('client', 'omnibus', blockchain, asset), quantity),
    ...retired(asset, blockchain, n),
    credit(own(one, 'pending', fiat), proceeds(one)),
    ...earned(fiat, charge),
  ]
  return journal(one, 'burned', lines, { txid })
}

/** To the balance. */
export const settled = (one: Redemption): Journal =>
  journal(one, 'settled', setFree(one, fiatOf(one.asset), proceeds(one)))

/** To the bank, which is asked to pay it. */
export const paidOut = (one: Redemption): Journal =>
  journal(one, 'paid_out', [
    debit(own(one, 'pending', fiatOf(one.asset)), proceeds(one)),
    credit(account('client', 'payouts_in_transit', fiatOf(one.asset)), proceeds(one)),
  ])
