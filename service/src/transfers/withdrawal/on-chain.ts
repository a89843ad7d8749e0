import type { ChainCode } from '@specie/protocol/chains.ts'
import { enqueue, type OperationOutcome, type OperationState, takeOutcomes } from '../../chains/outbox/operations.ts'
import type { Effect } from '../../base/ports/chain.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { usabilityOf, walletDecided } from '../../destinations/address/usable.ts'
import { isNative } from '../../treasury/crypto.ts'
import { sendable } from '../../treasury/holdings.ts'
import {
  anyOf,
  applyOutcomes,
  batchSize,
  moveRows,
  repeatAtFaultPoint,
  storeReasons,
  byService,
  type EventsByState,
  type Work,
} from '../../base/state-machine/transitions.ts'
import { type Withdrawal, withdrawalMachine } from './request.ts'
import { completedJournal, failedJournal, sentJournal } from './journals.ts'
import { refuse, revokedWallet } from './reject.ts'

export type ByChain = Withdrawal & { blockchain: ChainCode; address_id: string }
type Ready = ByChain & { address: string }

/** Withdrawals to a suspended wallet wait, without blocking others. */
const approved = `transfers.withdrawal w join destinations.withdrawal_wallet a on a.id = w.address_id
  where w.state = 'approved' and not w.on_hold and ${walletDecided}
    and (a.usability = 'gone' or not compliance.lacks_agreement(w.id, w.address_id))`

/** Each chain and coin has its own queue. A withdrawal that waits for its coins does not block the others. */
export const sendAllOnChain = async (env: Env): Promise<number> => {
  const lines = await env.db.query<Line>(`select distinct w.blockchain, w.asset from ${approved}`)
  let steps = 0
  for (const line of lines) {
    const isDue = anyOf(`select from ${queued}`, [line.blockchain, line.asset])
    const send: Work = (_env, tx) => sendOnChain(env, tx, line)
    steps += await repeatAtFaultPoint(env, 'withdrawal.enqueued', isDue, send)
  }
  return steps
}

type Line = Pick<ByChain, 'blockchain' | 'asset'>

const queued = `${approved} and w.blockchain = $1 and w.asset = $2`

/**
 * Enqueues approved withdrawals that the omnibus wallet can pay (E1). Wallets are checked again: withdrawals to a
 * revoked wallet are refunded.
 */
async function sendOnChain(env: Env, tx: Tx, { blockchain, asset }: Line): Promise<number> {
  const ready = await tx.query<Ready>(
    `select w.*, a.address from ${queued} order by w.created_at, w.id limit $3 for update of w skip locked`,
    [blockchain, asset, batchSize],
  )
  const usability = await usabilityOf(
    tx,
    ready.map((one) => one.address_id),
  )
  const revoked = ready.filter((one) => usability.get(one.address_id) === 'gone')
  await refuse(env, tx, revoked, revokedWallet)
  const usable = ready.filter((one) => usability.get(one.address_id) === 'usable')
  // Crypto was reserved at its address with the request; coins may have to be collected first.
  const isReserved = ({ source }: Ready) => source !== null
  const coins = await sendable(
    tx,
    usable.filter((one) => !isReserved(one)),
    { after: 'nobody' },
  )
  const payable = [...coins, ...usable.filter(isReserved)]
  if (payable.length === 0) return revoked.length
  const by = byService(env, 'next step')
  await moveRows(tx, withdrawalMachine, payable, 'send', by)
  await postIn(env, tx, payable.map(sentJournal))
  for (const one of payable) await enqueueOne(env, tx, one)
  return payable.length + revoked.length
}

function enqueueOne(env: Env, tx: Tx, one: Ready): Promise<string> {
  const { id: subject, blockchain: chain, address_id: addressId } = one
  return enqueue(env, tx, { chain, purpose: 'withdrawal', subject, addressId, effect: effectOf(one) })
}

/** Coins leave the omnibus wallet, crypto the address that holds it. The fee covers the network cost of that address. */
function effectOf({ asset, address: to, quantity: amount, source: from, fee: maxFee }: Ready): Effect {
  if (from === null) return { kind: 'transfer', asset, to, amount }
  return isNative(asset)
    ? { kind: 'native', asset, from, to, amount, maxFee }
    : { kind: 'collect', asset, from, to, amount }
}

const operationEvents: EventsByState<OperationState> = {
  queued: [],
  working: ['broadcast'],
  final: ['broadcast', 'complete'],
  failed: ['fail'],
  canceled: ['fail'],
}

/** Applies the outcomes of their transactions to withdrawals. */
export const applyChainOutcomes: Work = async (env, tx) => {
  const outcomes = await takeOutcomes(tx, 'withdrawal', batchSize)
  const by = { actor: 'chain', why: 'transaction', at: env.clock.now() }
  const applied = await applyOutcomes<ByChain, OperationOutcome>(tx, withdrawalMachine, outcomes, operationEvents, by)
  const paid = await storeNetworkFees(tx, applied)
  const completed = paid.filter(({ row }) => row.state === 'completed')
  const failed = paid.filter(({ row }) => row.state === 'failed')
  await postIn(env, tx, [
    ...completed.map(({ row }) => completedJournal(row)),
    ...failed.map(({ row }) => failedJournal(row)),
  ])
  const reasons = failed.map(({ row, outcome: { reason } }) => ({
    subject: row.id,
    reason: reason ?? 'The chain refused the transaction.',
  }))
  await storeReasons(tx, withdrawalMachine, reasons)
  return outcomes.length
}

type WithdrawalOutcome = { readonly row: ByChain; readonly outcome: OperationOutcome }

/** For a native coin, the sending address paid the network fee, even if the chain refused the transaction. */
async function storeNetworkFees(tx: Tx, applied: readonly WithdrawalOutcome[]): Promise<WithdrawalOutcome[]> {
  const ended = (state: string) => state === 'completed' || state === 'failed'
  const paid = applied.map(({ row, outcome }) => {
    const network_fee = isNative(row.asset) && ended(row.state) ? (outcome.cost ?? 0n) : 0n
    return { row: { ...row, network_fee }, outcome }
  })
  const rows = paid.map(({ row }) => row).filter(({ network_fee }) => network_fee > 0n)
  await tx.query(
    `update transfers.withdrawal w set network_fee = paid.fee from unnest($1::uuid[], $2::numeric[]) paid (id, fee)
     where w.id = paid.id`,
    [rows.map(({ id }) => id), rows.map(({ network_fee }) => network_fee)],
  )
  return paid
}
