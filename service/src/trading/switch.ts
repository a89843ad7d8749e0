import { audit } from '../base/audit.ts'
import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { pairOf } from './pair.ts'

/**
 * Takes a pair off the market and says why, or puts it back (null). It holds from the commit on in every process, for
 * an order names the version that it was decided on. False when it is so already.
 */
export function switchPair(
  env: Pick<Env, 'db' | 'clock'>,
  symbol: string,
  why: string | null,
  by: string,
): Promise<boolean> {
  pairOf(symbol)
  const at = env.clock.now()
  return env.db.tx(async (tx) => {
    const switched = await tx.query(why === null ? resume : halt, why === null ? [symbol, at] : [symbol, at, why])
    if (switched.length === 0) return false
    if (why === null) await forgetHour(tx, symbol)
    const [action, detail] = why === null ? ['pair.resumed', {}] : ['pair.halted', { why }]
    await audit(tx, { actor: by, at, action, subject: symbol, detail })
    return true
  })
}

/** Whoever resumes a pair has looked at what was traded: the desk's hour begins anew (exposure.ts). */
async function forgetHour(tx: Tx, symbol: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('desk ' || $1::text, 0))`, [symbol])
  await tx.query('delete from trading.desk_flow where symbol = $1', [symbol])
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
