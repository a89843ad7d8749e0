import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { around } from '../base/faults.ts'
import type { Job } from '../base/jobs.ts'
import type { By } from '../base/machines.ts'
import { haltOf, type OperationNews, type OperationState, readNews } from '../chains/operations.ts'
import { decided, screen } from '../compliance/holds.ts'
import { postIn } from '../ledger/post.ts'
import { availableOf, coinCodes, house } from './coin.ts'
import { beginConversion } from './conversions.ts'
import {
  convertedMint,
  failed,
  isConverted,
  issued,
  type Mint,
  mintMachine,
  mintsJob,
  rejected,
  settled,
} from './mint.ts'
import { sendMints, settleRows } from './mints-send.ts'
import { most, moveIfCan, moveRows, untilNone } from '../base/steps.ts'

/** Carries mints on: from a hold or the reserve to the chain, from the chain's word to the ledger, and to settlement. */
export const carryMints: Job = {
  name: mintsJob,
  everyMs: 1_000,
  run: async (env) => {
    let steps = await untilNone(env, decide)
    for (const coin of coinCodes) steps += await env.db.tx((tx) => send(env, tx, coin))
    steps += await whileDue(env, 'mint.booked', hasNews, (tx) => follow(env, tx))
    return steps + (await whileDue(env, 'mint.settled', hasRipe, (tx) => settle(env, tx)))
  },
}

const service = (env: Env, why: string): By => ({ actor: 'service', why, at: env.clock.now() })

type Due = (env: Env) => Promise<object[]>

/** Asks first: a fault point is passed only by what has something to do. */
async function whileDue(
  env: Env,
  point: 'mint.booked' | 'mint.settled',
  due: Due,
  work: (tx: Tx) => Promise<number>,
): Promise<number> {
  let total = 0
  while ((await due(env)).length > 0) {
    const steps = await around(env, point, () => env.db.tx(work))
    if (steps === 0) return total
    total += steps
  }
  return total
}

/** Held mints on which people have decided. A held mint has moved no money but what was held at the start (S1). */
async function decide(env: Env, tx: Tx): Promise<number> {
  const held = await tx.query<Mint>(
    `select * from issuance.mint where state = 'held' and not exists (
       select from compliance.hold h where h.subject_id = mint.id and h.state in ('placed', 'under_review', 'frozen'))
     order by created_at, id limit $1 for update skip locked`,
    [most],
  )
  const verdicts = await decided(
    tx,
    held.map(({ id }) => id),
  )
  for (const mint of held) await follows(env, tx, mint, verdicts.get(mint.id) ?? 'release')
  return held.length
}

async function follows(env: Env, tx: Tx, mint: Mint, verdict: 'release' | 'reject'): Promise<void> {
  const by = service(env, `${verdict} decided`)
  if (verdict === 'reject') {
    if (!isConverted(mint)) await postIn(env, tx, [rejected(mint)])
    await moveRows(tx, mintMachine, [mint], 'reject', by, { reason: 'refused after review' })
    return
  }
  const screening = await moveRows(tx, mintMachine, [mint], 'release', by)
  const again = await screen(env, tx, { kind: 'mint', id: mint.id, institutionId: mint.institution_id })
  if (again !== null) return void (await moveRows(tx, mintMachine, screening, 'hold', { ...by, why: again.reason }))
  const [on] = await moveRows(tx, mintMachine, screening, isConverted(mint) ? 'fund' : 'clear', by)
  if (isConverted(mint)) await beginConversion(env, tx, convertedMint(on!))
}

/** Tries the reserve again for everything that is funded. What is halted waits. */
async function send(env: Env, tx: Tx, coin: Mint['asset']): Promise<number> {
  const halted = (await haltOf(tx, coin)) !== null
  const waiting = await tx.query<Mint>(
    `select * from issuance.mint where state in ('funded', 'waiting_reserve') and asset = $1
       and (fulfilment = 'trade' or not $2) order by created_at, id limit $3 for update skip locked`,
    [coin, halted, most],
  )
  const able = await inStock(tx, coin, waiting)
  if (able.length === 0) return 0
  const sent = await sendMints(env, tx, able, service(env, 'next step'))
  return sent.filter((mint) => able.some((was) => was.id === mint.id && was.state !== mint.state)).length
}

/** The house sells what it has; whoever cannot be served waits. */
async function inStock(tx: Tx, coin: Mint['asset'], mints: readonly Mint[]): Promise<Mint[]> {
  if (mints.every((mint) => mint.fulfilment === 'issuance')) return [...mints]
  let stock = await availableOf(tx, house, coin)
  return mints.filter((mint) => mint.fulfilment === 'issuance' || (stock -= mint.quantity) >= 0n)
}

const hasNews: Due = ({ db }) => db.query(`select 1 from chains.operation where purpose = 'mint' and unread limit 1`)

/** What the chain's word means for a mint: the events that lead there, of which some may have been taken. */
const story: { readonly [state in OperationState]: readonly string[] } = {
  queued: ['replace'],
  working: ['broadcast'],
  final: ['broadcast'],
  failed: ['fail'],
  canceled: ['fail'],
}

/** Mints learn what became of their transactions; the ledger follows in the same step (L4, L7). */
async function follow(env: Env, tx: Tx): Promise<number> {
  const news = new Map((await readNews(tx, 'mint', most)).map((one) => [one.subject, one]))
  const mints = await tx.query<Mint>('select * from issuance.mint where id = any($1) order by id for update', [
    [...news.keys()],
  ])
  await postIn(
    env,
    tx,
    mints.flatMap((mint) => journalOf(mint, news.get(mint.id)!)),
  )
  for (const [state, concerned] of Map.groupBy(mints, ({ id }) => news.get(id)!.state)) {
    const by = { actor: 'chain', why: `operation ${state}`, at: env.clock.now() }
    for (const event of story[state]) await moveIfCan(tx, mintMachine, concerned, event, by)
    if (state === 'final') await noteBooked(tx, concerned, by.at)
  }
  await noteReasons(
    tx,
    [...news.values()].filter((one) => one.state === 'failed'),
  )
  return news.size
}

function journalOf(mint: Mint, { state, txid }: OperationNews) {
  if (state === 'final') return [issued(mint, txid ?? '')]
  return state === 'failed' || state === 'canceled' ? [failed(mint)] : []
}

async function noteBooked(tx: Tx, mints: readonly Mint[], at: Date): Promise<void> {
  await tx.query('update issuance.mint set booked_at = $2 where id = any($1)', [mints.map(({ id }) => id), at])
}

async function noteReasons(tx: Tx, news: readonly OperationNews[]): Promise<void> {
  await tx.query(
    `update issuance.mint m set reason = told.reason from unnest($1::uuid[], $2::text[]) told (id, reason) where m.id = told.id`,
    [news.map(({ subject }) => subject), news.map(({ reason }) => reason)],
  )
}

const ripe = `state = 'confirming' and booked_at is not null and asked_settlement <= $1`
const ripeAt = ({ clock, config }: Env) => new Date(clock.settlement().getTime() - config.settlementSeconds * 1000)

const hasRipe: Due = (env) => env.db.query(`select 1 from issuance.mint where ${ripe} limit 1`, [ripeAt(env)])

/** Settlement takes its time, whatever the chain does: only then are the coins the institution's to use. */
async function settle(env: Env, tx: Tx): Promise<number> {
  const mints = await tx.query<Mint>(
    `select * from issuance.mint where ${ripe} order by asked_settlement, id limit $2 for update skip locked`,
    [ripeAt(env), most],
  )
  await settleRows(tx, mints, service(env, 'settlement time has passed'))
  const toPlatform = mints.filter((mint) => mint.destination === null)
  await postIn(env, tx, toPlatform.map(settled))
  return mints.length
}
