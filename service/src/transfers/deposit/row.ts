import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Stateful } from '../../base/state-machine/move.ts'
import { account, type Account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { isCoin } from '../../ledger/coin.ts'

export type DepositState = keyof typeof machines.deposit.states

/** Coins or crypto that arrived at an address of ours. */
export type Deposit = {
  id: string
  /** Null: the owner is unknown. */
  institution_id: string | null
  asset: AssetCode
  blockchain: ChainCode
  txid: string
  index: number
  block: string
  height: bigint
  sender: string | null
  address: string
  /** The index of the deposit address; null if it arrived at one of our wallets. */
  source: number | null
  /** The key of that wallet; null: the omnibus wallet, or a deposit address. */
  at_key: string | null
  quantity: bigint
  /** The address of its return, and the cost to its sender; `return_cost`: the network's part of that cost. */
  returned_to: string | null
  return_fee: bigint
  return_cost: bigint
  frozen_by: string | null
  assigned_at: Date | null
  collected_at: Date | null
  /** No more attempts to collect or return it until staff resume it. */
  stuck_at: Date | null
  state: DepositState
  created_at: Date
  updated_at: Date
}

export type Owned = Deposit & { institution_id: string }

export const depositMachine: Stateful = { machine: machines.deposit, table: 'transfers.deposit' }

export const depositsJob = 'transfers.deposits'

/**
 * Coins are pooled, at any address; crypto stays in its owner's own wallet for its conversion. Assigned crypto gets there
 * when it is collected.
 */
function holdingAccount({ institution_id, asset, blockchain, assigned_at, collected_at }: Deposit): Account {
  const isElsewhere = assigned_at !== null && collected_at === null
  return institution_id === null || isElsewhere || isCoin(asset)
    ? account('client', 'omnibus', blockchain, asset)
    : account('client', 'transitional', institution_id, asset)
}

/** Final on the chain, but not spendable yet. */
export function bookedJournal(deposit: Deposit): Journal {
  return journal(deposit, 'booked', holdingAccount(deposit), uncredited(deposit))
}

/** The account that has it until it is credited. */
const uncredited = ({ institution_id, asset }: Deposit): Account =>
  institution_id === null
    ? account('client', 'unallocated', asset)
    : account('client', 'pending', institution_id, asset)

const frozen = (hold: string, { asset }: Deposit): Account => account('client', 'frozen', hold, asset)

export const frozenJournal = (deposit: Deposit, hold: string): Journal =>
  journal(deposit, 'frozen', uncredited(deposit), frozen(hold, deposit))

/** It is gone from the chain. */
export function orphanedJournal(deposit: Deposit): Journal {
  const { state, institution_id, asset, frozen_by } = deposit
  const from =
    state === 'credited'
      ? account('client', 'available', institution_id!, asset)
      : frozen_by !== null
        ? frozen(frozen_by, deposit)
        : uncredited(deposit)
  return journal(deposit, 'orphaned', from, holdingAccount(deposit))
}

/** The shortfall of its holding account after the reversal. The crypto or coins that have left. */
export async function missing(sql: Sql, deposit: Deposit): Promise<Journal[]> {
  const { id, txid, asset, quantity } = deposit
  const from = holdingAccount(deposit)
  const there = await balanceOf(sql, from)
  if (there >= quantity) return []
  const lines = [debit(from, quantity - there), credit(account('client', 'overdraft', asset), quantity - there)]
  return [{ key: `deposit:${id}:missing`, kind: 'deposit_missing', lines, meta: { ref: id, txid } }]
}

/** It has left. Of the fee, the sending address paid the network c (a native coin), and the house keeps the rest. */
export function returnedJournal(deposit: Deposit): Journal {
  const { id, txid, asset, quantity, return_fee: fee, return_cost: cost } = deposit
  return {
    key: `deposit:${id}:returned`,
    kind: 'deposit_returned',
    lines: [
      debit(uncredited(deposit), quantity),
      credit(holdingAccount(deposit), quantity - fee + cost),
      credit(account('client', 'fees_due', asset), fee - cost),
      debit(account('house', 'fees_receivable', asset), fee - cost),
      credit(account('house', 'network_fees_recovered', asset), fee),
      debit(account('house', 'network_fees', asset), cost),
    ],
    meta: { ref: id, txid },
  }
}

/** Staff have identified its owner. */
export function assignedJournal(deposit: Owned): Journal {
  const { institution_id, asset } = deposit
  return journal(
    deposit,
    'assigned',
    account('client', 'unallocated', asset),
    account('client', 'pending', institution_id, asset),
  )
}

export function creditedJournal(deposit: Owned): Journal {
  const own = (name: 'pending' | 'available') => account('client', name, deposit.institution_id, deposit.asset)
  return journal(deposit, 'credited', own('pending'), own('available'))
}

/** Assigned crypto has arrived in its owner's own wallet. */
export function collectedJournal(deposit: Owned): Journal {
  const { institution_id, asset, blockchain } = deposit
  return journal(
    deposit,
    'collected',
    account('client', 'transitional', institution_id, asset),
    account('client', 'omnibus', blockchain, asset),
  )
}

const journal = ({ id, txid, quantity }: Deposit, step: string, from: Account, to: Account): Journal => ({
  key: `deposit:${id}:${step}`,
  kind: `deposit_${step}`,
  lines: [debit(from, quantity), credit(to, quantity)],
  meta: { ref: id, txid },
})
