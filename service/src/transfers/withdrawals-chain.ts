import type { ChainCode } from '@specie/protocol/chains.ts'
import { enqueue, type OperationNews, type OperationState, readNews } from '../chains/operations.ts'
import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { postIn } from '../ledger/post.ts'
import { inHand } from './omnibus.ts'
import { most, moveIfCan, moveRows, type Work } from '../base/steps.ts'
import { type Withdrawal, withdrawalMachine } from './withdrawals.ts'
import { completedJournal, failedJournal, sentJournal } from './withdrawals-book.ts'

type ByChain = Withdrawal & { blockchain: ChainCode; address_id: string }
type Ready = ByChain & { address: string }

export const readyForChain = `select w.*, a.address from transfers.withdrawal w
  join institutions.address a on a.id = w.address_id where w.state = 'approved'`

/** What is approved and can be paid out of the omnibus wallet goes in line for its chain (E1). */
export const sendOnChain: Work = async (env, tx) => {
  const ready = await tx.query<Ready>(
    `${readyForChain} order by w.created_at, w.id limit $1 for update of w skip locked`,
    [most],
  )
  const payable: Ready[] = []
  const walletOf = ({ blockchain, asset }: Ready) => `${blockchain} ${asset}`
  for (const some of Map.groupBy(ready, walletOf).values()) payable.push(...(await covered(tx, some)))
  if (payable.length === 0) return 0
  const by = { actor: 'service', why: 'next step', at: env.clock.now() }
  await moveRows(tx, withdrawalMachine, payable, 'send', by)
  await postIn(env, tx, payable.map(sentJournal))
  for (const one of payable) await putInLine(env, tx, one)
  return payable.length
}

/** The first ones that the wallet covers. One that it does not is waited for: a small one behind it must not pass. */
async function covered(tx: Tx, ready: readonly Ready[]): Promise<Ready[]> {
  const { blockchain, asset } = ready[0]!
  let left = await inHand(tx, blockchain, asset)
  const tooMuch = ready.findIndex((one) => (left -= one.quantity) < 0n)
  return tooMuch === -1 ? [...ready] : ready.slice(0, tooMuch)
}

function putInLine(env: Env, tx: Tx, { id, blockchain, asset, address, quantity }: Ready): Promise<string> {
  const effect = { kind: 'transfer' as const, asset, to: address, amount: quantity }
  return enqueue(env, tx, { chain: blockchain, purpose: 'withdrawal', subject: id, effect })
}

/** What an operation's state means for its withdrawal: the events that lead there, of which some may have been taken. */
const story: { readonly [state in OperationState]: readonly string[] } = {
  queued: [],
  working: ['broadcast'],
  final: ['broadcast', 'complete'],
  failed: ['fail'],
  canceled: ['fail'],
}

export const chainNews = `select from chains.operation where purpose = 'withdrawal' and unread limit 1`

/** Withdrawals learn what became of their transactions. */
export const followChain: Work = async (env, tx) => {
  const news = new Map((await readNews(tx, 'withdrawal', most)).map((one) => [one.subject, one]))
  const withdrawals = await tx.query<ByChain>(
    'select * from transfers.withdrawal where id = any($1) order by id for update',
    [[...news.keys()]],
  )
  for (const [state, concerned] of Map.groupBy(withdrawals, ({ id }) => news.get(id)!.state)) {
    const by = { actor: 'chain', why: `transaction ${state}`, at: env.clock.now() }
    let now = concerned
    for (const event of story[state]) now = await moveIfCan(tx, withdrawalMachine, now, event, by)
    await conclude(env, tx, now, news)
  }
  return news.size
}

async function conclude(env: Env, tx: Tx, now: readonly ByChain[], news: ReadonlyMap<string, OperationNews>) {
  const completed = now.filter((one) => one.state === 'completed')
  const failed = now.filter((one) => one.state === 'failed')
  if (completed.length + failed.length === 0) return
  await postIn(env, tx, [...completed.map(completedJournal), ...failed.map(failedJournal)])
  await tx.query(
    `update transfers.withdrawal w set reason = told.reason from unnest($1::uuid[], $2::text[]) told (id, reason)
     where w.id = told.id`,
    [failed.map((one) => one.id), failed.map(({ id }) => news.get(id)!.reason ?? 'The chain did not take it.')],
  )
}
