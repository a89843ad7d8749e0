import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { idsOf, batchSize, moveRows, type Work } from '../../base/state-machine/transitions.ts'
import { type OperationRequest, enqueueAll, type OperationNews, readNews } from '../../chains/outbox/operations.ts'
import { ownAddress } from '../../chains/own-addresses.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { chargeOf, fiatOf, isCoin, par } from '../../treasury/coin.ts'
import { burned, coinsReturned, type OffRamp, type Owing, type Redeemable } from './journals.ts'
import { money, note, noteLegs, paymentMachine } from '../payment/row.ts'
import { mostTries, refusalsOf, escalate } from '../payment/escalate.ts'

// The coins of an off-ramp: from the rail's address into the omnibus wallet, and from there out of being or back to
// whoever sent them.

const uncollected = `select p.*, omnibus.address as omnibus
  from rails.payment p join chains.wallet omnibus on (omnibus.chain, omnibus.key) = (p.blockchain, 'omnibus')
  where p.blockchain is not null and p.state in ('converting', 'returning') and p.collected_at is null and p.stuck is null
    and not p.on_hold and not exists (select from chains.operation o where o.purpose = 'rail_collection' and o.subject = p.id
      and (o.state not in ('failed', 'canceled') or o.unread))`

/** What is decided, either way, leaves the rail's address; before that nothing moves (S1). */
export const collect: Work = async (env, tx) => {
  const found = await tx.query<OffRamp & { omnibus: string }>(
    `${uncollected} order by p.created_at, p.id limit $1 for update of p skip locked`,
    [batchSize],
  )
  const asks = found.map(
    ({ id, received_currency: asset, blockchain: chain, received: amount, ...one }): OperationRequest => {
      const effect = { kind: 'collect' as const, asset, from: one.deposit_index, to: one.omnibus, amount }
      return { chain, purpose: 'rail_collection', subject: id, effect }
    },
  )
  if (asks.length > 0) await enqueueAll(env, tx, asks)
  return asks.length
}

type PaymentNews = { payment: OffRamp; news: OperationNews }

/** News with the payments that they are about, locked, apart by how it went; what is merely under way is nobody's concern. */
async function told(tx: Tx, news: readonly OperationNews[]): Promise<{ done: PaymentNews[]; failed: PaymentNews[] }> {
  const ended = new Map(news.filter(isEnded).map((one) => [one.subject, one]))
  if (ended.size === 0) return { done: [], failed: [] }
  const rows = await tx.query<OffRamp>('select * from rails.payment where id = any($1) order by id for update', [
    [...ended.keys()],
  ])
  const all = rows.map((payment) => ({ payment, news: ended.get(payment.id)! }))
  const isDone = (one: PaymentNews) => one.news.state === 'final'
  return { done: all.filter(isDone), failed: all.filter((one) => !isDone(one)) }
}

const isEnded = ({ state }: OperationNews): boolean => state !== 'queued' && state !== 'working'

const ofChain = (env: Env): By => ({ actor: 'chain', why: 'final', at: env.clock.now() })

const noteEnds = (tx: Tx, leg: string, all: readonly PaymentNews[], { at }: By): Promise<void> =>
  noteLegs(
    tx,
    all.map(({ payment, news }) => note(payment, leg, news.state, news.txid || null)),
    at,
  )

/** Collected, and in the same transaction in line for what comes next: no withdrawal takes these coins in between. */
export const hearCollections: Work = async (env, tx) => {
  const news = await readNews(tx, 'rail_collection', batchSize)
  const { done, failed } = await told(tx, news)
  const by = ofChain(env)
  const payments = done.map((one) => one.payment)
  await tx.query('update rails.payment set collected_at = $2 where id = any($1)', [idsOf(payments), by.at])
  await noteEnds(tx, 'collection', done, by)
  for (const one of payments) await goOn(env, tx, one)
  await refused(env, tx, 'collection', failed, by)
  return news.length
}

/** What is in the omnibus wallet is burned, or goes back. What a hold lies on waits there (carryCollected). */
export async function goOn(env: Env, tx: Tx, payment: OffRamp): Promise<void> {
  if (payment.on_hold) return
  if (payment.state === 'converting') await enqueueAll(env, tx, [burnOf(redeemable(payment))])
  else if (await isReturnable(tx, payment)) await enqueueAll(env, tx, [returnOf(payment)])
  else
    await escalate(env, tx, payment, 'return', 'Nobody is known who sent these coins: find out to whom they go back.')
}

/** Coins in the omnibus wallet that nothing is in line for: a hold lay on them when they came, or when a chain refused. */
export const carryCollected: Work = async (env, tx) => {
  const found = await tx.query<OffRamp>(
    `select * from rails.payment p where blockchain is not null and state in ('converting', 'returning')
       and collected_at is not null and booked_at is null and stuck is null and not on_hold
       and not exists (select from chains.operation o where o.subject = p.id and o.purpose in ('rail_burn', 'rail_return')
         and (o.state in ('queued', 'working', 'final') or o.unread))
     order by created_at, id limit $1 for update skip locked`,
    [batchSize],
  )
  for (const one of found) await goOn(env, tx, one)
  return found.length
}

function burnOf({ id, blockchain: chain, received_currency: asset, received: amount }: Redeemable): OperationRequest {
  return { chain, purpose: 'rail_burn', subject: id, effect: { kind: 'burn', asset, amount } }
}

function returnOf({
  id,
  blockchain: chain,
  received_currency: asset,
  received: amount,
  payer,
}: OffRamp): OperationRequest {
  return { chain, purpose: 'rail_return', subject: id, effect: { kind: 'transfer', asset, to: payer!.account, amount } }
}

/** Coins that came into being at the rail's address, or came from us, came from nobody that they could go back to. */
async function isReturnable(tx: Tx, { blockchain, payer }: OffRamp): Promise<boolean> {
  if (payer === null) return false
  return (await ownAddress(tx, blockchain, payer.account)) === null
}

function redeemable(payment: OffRamp): Redeemable {
  const { id, received_currency: coin, sent_currency: fiat } = payment
  if (!isCoin(coin) || fiatOf(coin) !== fiat) throw new Error(`payment ${id}: ${coin} is not redeemed in ${fiat}`)
  return payment as Redeemable
}

/** Yields a row when coins are burned, or could not be. */
export const burnNews = `select 1 from chains.operation where purpose = 'rail_burn' and unread limit 1`

/** Burned: the ledger follows in the same step (L4, L7), and it is known what goes out. */
export const hearBurns: Work = async (env, tx) => {
  const news = await readNews(tx, 'rail_burn', batchSize)
  const { done, failed } = await told(tx, news)
  const by = ofChain(env)
  const owing = done.map(({ payment }) => priced(env, redeemable(payment)))
  await postIn(
    env,
    tx,
    owing.map((one, i) => burned(one, done[i]!.news.txid ?? '')),
  )
  await tx.query(
    `update rails.payment p set booked_at = $4, commission = told.commission, sent = told.sent
     from unnest($1::uuid[], $2::numeric[], $3::numeric[]) told (id, commission, sent) where p.id = told.id`,
    [idsOf(owing), owing.map((one) => one.commission), owing.map((one) => one.sent), by.at],
  )
  await noteTxids(tx, done)
  await noteEnds(tx, 'burn', done, by)
  await noteLegs(
    tx,
    owing.map((one) => note(one, 'commission', 'taken', money(one.sent_currency, one.commission))),
    by.at,
  )
  await refused(env, tx, 'burn', failed, by)
  return news.length
}

function priced({ config }: Env, payment: Redeemable): Owing {
  const worth = par(payment.received)
  const commission = chargeOf(worth, config.railFeeBps)
  return { ...payment, commission, sent: worth - commission }
}

async function noteTxids(tx: Tx, done: readonly PaymentNews[]): Promise<void> {
  await tx.query(
    `update rails.payment p set txid = told.txid from unnest($1::uuid[], $2::text[]) told (id, txid) where p.id = told.id`,
    [done.map(({ payment }) => payment.id), done.map(({ news }) => news.txid)],
  )
}

/** Yields a row when coins have gone back, or could not. */
export const returnNews = `select 1 from chains.operation where purpose = 'rail_return' and unread limit 1`

export const hearReturns: Work = async (env, tx) => {
  const news = await readNews(tx, 'rail_return', batchSize)
  const { done, failed } = await told(tx, news)
  const by = ofChain(env)
  await postIn(
    env,
    tx,
    done.map((one) => coinsReturned(one.payment, one.news.txid ?? '')),
  )
  await noteTxids(tx, done)
  await noteEnds(tx, 'return', done, by)
  await moveRows(
    tx,
    paymentMachine,
    done.map((one) => one.payment),
    'return',
    by,
  )
  await refused(env, tx, 'return', failed, by)
  return news.length
}

/** The chain will not: the coins stay where they are, and it is asked once more. */
async function refused(
  env: Env,
  tx: Tx,
  leg: 'collection' | 'burn' | 'return',
  failed: readonly PaymentNews[],
  by: By,
): Promise<void> {
  await noteEnds(tx, leg, failed, by)
  const ids = failed.map(({ payment }) => payment.id)
  const times = await refusalsOf(tx, `rail_${leg}`, ids)
  for (const { payment, news } of failed) {
    const problem = `The ${leg} failed on ${payment.blockchain}: ${news.reason ?? 'no reason was told'}`
    if (times.get(payment.id)! % mostTries === 0) await escalate(env, tx, payment, leg, problem)
    else if (leg !== 'collection') await goOn(env, tx, payment) // a collection is found by `collect` again
  }
}
