import type { Tx } from '../../../base/database/db.ts'
import type { Env } from '../../../base/env.ts'
import type { By } from '../../../base/state-machine/move.ts'
import { idsOf, batchSize, moveRows, byService, type Work } from '../../../base/state-machine/transitions.ts'
import { type Progress, progressOf, takeBack } from '../../../chains/outbox/operations.ts'
import { conclude, decisionsOn, rejectionWords } from '../../../compliance/screening.ts'
import { postIn } from '../../../ledger/posting/post.ts'
import { conversionMachine, releaseWithheld, type Leg, returnedJournal, type StartedConversion } from './row.ts'
import { type Mint, mintMachine, rejected } from '../row.ts'

// Mints rejected after review during their conversion. Unsold crypto is returned to the balance, even if the provider holds
// it. Sold crypto is returned as fiat, once the proceeds have arrived.

type Refusable = StartedConversion & { wired: boolean }

/** `$1`: in these states. */
const refusable = (which = ''): string => `select c.*, coalesce(e.arrived, false) as wired
  from issuance.conversion c join issuance.mint m using (id) left join banking.expected_wire e using (reference)
  where m.on_hold and m.state = 'funding' and c.state = any($1) ${which} order by c.created_at, c.id for update of c, m skip locked`

/** Conversions that wait for a deposit, the chain or the wire. Sales at the provider are looked up first (job.ts). */
export const rejectConversions: Work = async (env, tx) => {
  const found = await tx.query<Refusable>(refusable(), [['waiting_deposit', 'sending', 'filled']])
  const verdicts = await decisionsOn(tx, idsOf(found))
  const rows = found.filter(({ id }) => verdicts.get(id) === 'reject').slice(0, batchSize)
  if (rows.length === 0) return 0
  const transfers = await transfersOf(tx, rows)
  const ready = rows.filter((one) => isReady(one, transfers(one)))
  await conclude(env, tx, ready)
  const wordsOf = await rejectionWords(tx, ready)
  for (const one of ready) await rejectOne(env, tx, one, transfers(one), wordsOf(one))
  return ready.length
}

/** An open transfer to the provider, and its progress. */
type Transfer = { readonly id: string; readonly progress: Progress }

async function transfersOf(tx: Tx, rows: readonly Refusable[]): Promise<(one: Refusable) => Transfer[]> {
  const legs = await tx.query<Leg>(
    'select * from issuance.conversion_leg where conversion_id = any($1) and outcome is null order by id',
    [idsOf(rows)],
  )
  const progress = await progressOf(tx, 'conversion', idsOf(legs))
  return ({ id }) =>
    legs.filter((leg) => leg.conversion_id === id).map((leg) => ({ id: leg.id, progress: progress(leg) }))
}

/** No transfer of it can still be confirmed. Each is still queued, or was refused by the chain. */
function isReady({ state, wired }: Refusable, transfers: readonly Transfer[]): boolean {
  if (state === 'filled') return wired
  return state === 'waiting_deposit' || transfers.every(({ progress }) => progress === 'queued' || progress === 'none')
}

async function rejectOne(
  env: Env,
  tx: Tx,
  one: Refusable,
  transfers: readonly Transfer[],
  reason: string,
): Promise<void> {
  const by = byService(env, 'reject decided')
  if (one.state === 'waiting_deposit') {
    await moveRows(tx, conversionMachine, [one], 'expire', by, { reason })
  } else if (one.state === 'filled') {
    await moveRows(tx, conversionMachine, [one], 'receive', by)
    await releaseWithheld(env, tx, one)
  } else {
    const queued = transfers.filter(({ progress }) => progress === 'queued').map(({ id }) => id)
    await takeBack(env, tx, 'conversion', queued, reason)
    await tx.query(`update issuance.conversion_leg set outcome = 'failed' where id = any($1)`, [queued])
    // The chain has refused one. Its outcome ends the mint.
    if (queued.length < transfers.length) return
    await returnCryptoOf(env, tx, one, 'fail', reason, by)
  }
  await rejectMint(env, tx, one, reason, by)
}

/** The provider has not received the order to sell, and will not. False when the mint was not rejected. */
export async function rejectUnsold(env: Env, tx: Tx, id: string): Promise<boolean> {
  const [one] = await tx.query<Refusable>(refusable('and c.id = $2'), [['converting'], id])
  if (!one || (await decisionsOn(tx, [id])).get(id) !== 'reject') return false
  const by = byService(env, 'reject decided')
  await conclude(env, tx, [one])
  const reason = (await rejectionWords(tx, [one]))(one)
  await returnCryptoOf(env, tx, one, 'reject', reason, by)
  await rejectMint(env, tx, one, reason, by)
  return true
}

async function returnCryptoOf(
  env: Env,
  tx: Tx,
  one: StartedConversion,
  event: 'fail' | 'reject',
  reason: string,
  by: By,
): Promise<void> {
  await moveRows(tx, conversionMachine, [one], event, by, { reason })
  await postIn(env, tx, [returnedJournal(one)])
}

/** The mint has money only if the crypto was sold. */
async function rejectMint(env: Env, tx: Tx, { id, state }: StartedConversion, reason: string, by: By): Promise<void> {
  const mints = await tx.query<Mint>('select * from issuance.mint where id = $1', [id])
  await moveRows(tx, mintMachine, mints, 'reject', by, { reason })
  if (state === 'filled') await postIn(env, tx, mints.map(rejected))
}
