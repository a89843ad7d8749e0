import type { ChainCode } from '@specie/protocol/chains.ts'
import { enqueue, type OperationNews, type OperationState, readNews } from '../../chains/outbox/operations.ts'
import type { Effect } from '../../base/ports/chain.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { usabilityOf } from '../../institutions/address/usable.ts'
import { isNative } from '../../treasury/crypto.ts'
import { sendable } from '../../treasury/holdings.ts'
import {
  applyNews,
  batchSize,
  moveRows,
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

export const readyForChain = `select w.*, a.address from transfers.withdrawal w
  join institutions.address a on a.id = w.address_id where w.state = 'approved' and not w.on_hold`

/**
 * What is approved and can be paid out of the omnibus wallet goes in line for its chain (E1). Wallets are looked at again:
 * what was for a revoked one is paid back, what is for a suspended one waits.
 */
export const sendOnChain: Work = async (env, tx) => {
  const ready = await tx.query<Ready>(
    `${readyForChain} order by w.created_at, w.id limit $1 for update of w skip locked`,
    [batchSize],
  )
  const usability = await usabilityOf(
    tx,
    ready.map((one) => one.address_id),
  )
  const gone = ready.filter((one) => usability.get(one.address_id) === 'gone')
  await refuse(env, tx, gone, revokedWallet)
  const usable = ready.filter((one) => usability.get(one.address_id) === 'usable')
  // Crypto lies set aside at its address since it was asked for; coins may have to be collected first.
  const isSetAside = ({ source }: Ready) => source !== null
  const coins = await sendable(
    tx,
    usable.filter((one) => !isSetAside(one)),
    { after: 'nobody' },
  )
  const payable = [...coins, ...usable.filter(isSetAside)]
  if (payable.length === 0) return gone.length
  const by = byService(env, 'next step')
  await moveRows(tx, withdrawalMachine, payable, 'send', by)
  await postIn(env, tx, payable.map(sentJournal))
  for (const one of payable) await putInLine(env, tx, one)
  return payable.length + gone.length
}

function putInLine(env: Env, tx: Tx, one: Ready): Promise<string> {
  const { id: subject, blockchain: chain, address_id: addressId } = one
  return enqueue(env, tx, { chain, purpose: 'withdrawal', subject, addressId, effect: effectOf(one) })
}

/** Coins leave the omnibus wallet, crypto the address where it lies: what that pays the network is within the fee. */
function effectOf({ asset, address: to, quantity: amount, source: from, fee: mostFee }: Ready): Effect {
  if (from === null) return { kind: 'transfer', asset, to, amount }
  return isNative(asset)
    ? { kind: 'native', asset, from, to, amount, mostFee }
    : { kind: 'collect', asset, from, to, amount }
}

const story: EventsByState<OperationState> = {
  queued: [],
  working: ['broadcast'],
  final: ['broadcast', 'complete'],
  failed: ['fail'],
  canceled: ['fail'],
}

export const chainNews = `select from chains.operation where purpose = 'withdrawal' and unread limit 1`

/** Withdrawals learn what became of their transactions. */
export const applyChainNews: Work = async (env, tx) => {
  const news = await readNews(tx, 'withdrawal', batchSize)
  const by = { actor: 'chain', why: 'transaction', at: env.clock.now() }
  const told = await applyNews<ByChain, OperationNews>(tx, withdrawalMachine, news, story, by)
  const paid = await noteNetworkFees(tx, told)
  const completed = paid.filter(({ row }) => row.state === 'completed')
  const failed = paid.filter(({ row }) => row.state === 'failed')
  await postIn(env, tx, [
    ...completed.map(({ row }) => completedJournal(row)),
    ...failed.map(({ row }) => failedJournal(row)),
  ])
  const reasons = failed.map(({ row, news: { reason } }) => ({
    subject: row.id,
    reason: reason ?? 'The chain did not take it.',
  }))
  await storeReasons(tx, withdrawalMachine, reasons)
  return news.length
}

type WithdrawalNews = { readonly row: ByChain; readonly news: OperationNews }

/** A chain's own coin has paid the network from the address that it left, also where the chain refused it. */
async function noteNetworkFees(tx: Tx, told: readonly WithdrawalNews[]): Promise<WithdrawalNews[]> {
  const ended = (state: string) => state === 'completed' || state === 'failed'
  const paid = told.map(({ row, news }) => {
    const network_fee = isNative(row.asset) && ended(row.state) ? (news.cost ?? 0n) : 0n
    return { row: { ...row, network_fee }, news }
  })
  const rows = paid.map(({ row }) => row).filter(({ network_fee }) => network_fee > 0n)
  await tx.query(
    `update transfers.withdrawal w set network_fee = paid.fee from unnest($1::uuid[], $2::numeric[]) paid (id, fee)
     where w.id = paid.id`,
    [rows.map(({ id }) => id), rows.map(({ network_fee }) => network_fee)],
  )
  return paid
}
