import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { Stateful } from '../../base/state-machine/move.ts'
import { account, type Account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { isCoin } from '../../treasury/coin.ts'

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
  /** The index of the deposit address; null: it arrived at a wallet of ours. */
  source: number | null
  /** The key of that wallet; null: the omnibus wallet, or a deposit address. */
  at_key: string | null
  quantity: bigint
  state: DepositState
  created_at: Date
  updated_at: Date
}

export type Owned = Deposit & { institution_id: string }

export const depositMachine: Stateful = { machine: machines.deposit, table: 'transfers.deposit' }

/** Coins are pooled, wherever they are; crypto stays in its owner's own wallet for its conversion. */
function holdingAccount({ institution_id, asset, blockchain }: Deposit): Account {
  return institution_id === null || isCoin(asset)
    ? account('client', 'omnibus', blockchain, asset)
    : account('client', 'transitional', institution_id, asset)
}

/** Final on the chain, but not spendable yet. */
export function bookedJournal(deposit: Deposit): Journal {
  const { institution_id, asset } = deposit
  const owed =
    institution_id === null
      ? account('client', 'unallocated', asset)
      : account('client', 'pending', institution_id, asset)
  return journal(deposit, 'booked', holdingAccount(deposit), owed)
}

/** People have found out whose it is. */
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

/** Crypto that people have assigned has arrived in its owner's own wallet. */
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
