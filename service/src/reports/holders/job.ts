import { dayMs } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { nameOf } from '../document/period.ts'
import { type Coin, held, keptUntil } from './holdings.ts'

// Keeps the holders of each day, classified as they were known then.

/** Days of one run, so that a long history is kept in several runs. */
const maxDays = 31

type ReadCoin = Coin & { readonly read_until: Date; readonly first: Date | null }

export const keepHolders: Job = {
  name: 'reports.holders',
  everyMs: 60_000,
  run: async (env) => {
    let kept = 0
    for (const coin of await readCoins(env)) {
      // One coin must not prevent the others.
      kept += await keepCoin(env, coin).catch((error: unknown) => {
        env.log.error(
          { err: error, coin },
          'the holders of a coin cannot be kept; compare its transfers (specie check)',
        )
        return 0
      })
    }
    return kept
  },
}

const readCoins = ({ db }: Env): Promise<ReadCoin[]> =>
  db.query<ReadCoin>(
    `select chain, asset, read_until, (select min(at) from chains.transferred_coin t
       where (t.chain, t.asset) = (r.chain, r.asset)) as first
     from chains.read_coin r order by chain, asset`,
  )

/** Keeps the ended days of a coin that are read completely; returns their number. */
async function keepCoin(env: Env, { read_until, first, ...coin }: ReadCoin): Promise<number> {
  if (first === null) return 0
  const kept = await keptUntil(env.db, coin, read_until)
  const start = Date.parse(nameOf('day', kept > first ? kept : first))
  let days = 0
  for (let from = start; from + dayMs <= read_until.getTime() && days < maxDays; from += dayMs) {
    await keepDay(env, coin, new Date(from))
    days += 1
  }
  return days
}

/** Rows of addresses that have not changed are left out. */
async function keepDay(env: Env, coin: Coin, from: Date): Promise<void> {
  const until = new Date(from.getTime() + dayMs)
  await env.db.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`holders ${coin.chain} ${coin.asset}`])
    const before = await keptUntil(tx, coin, until)
    // Another process was faster.
    if (before.getTime() === until.getTime()) return
    await tx.query(
      `${held}, kept as (
         insert into reports.holder_day (day, chain, asset, height, holders, amount, created_at)
         select $5::date, $1, $2, coalesce((select max(height) from chains.transferred_coin
             where chain = $1 and asset = $2 and at < $4), 0),
           count(*) filter (where amount > 0), coalesce(sum(amount), 0), $6
         from held)
       insert into reports.holder (chain, asset, address, day, amount, class, institution_id, provider)
       select $1, $2, address, $5::date, amount, class, institution_id, provider from held where changed`,
      [coin.chain, coin.asset, before, until, nameOf('day', from), env.clock.now()],
    )
  })
}
