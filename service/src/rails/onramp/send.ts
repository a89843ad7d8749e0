import { chains } from '@specie/protocol/chains.ts'
import { sentence } from '@specie/protocol/text.ts'
import { mayLeave } from '../../access/travel-rule.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import {
  applyOutcomes,
  idsOf,
  batchSize,
  moveRows,
  storeReasons,
  byService,
  type EventsByState,
  type Work,
} from '../../base/state-machine/transitions.ts'
import {
  enqueueAll,
  haltOf,
  type OperationOutcome,
  type OperationState,
  takeOutcomes,
} from '../../chains/outbox/operations.ts'
import { usabilityOf, walletDecided } from '../../destinations/address/usable.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { covered } from '../../treasury/coverage.ts'
import { clearParties, revokedWallet } from '../payment/destinations.ts'
import { agreedOf } from './agreement.ts'
import { issuedJournal, type Priced, reservedJournal } from './journals.ts'
import { money, type Note, note, noteLegs, paymentMachine } from '../payment/row.ts'
import type { Rail } from '../rail/row.ts'
import { maxAttempts, refusalsOf, escalate } from '../payment/escalate.ts'

// Our part of an on-ramp: from the provider's wire to the reserve, and then to coins on the chain.

/** The provider's wire has arrived. */
export const wired = `select p.* from rails.payment p join banking.expected_wire e using (reference)
  where p.state = 'converting' and p.blockchain is null and not p.reserved and e.arrived
    and p.stuck is null and not p.on_hold`

/** Takes our commission, and moves the rest to the reserve in advance. */
export const moveToReserve: Work = async (env, tx) => {
  const payments = await tx.query<Priced>(`${wired} order by p.created_at, p.id limit $1 for update of p skip locked`, [
    batchSize,
  ])
  if (payments.length === 0) return 0
  await postIn(env, tx, payments.map(reservedJournal))
  await tx.query('update rails.payment set reserved = true where id = any($1)', [idsOf(payments)])
  const notes = payments.flatMap((one) => [
    note(one, 'wire', 'booked', one.reference),
    note(one, 'commission', 'taken', money(one.received_currency, one.commission)),
    note(one, 'reserve', 'funding'),
  ])
  await noteLegs(tx, notes, env.clock.now())
  return payments.length
}

type Delivery = Priced & {
  to: Pick<Rail, 'blockchain' | 'destination' | 'memo' | 'address_id' | 'sender' | 'recipient'>
}

/** Payments to a suspended wallet wait, without blocking others. */
const ready = `select p.*, to_jsonb(r) as to from rails.payment p join rails.rail r on r.id = p.rail_id
  left join destinations.withdrawal_wallet a on a.id = r.address_id
  where (r.address_id is null or ${walletDecided}) and (a.usability = 'gone' or ${mayLeave('p.id', 'r.address_id')})
    and p.state in ('converting', 'failed') and p.stuck is null and not p.on_hold and p.blockchain is null and p.reserved
    and p.sent_currency = $1`

/** Enqueues the mints that the reserve covers (L5). Halted coins wait. Wallet and parties are checked again. */
export async function sendCoins(env: Env, coin: CoinCode): Promise<number> {
  const [found] = await env.db.query(`${ready} limit 1`, [coin])
  if (!found) return 0
  return env.db.tx(async (tx) => {
    if ((await haltOf(tx, coin)) !== null) return 0
    const waiting = await tx.query<Delivery>(
      `${ready} order by p.created_at, p.id limit $2 for update of p skip locked`,
      [coin, batchSize],
    )
    const cleared = await clearParties(env, tx, waiting)
    const usability = await usabilityOf(
      tx,
      cleared.flatMap(({ to }) => to.address_id ?? []),
    )
    const walletIs = ({ to }: Delivery) => (to.address_id === null ? 'usable' : usability.get(to.address_id))
    const stopped = cleared.filter((one) => walletIs(one) === 'gone')
    for (const one of stopped) await escalate(env, tx, one, 'mint', revokedWallet)
    const able = await agreedOf(
      env,
      tx,
      cleared.filter((one) => walletIs(one) === 'usable'),
    )
    const backed = await covered(
      tx,
      coin,
      able.map(({ id, sent }) => ({ id, amount: sent })),
    )
    const going = able.filter(({ id }) => backed.has(id))
    if (going.length > 0) await withFaultPoint(env, 'payment.enqueued', () => send(env, tx, going))
    return going.length + stopped.length + (waiting.length - cleared.length)
  })
}

async function send(env: Env, tx: Tx, payments: readonly Delivery[]): Promise<void> {
  const by = byService(env, 'the reserve covers it')
  await moveRows<Delivery>(tx, paymentMachine, payments, 'send', by, { reason: null })
  await enqueueAll(
    env,
    tx,
    payments.map(({ id, sent: amount, sent_currency: asset, to }) => ({
      chain: to.blockchain,
      purpose: 'rail_mint' as const,
      subject: id,
      addressId: to.address_id,
      effect: {
        kind: 'mint' as const,
        asset,
        to: to.destination,
        amount,
        ...(to.memo === null ? {} : { memo: to.memo }),
      },
    })),
  )
  const notes = payments.flatMap((one) => [
    note(one, 'reserve', 'covered'),
    note(one, 'mint', 'sent', one.to.destination),
    ...(one.to.memo === null ? [] : [note(one, 'memo', hasMemo(one) ? 'sent' : 'kept', one.to.memo)]),
  ])
  await noteLegs(tx, notes, by.at)
}

/** Solana transactions have a memo; an EVM mint has none, so the memo stays with the payment. */
const hasMemo = ({ to }: Delivery): boolean => chains[to.blockchain].family === 'solana'

/** Applies the outcomes of their mints to payments, and books them in the same step (L4, L7). */
export const applyMintOutcomes: Work = async (env, tx) => {
  const outcomes = await takeOutcomes(tx, 'rail_mint', batchSize, { evenOnHold: true })
  const by = { actor: 'chain', why: 'operation', at: env.clock.now() }
  const dated = (event: string) => (event === 'complete' ? { completed_at: by.at, booked_at: by.at } : {})
  const applied = await applyOutcomes<Priced, OperationOutcome>(tx, paymentMachine, outcomes, mintEvents, by, dated)
  const final = applied.filter((one) => one.outcome.state === 'final')
  const lost = applied.filter((one) => one.outcome.state === 'failed' || one.outcome.state === 'canceled')
  await postIn(
    env,
    tx,
    final.map(({ row, outcome: { chain, txid } }) => issuedJournal(row, chain, txid ?? '')),
  )
  await noteTxids(tx, final)
  await noteLegs(tx, applied.flatMap(legsOf), by.at)
  await refused(env, tx, lost)
  return outcomes.length
}

const mintEvents: EventsByState<OperationState> = {
  queued: [],
  working: [],
  final: ['complete'],
  failed: ['fail'],
  canceled: ['fail'],
}

type PaymentOutcome = { row: Priced; outcome: OperationOutcome }

function legsOf({ row, outcome }: PaymentOutcome): Note[] {
  if (outcome.state === 'final') {
    const sent = money(row.sent_currency, row.sent)
    return [note(row, 'mint', 'final', outcome.txid), note(row, 'completed', 'completed', sent)]
  }
  return outcome.state === 'failed' || outcome.state === 'canceled' ? [note(row, 'mint', 'failed')] : []
}

async function noteTxids(tx: Tx, final: readonly PaymentOutcome[]): Promise<void> {
  await tx.query(
    `update rails.payment p set txid = final.txid from unnest($1::uuid[], $2::text[]) final (id, txid) where p.id = final.id`,
    [final.map(({ row }) => row.id), final.map(({ outcome }) => outcome.txid)],
  )
}

/**
 * The chain refuses the mint for good, for example because the wallet is frozen. The money stays in the reserve, and
 * the mint is tried once more.
 */
async function refused(env: Env, tx: Tx, lost: readonly PaymentOutcome[]): Promise<void> {
  const wordsOf = ({ reason, state }: OperationOutcome) => sentence(`The chain refused its coins: ${reason ?? state}`)
  await storeReasons(
    tx,
    paymentMachine,
    lost.map(({ row, outcome }) => ({ subject: row.id, reason: wordsOf(outcome) })),
  )
  const times = await refusalsOf(
    tx,
    'rail_mint',
    lost.map(({ row }) => row.id),
  )
  for (const { row, outcome } of lost)
    if (times.get(row.id)! % maxAttempts === 0) await escalate(env, tx, row, 'mint', wordsOf(outcome))
}
