import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import type { Job } from '../base/jobs.ts'
import { most, moveRows, service, untilNone, untilNoneAround, type Work } from '../base/steps.ts'
import { haltOf, purposes } from '../chains/operations.ts'
import { judged, screenRows } from '../compliance/holds.ts'
import { availableOf } from '../ledger/balances.ts'
import { house } from '../ledger/house.ts'
import { postIn } from '../ledger/post.ts'
import { coinCodes } from '../treasury/coin.ts'
import { beginConversion } from './conversions.ts'
import { failed, isConverted, issued, type Mint, mintMachine, rejected, settled } from './mint.ts'
import { sendMints, settleRows } from './mints-send.ts'
import { chainNews, followChain, ripeAt } from './settlement.ts'

/** Carries mints on: from a hold or the reserve to the chain, from the chain's word to the ledger, and to settlement. */
export const carryMints: Job = {
  name: purposes.mint,
  everyMs: 1_000,
  run: async (env) => {
    let steps = await untilNone(env, decide)
    for (const coin of coinCodes) steps += await env.db.tx((tx) => send(env, tx, coin))
    steps += await untilNoneAround(env, 'mint.booked', chainNews('mint'), hearChain)
    return steps + (await untilNoneAround(env, 'mint.settled', `${ripe} limit 1`, settle, [ripeAt(env)]))
  },
}

/** Held mints on which people have decided. A held mint has moved no money but what was held at the start (S1). */
const decide: Work = async (env, tx) => {
  const { released, rejected: refused } = await judged<Mint>(tx, mintMachine, most)
  await postIn(env, tx, refused.filter((mint) => !isConverted(mint)).map(rejected))
  const reason = 'refused after review'
  await moveRows(tx, mintMachine, refused, 'reject', service(env, 'reject decided'), { reason })
  await resume(env, tx, released)
  return released.length + refused.length
}

async function resume(env: Env, tx: Tx, released: readonly Mint[]): Promise<void> {
  const by = service(env, 'release decided')
  const screening = await moveRows(tx, mintMachine, released, 'release', by)
  const { clear } = await screenRows(env, tx, 'mint', mintMachine, screening, by)
  const isPaid = (mint: Mint) => !isConverted(mint)
  await moveRows(tx, mintMachine, clear.filter(isPaid), 'clear', by)
  const funding = await moveRows(tx, mintMachine, clear.filter(isConverted), 'fund', by)
  for (const mint of funding) await beginConversion(env, tx, mint)
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

const hearChain: Work = (env, tx) =>
  followChain<Mint>(env, tx, {
    purpose: 'mint',
    machine: mintMachine,
    story: { queued: ['replace'], working: ['broadcast'], final: ['broadcast'], failed: ['fail'], canceled: ['fail'] },
    done: issued,
    failed,
  })

const ripe = `select * from issuance.mint where state = 'confirming' and booked_at is not null and asked_settlement <= $1`

/** Only with settlement are the coins the institution's to use. */
const settle: Work = async (env, tx) => {
  const mints = await tx.query<Mint>(`${ripe} order by asked_settlement, id limit $2 for update skip locked`, [
    ripeAt(env),
    most,
  ])
  await settleRows(tx, mints, service(env, 'settlement time has passed'))
  const toPlatform = mints.filter((mint) => mint.destination === null)
  await postIn(env, tx, toPlatform.map(settled))
  return mints.length
}
