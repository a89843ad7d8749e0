import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import { openCase } from '../../banking/reconciliation/cases.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { setActor } from '../../base/state-machine/move.ts'
import { batchSize, type Work } from '../../base/state-machine/transitions.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { coinsReceived, type OffRamp } from './journals.ts'
import { isNew, type Leg } from '../payment/row.ts'
import { paymentsJob } from '../rail/row.ts'

// Movements at the rails' own addresses become payments.

/** Final at a rail's address, or dropped before that. */
const atRails = `chains.movement m join chains.deposit_address own
  on own.family in ('evm', 'solana') and own.address = m.recipient and own.rail_id is not null
  where m.unread and m.state <> 'seen'`

/** Returns a row when there are unread movements. */
export const coinNews = `select from ${atRails} limit 1`

type Arrival = {
  chain: ChainCode
  txid: string
  index: number
  asset: AssetCode
  sender: string | null
  amount: bigint
  /** False: the chain's native coin. */
  token: boolean
  deposit_index: number
  rail_id: string
  institution_id: string
  currency: AssetCode
}

const sourceOf = ({ chain, txid, index }: Arrival): string => `${chain}/${txid}/${index}`

/**
 * In one transaction: a final movement that was read is booked, so the chain and the ledger agree (L7). Movements that
 * are not final are ignored: nothing could be done with them. Any token on any chain becomes a payment: screening
 * decides whether it is served or returned.
 */
export const readCoinArrivals: Work = async (env, tx) => {
  const read = await readFinal(tx)
  const arrived = read.filter((one) => one.final && one.amount > 0n)
  await begin(
    env,
    tx,
    arrived.filter((one) => one.token),
  )
  for (const one of arrived.filter(({ token }) => !token)) await reportOwnCoin(env, tx, one)
  if (arrived.length > 0) env.jobs.wake(tx, paymentsJob)
  return read.length
}

function readFinal(tx: Tx): Promise<(Arrival & { final: boolean })[]> {
  return tx.query(
    `with news as (
       select m.id, own.index as deposit_index, own.rail_id from ${atRails}
       order by m.updated_at, m.id limit $1 for update of m skip locked)
     update chains.movement m set unread = false from news join rails.rail on rail.id = news.rail_id where m.id = news.id
     returning m.chain, m.txid, m.index, m.asset, m.sender, m.amount, m.state = 'final' as final, deposit_index, rail_id,
       institution_id, currency,
       exists (select from chains.contract c where (c.chain, c.asset) = (m.chain, m.asset)) as token`,
    [batchSize],
  )
}

/** A position on a chain is one payment, however often it is read: `source` is unique. */
async function begin(env: Env, tx: Tx, arrived: readonly Arrival[]): Promise<void> {
  if (arrived.length === 0) return
  const at = env.clock.now()
  const rows = arrived.map((one) => ({
    ...one,
    id: env.ids.uuid(at),
    source: sourceOf(one),
    amount: String(one.amount),
    payer: one.sender === null ? null : { name: '', account: one.sender },
    legs: [{ leg: 'received', status: 'arrived', at: at.toISOString(), ref: one.txid } satisfies Leg],
  }))
  await setActor(tx, { actor: 'chain', why: 'coins have arrived', at })
  const begun = await tx.query<OffRamp>(
    `insert into rails.payment (id, institution_id, rail_id, source, received, received_currency, sent_currency, payer,
       blockchain, deposit_index, legs, state, created_at, updated_at)
     select id, institution_id, rail_id, source, amount, asset, currency, payer, chain, deposit_index, legs, $2, $3, $3
     from jsonb_to_recordset($1) as arrivals (id uuid, institution_id uuid, rail_id uuid, source text, amount numeric,
       asset text, currency text, payer jsonb, chain text, deposit_index integer, legs jsonb)
     where ${isNew} on conflict (source) do nothing returning *`,
    [JSON.stringify(rows), machines.payment.initial, at],
  )
  await postIn(env, tx, begun.map(coinsReceived))
}

/** It pays for gas, and has no other use here: it stays where it is until a person has decided. */
async function reportOwnCoin(env: Env, tx: Tx, one: Arrival): Promise<void> {
  const { rail_id: railid, asset, chain, amount } = one
  env.log.warn(
    { railid, asset, chain, source: sourceOf(one) },
    'a rail’s address has received an asset that no rail accepts',
  )
  const detail = { railid, asset, amount: String(amount), problem: `A rail takes no ${asset}: it lies at its address.` }
  await openCase(tx, { kind: 'rail_payout', cause: sourceOf(one), detail }, env.clock.now())
}
