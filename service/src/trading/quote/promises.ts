import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Tx } from '../../base/database/db.ts'
import { deleteExpired } from '../../base/jobs/retention.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { batchSize, repeatUntilDone } from '../../base/state-machine/transitions.ts'
import { account } from '../../ledger/chart.ts'
import { house } from '../../ledger/house.ts'
import { credit, debit, type Journal, Refused } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'

// The desk's delivery under a firm quote is held while the quote is open, so a quote that is taken in time never fails for
// lack of inventory.

type ReservedForQuote = { readonly quote_id: string; readonly asset: AssetCode; readonly amount: bigint }

const holdJournal = (
  { quote_id, asset, amount }: ReservedForQuote,
  step: 'promised' | 'taken' | 'expired',
): Journal => {
  const [from, to] = step === 'promised' ? (['available', 'pending'] as const) : (['pending', 'available'] as const)
  return {
    key: `quote:${quote_id}:${step}`,
    kind: `quote_${step}`,
    lines: [debit(account('client', from, house, asset), amount), credit(account('client', to, house, asset), amount)],
  }
}

/**
 * Holds the desk's side of a quote, in the transaction that creates the quote. Throws when the desk does not have enough.
 */
export async function reserveForQuote(env: Env, tx: Tx, promised: ReservedForQuote, until: Date): Promise<void> {
  try {
    await postIn(env, tx, [holdJournal(promised, 'promised')])
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'insufficient') throw error
    const message = `The desk currently cannot deliver this much ${promised.asset}. Request less.`
    throw new ApiError('max_amount_exceeded', {}, message)
  }
  await tx.query('insert into trading.quote_hold (quote_id, asset, amount, expires_at) values ($1, $2, $3, $4)', [
    promised.quote_id,
    promised.asset,
    promised.amount,
    until,
  ])
}

/** The journal that releases the hold of a quote being taken; none when it was already released. */
export async function takeReserved(tx: Tx, quoteId: string): Promise<Journal[]> {
  const rows = await tx.query<ReservedForQuote>('delete from trading.quote_hold where quote_id = $1 returning *', [
    quoteId,
  ])
  return rows.map((row) => holdJournal(row, 'taken'))
}

/** A conversion that started in time may still be running. */
const graceMs = 2_000

/** Releases the holds of quotes that expired unused. */
export const endQuotes: Job = {
  name: 'trading.quotes',
  everyMs: 1_000,
  run: (env) =>
    repeatUntilDone(env, async (_env, tx) => {
      const expired = await tx.query<ReservedForQuote>(
        `delete from trading.quote_hold where quote_id in (
           select quote_id from trading.quote_hold where expires_at < $1 order by expires_at limit $2) returning *`,
        [new Date(env.clock.wall() - graceMs), batchSize],
      )
      await postIn(
        env,
        tx,
        expired.map((row) => holdJournal(row, 'expired')),
      )
      return expired.length
    }),
}

/** Deletes quotes that expired long ago and were never taken. Their journals stay. */
export const deleteExpiredQuotes: Job = {
  name: 'trading.retention',
  everyMs: 600_000,
  run: (env) => deleteExpired(env, 'trading.delete_expired_quotes'),
}
