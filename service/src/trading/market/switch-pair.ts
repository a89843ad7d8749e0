import { assets } from '@specie/protocol/assets.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { forgetPinnedRanges } from '../../markets/rate/refresh.ts'
import { type Pair, pairOf } from './pair.ts'

/**
 * Takes a pair off the market with a reason, or puts it back (null). This takes effect in every process with the
 * commit, because an order names the version that it was decided on. Returns false when nothing changed.
 */
export function switchPair(
  env: Pick<Env, 'db' | 'clock'>,
  symbol: string,
  why: string | null,
  by: string,
): Promise<boolean> {
  const pair = pairOf(symbol)
  const at = env.clock.now()
  return env.db.tx(async (tx) => {
    const switched = await tx.query(why === null ? resume : halt, why === null ? [symbol, at] : [symbol, at, why])
    if (switched.length === 0) return false
    if (why === null) await resetHour(tx, pair)
    const [action, detail] = why === null ? ['pair.resumed', {}] : ['pair.halted', { why }]
    await audit(tx, { actor: by, action, subject: symbol, detail })
    return true
  })
}

/**
 * The person who resumes a pair has reviewed its trades and its price. So the desk's hour starts again (exposure.ts),
 * and fills are no longer valued at a price that the reference has left by a jump.
 */
async function resetHour(tx: Tx, { symbol, base, quote }: Pair): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('desk ' || $1::text, 0))`, [symbol])
  await tx.query('delete from trading.desk_flow where symbol = $1', [symbol])
  const [one, other] = [base, quote].map((asset) => assets[asset].fiat ?? asset)
  await forgetPinnedRanges(tx, [`${one}/${other}`, `${other}/${one}`])
}

const halt = `
  insert into trading.pair as pair (symbol, updated_at, halted) values ($1, $2, $3)
  on conflict (symbol) do update
    set halted = excluded.halted, version = pair.version + 1, updated_at = excluded.updated_at
    where pair.halted is distinct from excluded.halted
  returning 1`

const resume = `
  update trading.pair set halted = null, version = version + 1, updated_at = $2
  where symbol = $1 and halted is not null returning 1`
