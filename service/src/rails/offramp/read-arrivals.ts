import { machines } from '@specie/protocol/machines.ts'
import { openCase } from '../../banking/reconciliation/cases.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { setActor } from '../../base/state-machine/move.ts'
import { batchSize, type Work } from '../../base/state-machine/transitions.ts'
import { type RailArrival, readRailArrivals } from '../../chains/watcher/arrivals.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { coinsReceived, type OffRamp } from './journals.ts'
import { isNew, type Leg } from '../payment/row.ts'
import { paymentsJob, type Rail } from '../rail/row.ts'

// Movements at the rails' own addresses become payments.

type Arrival = RailArrival & Pick<Rail, 'institution_id' | 'currency'>

const sourceOf = ({ chain, txid, index }: Arrival): string => `${chain}/${txid}/${index}`

/**
 * In one transaction: a final movement that was read is booked, so the chain and the ledger agree (L7). Movements that are
 * not final are ignored. They can have no effect. Any token on any chain becomes a payment; screening decides whether it is
 * served or returned.
 */
export const readCoinArrivals: Work = async (env, tx) => {
  const read = await readRailArrivals(tx, batchSize)
  const arrived = await withRails(
    tx,
    read.filter((one) => one.final && one.amount > 0n),
  )
  await begin(
    env,
    tx,
    arrived.filter((one) => one.token),
  )
  for (const one of arrived.filter(({ token }) => !token)) await reportOwnCoin(env, tx, one)
  if (arrived.length > 0) env.jobs.wake(tx, paymentsJob)
  return read.length
}

async function withRails(tx: Tx, arrivals: readonly RailArrival[]): Promise<Arrival[]> {
  if (arrivals.length === 0) return []
  const rails = await tx.query<Pick<Rail, 'id' | 'institution_id' | 'currency'>>(
    'select id, institution_id, currency from rails.rail where id = any($1)',
    [arrivals.map((one) => one.rail_id)],
  )
  const railOf = new Map(rails.map(({ id, ...rail }) => [id, rail]))
  return arrivals.map((one) => ({ ...one, ...railOf.get(one.rail_id)! }))
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

/** It pays for gas, and has no other use here. It stays in place until an operator decides. */
async function reportOwnCoin(env: Env, tx: Tx, one: Arrival): Promise<void> {
  const { rail_id: railid, asset, chain, amount } = one
  env.log.warn(
    { railid, asset, chain, source: sourceOf(one) },
    'a rail’s address has received an asset that no rail accepts',
  )
  const detail = {
    railid,
    asset,
    amount: String(amount),
    problem: `Rails do not accept ${asset}. The amount stays at the address of the rail.`,
  }
  await openCase(tx, { kind: 'rail_payout', cause: sourceOf(one), detail }, env.clock.now())
}
