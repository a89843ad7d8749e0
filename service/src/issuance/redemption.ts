import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { CoinCode } from '../base/chain-port.ts'
import type { Stateful } from '../base/machines.ts'
import { account } from '../ledger/chart.ts'
import { credit, debit, type Journal, type Line } from '../ledger/journal.ts'
import { fiatOf, par } from './coin.ts'

export type RedemptionState = keyof typeof machines.redemption.states

/** Coins that an institution gives back for their worth. Amounts are minor units. */
export type Redemption = {
  id: string
  institution_id: string
  clreqid: string | null
  asset: CoinCode
  blockchain: ChainCode
  quantity: bigint
  /** Our fee, in the coin's own fiat. */
  charge: bigint
  /** Null: its worth goes to the balance. */
  bank_account_id: string | null
  reason: string | null
  asked_settlement: Date
  booked_at: Date | null
  paid_at: Date | null
  settled_at: Date | null
  state: RedemptionState
  created_at: Date
  updated_at: Date
}

export const redemptionMachine: Stateful = { machine: machines.redemption, table: 'issuance.redemption' }
export const redemptionsJob = 'issuance.redemptions'

/** What the institution gets. */
export const proceeds = ({ quantity, charge }: Pick<Redemption, 'quantity' | 'charge'>): bigint =>
  par(quantity) - charge

// The journals of a redemption, `redemption:<id>:<step>` (ledger.md).

function journal(one: Redemption, step: string, lines: readonly Line[], meta: Record<string, string> = {}): Journal {
  return { key: `redemption:${one.id}:${step}`, kind: `redemption_${step}`, lines, meta: { ref: one.id, ...meta } }
}

const own = ({ institution_id }: Redemption, name: 'available' | 'pending', asset: AssetCode) =>
  account('client', name, institution_id, asset)

type Lot = 'available' | 'pending'

const coins = (one: Redemption, step: string, from: Lot, to: Lot): Journal =>
  journal(one, step, [debit(own(one, from, one.asset), one.quantity), credit(own(one, to, one.asset), one.quantity)])

/** The coins are held. */
export const requested = (one: Redemption): Journal => coins(one, 'requested', 'available', 'pending')
/** A person has refused it. */
export const rejected = (one: Redemption): Journal => coins(one, 'rejected', 'pending', 'available')
/** The chain has not burned them: they are back. */
export const failed = (one: Redemption): Journal => coins(one, 'failed', 'pending', 'available')

/** The coins are gone, finally: the reserve owes their worth, and no longer to a holder but to the client. */
export function burned(one: Redemption, txid: string): Journal {
  const { asset, quantity, blockchain, charge } = one
  const [fiat, n] = [fiatOf(asset), par(quantity)]
  const lines = [
    debit(own(one, 'pending', asset), quantity),
    credit(account('client', 'omnibus', blockchain, asset), quantity),
    debit(account('supply', 'issued', blockchain, asset), quantity),
    credit(account('supply', 'circulating', asset), quantity),
    debit(account('reserve', 'redemption_liability', fiat), n),
    credit(account('reserve', 'due_to_client', fiat), n),
    debit(account('client', 'due_from_reserve', fiat), n),
    credit(own(one, 'pending', fiat), proceeds(one)),
    credit(account('client', 'fees_due', fiat), charge),
    debit(account('house', 'fees_receivable', fiat), charge),
    credit(account('house', 'fees', fiat), charge),
  ]
  return journal(one, 'burned', lines, { txid })
}

/** To the balance. */
export const settled = (one: Redemption): Journal =>
  journal(one, 'settled', [
    debit(own(one, 'pending', fiatOf(one.asset)), proceeds(one)),
    credit(own(one, 'available', fiatOf(one.asset)), proceeds(one)),
  ])

/** To the bank, which is asked to pay it. */
export const paidOut = (one: Redemption): Journal =>
  journal(one, 'paid_out', [
    debit(own(one, 'pending', fiatOf(one.asset)), proceeds(one)),
    credit(account('client', 'payouts_in_transit', fiatOf(one.asset)), proceeds(one)),
  ])
