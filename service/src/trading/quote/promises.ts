import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { batchSize, repeatUntilDone } from '../../base/state-machine/transitions.ts'
import { account } from '../../ledger/chart.ts'
import { house } from '../../ledger/house.ts'
import { credit, debit, type Journal, Refused } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'

// What the desk owes when a firm quote is taken lies aside for it as long as the quote is open: a quote that is taken in time
// never fails for lack of inventory, whatever else is sold meanwhile.

type ReservedForQuote = { readonly quote_id: string; readonly asset: AssetCode; readonly amount: bigint }

const moved = ({ quote_id, asset, amount }: ReservedForQuote, step: 'promised' | 'taken' | 'expired'): Journal => {
  const [from, to] = step === 'promised' ? (['available', 'pending'] as const) : (['pending', 'available'] as const)
  return {
    key: `quote:${quote_id}:${step}`,
    kind: `quote_${step}`,
    lines: [debit(account('client', from, house, asset), amount), credit(account('client', to, house, asset), amount)],
  }
}

/** Lays the desk's part of a quote aside, in the transaction that gives the quote. Throws when it has not so much. */
export async function reserveForQuote(env: Env, tx: Tx, promised: ReservedForQuote, until: Date): Promise<void> {
  try {
    await postIn(env, tx, [moved(promised, 'promised')])
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'insufficient') throw error
    const message = `The desk cannot deliver so much ${promised.asset} at the moment: ask for less.`
    throw new ApiError('max_amount_exceeded', {}, message)
  }
  await tx.query('insert into trading.quote_hold (quote_id, asset, amount, expires_at) values ($1, $2, $3, $4)', [
    promised.quote_id,
    promised.asset,
    promised.amount,
    until,
  ])
}

/** The journal that frees what was laid aside for a quote that is taken now; none when that is free already. */
export async function takeReserved(tx: Tx, quoteId: string): Promise<Journal[]> {
  const rows = await tx.query<ReservedForQuote>('delete from trading.quote_hold where quote_id = $1 returning *', [
    quoteId,
  ])
  return rows.map((row) => moved(row, 'taken'))
}

/** A conversion that began in time may still be under way. */
const graceMs = 2_000

/** Frees what was laid aside for quotes that nobody took. */
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
        expired.map((row) => moved(row, 'expired')),
      )
      return expired.length
    }),
}
