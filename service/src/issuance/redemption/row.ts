import { machines } from '@specie/protocol/machines.ts'
import type { Stateful } from '../../base/state-machine/move.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { fiatOf, par } from '../../ledger/coin.ts'
import { feeLines, redeemLines } from '../../ledger/posting/coin-lines.ts'
import type { SupplyChange } from '../supply-change.ts'
import { journalsOf, own, holdLines, releaseLines } from '../journals.ts'

export type RedemptionState = keyof typeof machines.redemption.states

/** Coins that an institution redeems. Amounts are in minor units. */
export type Redemption = SupplyChange & {
  /** Null: paid to the balance. */
  bank_account_id: string | null
  /** When the payout was requested from the bank. */
  paid_at: Date | null
  on_hold: boolean
  /** A second person of the institution must approve it; the database decides that when it is stored. */
  second_person: boolean
  state: RedemptionState
}

export const redemptionMachine: Stateful = { machine: machines.redemption, table: 'issuance.redemption' }

export const redemptionsJob = 'issuance.redemptions'

/** The institution's proceeds. */
export const proceeds = ({ quantity, charge }: Pick<Redemption, 'quantity' | 'charge'>): bigint =>
  par(quantity) - charge

const journal = journalsOf('redemption')

/** The coins are held. */
export const requested = (one: Redemption): Journal =>
  journal(one, 'requested', holdLines(one, one.asset, one.quantity))

/** Rejected after review. */
export const rejected = (one: Redemption): Journal =>
  journal(one, 'rejected', releaseLines(one, one.asset, one.quantity))

/** The chain did not burn the coins. They are released. */
export const failed = (one: Redemption): Journal => journal(one, 'failed', releaseLines(one, one.asset, one.quantity))

/** The key of the journal by which the reserve owes the proceeds. */
export const burnKey = ({ id }: Pick<Redemption, 'id'>): string => `redemption:${id}:burned`

/** The burn is final: the reserve now owes the proceeds to the client instead of a holder of coins. */
export function burned(one: Redemption, txid: string): Journal {
  const { asset, quantity, blockchain, charge } = one
  const [fiat, n] = [fiatOf(asset), par(quantity)]
  const lines = [
    debit(own(one, 'pending', asset), quantity),
    credit(account('client', 'omnibus', blockchain, asset), quantity),
    ...redeemLines(asset, blockchain, n),
    credit(own(one, 'pending', fiat), proceeds(one)),
    ...feeLines(fiat, charge),
  ]
  return journal(one, 'burned', lines, { txid })
}

/** Paid to the balance. */
export const settled = (one: Redemption): Journal =>
  journal(one, 'settled', releaseLines(one, fiatOf(one.asset), proceeds(one)))

/** Paid to the bank account. */
export const paidOut = (one: Redemption): Journal =>
  journal(one, 'paid_out', [
    debit(own(one, 'pending', fiatOf(one.asset)), proceeds(one)),
    credit(account('client', 'payouts_in_transit', fiatOf(one.asset)), proceeds(one)),
  ])
