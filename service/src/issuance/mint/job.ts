import { agreedAmong, lacksExchange, mayLeave } from '../../access/travel-rule.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import {
  anyOf,
  batchSize,
  moveRows,
  byService,
  repeatUntilDone,
  repeatAtFaultPoint,
  type Work,
} from '../../base/state-machine/transitions.ts'
import { haltOf, hasOutcomes } from '../../chains/outbox/operations.ts'
import { releasedRows, screenRows } from '../../compliance/screening.ts'
import { usabilityOf, walletDecided } from '../../destinations/address/usable.ts'
import { availableOf } from '../../ledger/balances.ts'
import { house } from '../../ledger/house.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { beginConversion } from './funding/row.ts'
import { failed, isConverted, issued, type Mint, mintMachine, settled, refunded, mintsJob } from './row.ts'
import { rejectMints } from './reject.ts'
import { sendMints, settleRows } from './send.ts'
import { applyChainOutcomes, settlementDueAt } from '../on-chain.ts'

/** Advances mints: from a hold or the reserve to the chain, then to the ledger and to settlement. */
export const advanceMints: Job = {
  name: mintsJob,
  everyMs: 1_000,
  run: async (env) => {
    let steps = 0
    for (const work of [rejectMints, resume, askProviders]) steps += await repeatUntilDone(env, work)
    for (const line of await linesOf(env)) steps += await env.db.tx((tx) => send(env, tx, line))
    steps += await repeatAtFaultPoint(env, 'mint.booked', hasOutcomes('mint'), applyOperationOutcomes)
    return steps + (await repeatAtFaultPoint(env, 'mint.settled', anyOf(due, [settlementDueAt(env)]), settle))
  },
}

/** Held mints that were released after review. A held mint has moved no money except the initial hold (S1). */
const resume: Work = async (env, tx) => {
  const released = await releasedRows<Mint>(tx, mintMachine, batchSize)
  const by = byService(env, 'release decided')
  const screening = await moveRows(tx, mintMachine, released, 'release', by)
  const { clear } = await screenRows(env, tx, 'mint', mintMachine, screening, by)
  const isPaid = (mint: Mint) => !isConverted(mint)
  await moveRows(tx, mintMachine, clear.filter(isPaid), 'clear', by)
  const funding = await moveRows(tx, mintMachine, clear.filter(isConverted), 'fund', by)
  for (const mint of funding) await beginConversion(env, tx, mint)
  return released.length
}

/**
 * Mints in the queue for the chain since before their provider had to approve them. The coins are not signed without
 * cover.
 */
const askProviders: Work = async (env, tx) => {
  const found = await tx.query<Mint & { address_id: string }>(
    `select m.* from issuance.mint m join destinations.withdrawal_wallet a on a.id = m.address_id
     where m.state = 'sending' and a.is_hosted and not m.on_hold and ${lacksExchange('m.id')}
     order by m.created_at, m.id limit ${batchSize} for update of m skip locked`,
  )
  await agreedAmong(env, tx, 'mint', found)
  return found.length
}

/** Mints to a suspended wallet wait, without blocking others. */
const sendableMints = `issuance.mint m left join destinations.withdrawal_wallet a on a.id = m.address_id
  where m.state in ('funded', 'waiting_reserve') and not m.on_hold
    and (m.address_id is null or ${walletDecided}) and (a.usability = 'gone' or ${mayLeave('m.id', 'm.address_id')})`

/**
 * New coins wait for the reserve. Sold coins wait for the house's stock and for coins on their chain. So the two queue
 * separately.
 */
type Line = Pick<Mint, 'asset' | 'fulfilment'> & { chain: Mint['blockchain'] | null }

const chainOfQueue = `case m.fulfilment when 'trade' then m.blockchain end`

const linesOf = ({ db }: Env): Promise<Line[]> =>
  db.query<Line>(
    `select m.asset, m.fulfilment, ${chainOfQueue} as chain from ${sendableMints} group by 1, 2, 3 order by min(m.created_at)`,
  )

/** Retries funded mints against the reserve or the stock. Mints of a halted coin and mints on hold wait. */
async function send(env: Env, tx: Tx, { asset: coin, fulfilment, chain }: Line): Promise<number> {
  if (fulfilment === 'issuance' && (await haltOf(tx, coin)) !== null) return 0
  const waiting = await tx.query<Mint>(
    `select m.* from ${sendableMints} and m.asset = $1 and m.fulfilment = $2 and ${chainOfQueue} is not distinct from $3
     order by m.created_at, m.id limit $4 for update of m skip locked`,
    [coin, fulfilment, chain, batchSize],
  )
  const { payable, revoked } = await byDestination(tx, waiting)
  const able = await inStock(tx, coin, payable)
  if (able.length + revoked.length === 0) return 0
  const sent = await sendMints(env, tx, able, byService(env, 'next step'), revoked.map(refunded))
  const reason = 'Its wallet has been revoked.'
  await moveRows(tx, mintMachine, revoked, 'fail', byService(env, 'wallet revoked'), { reason })
  const moved = sent.filter((mint) => able.some((was) => was.id === mint.id && was.state !== mint.state))
  return moved.length + revoked.length
}

/** Checks wallets again when coins leave: mints to a revoked wallet are refunded, those to a suspended one wait. */
async function byDestination(tx: Tx, mints: readonly Mint[]): Promise<{ payable: Mint[]; revoked: Mint[] }> {
  const usability = await usabilityOf(
    tx,
    mints.flatMap((mint) => mint.address_id ?? []),
  )
  const isTo = (is: 'usable' | 'gone') => (mint: Mint) =>
    (mint.address_id === null ? 'usable' : usability.get(mint.address_id)) === is
  return { payable: mints.filter(isTo('usable')), revoked: mints.filter(isTo('gone')) }
}

/** Trades that the house's stock covers; the others wait. */
async function inStock(tx: Tx, coin: Mint['asset'], mints: readonly Mint[]): Promise<Mint[]> {
  if (mints.every((mint) => mint.fulfilment === 'issuance')) return [...mints]
  let stock = await availableOf(tx, house, coin)
  return mints.filter((mint) => mint.fulfilment === 'issuance' || (stock -= mint.quantity) >= 0n)
}

const applyOperationOutcomes: Work = (env, tx) =>
  applyChainOutcomes<Mint>(env, tx, {
    purpose: 'mint',
    machine: mintMachine,
    events: { queued: ['replace'], working: ['broadcast'], final: ['broadcast'], failed: ['fail'], canceled: ['fail'] },
    done: issued,
    failed,
  })

const due = `select * from issuance.mint
  where state = 'confirming' and booked_at is not null and asked_settlement <= $1 and not on_hold`

/** The institution can use the coins only after settlement. */
const settle: Work = async (env, tx) => {
  const mints = await tx.query<Mint>(`${due} order by asked_settlement, id limit $2 for update skip locked`, [
    settlementDueAt(env),
    batchSize,
  ])
  await settleRows(tx, mints, byService(env, 'settlement time has passed'))
  const toPlatform = mints.filter((mint) => mint.destination === null)
  await postIn(env, tx, toPlatform.map(settled))
  return mints.length
}
