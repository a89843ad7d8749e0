import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import { dayMs, hourMs } from '../../base/clock.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { perProcess } from '../../base/per-process.ts'
import type { Chain, CoinTransfers } from '../../base/ports/chain.ts'
import { type Coin, coinsOn } from '../watcher/supply.ts'

// Reads all transfers of our coins, of any holder, from final blocks. The watcher reads only what concerns us and must be
// quick; reports need everything and can wait.

/** A chain whose blocks are final at once needs no more time than this. */
const quickMs = hourMs
/** A chain that makes no blocks while nothing happens is read completely after this time. */
const idleMs = dayMs

/** A test that advances the clock runs every job repeatedly; it need not query the chains each time. */
const restMs = 15_000
/** Ranges of one run, so that a long history is read in several runs. */
const maxRanges = 50

const lastReading = perProcess((): { at: number | null } => ({ at: null }))

export const readCoinTransfers: Job = {
  name: 'chains.transfers',
  everyMs: 30_000,
  applies: ({ chains }) => chains.size > 0,
  run: async (env) => {
    const [now, last] = [env.clock.elapsed(), lastReading(env)]
    if (last.at !== null && now - last.at < restMs) return 0
    last.at = now
    return readAllTransfers(env)
  },
}

/** Returns the number of new transfers. */
export async function readAllTransfers(env: Env): Promise<number> {
  let found = 0
  for (const coin of await coinsOn(env.db)) {
    // An unreachable chain must not prevent the reading of others.
    found += await readCoin(env, coin).catch((error: unknown) => {
      env.log.warn({ err: error, coin }, 'the transfers of a coin cannot be read now; the next run retries')
      return 0
    })
  }
  return found
}

type Reading = { cursor: Json | null; start: bigint }

async function readCoin(env: Env, coin: Coin): Promise<number> {
  const chain = env.chains.get(coin.chain)
  if (!chain?.transfers) return 0
  let found = 0
  for (let range = 0; range < maxRanges; range += 1) {
    const before = await readingOf(env.db, coin)
    // Without a mint there are no coins to transfer.
    if (before === null) return found
    const read = await chain.transfers(coin.contract, before.cursor, before.start)
    if (!(await store(env, chain, coin, before, read))) return found
    found += read.transfers.length
    if (read.complete) return found
  }
  return found
}

/** Where the reading continues; null before the first final mint. */
async function readingOf(sql: Sql, { chain, contract }: Coin): Promise<Reading | null> {
  const [row] = await sql.query<{ cursor: Json | null; start: bigint | null }>(
    `select r.cursor, coalesce(r.start, (select min(height) - 1 from chains.movement
       where chain = $1 and asset = $2 and kind = 'mint' and state = 'final')) as start
     from (values ($1, $2)) wanted (chain, asset) left join chains.coin_reading r using (chain, asset)`,
    [chain, contract.asset],
  )
  return row!.start === null ? null : { cursor: row!.cursor, start: row!.start }
}

/** False: another process was faster. */
function store(env: Env, chain: Chain, { contract }: Coin, before: Reading, read: CoinTransfers): Promise<boolean> {
  const { code } = chain
  const at = env.clock.now()
  return env.db.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`transfers ${code} ${contract.asset}`])
    const now = await readingOf(tx, { chain: code, contract })
    if (canonical(now?.cursor ?? null) !== canonical(before.cursor)) return false
    if (read.transfers.length > 0)
      await tx.query(
        `insert into chains.coin_transfer (chain, asset, txid, index, height, at, sender, recipient, amount)
         select $2, $3, txid, index, height, at, "from", "to", amount
         from jsonb_to_recordset($1) as input (txid text, index integer, height numeric, at timestamptz, "from" text,
           "to" text, amount numeric)`,
        [JSON.stringify(read.transfers.map(asJson)), code, contract.asset],
      )
    await tx.query(
      `insert into chains.coin_reading (chain, asset, start, cursor, height, read_until) values ($1, $2, $3, $4, $5, $6)
       on conflict (chain, asset) do update set cursor = excluded.cursor, height = excluded.height,
         read_until = greatest(excluded.read_until, coin_reading.read_until)`,
      [code, contract.asset, before.start, JSON.stringify(read.cursor), read.height, readUntil(read, at)],
    )
    return true
  })
}

/** Every transfer in a block before this time has been read. */
function readUntil({ at, complete }: CoinTransfers, now: Date): Date {
  const sure = complete ? now.getTime() - (at === null ? quickMs : idleMs) : 0
  return new Date(Math.max(at?.getTime() ?? 0, sure))
}

const asJson = (one: CoinTransfers['transfers'][number]) => ({
  ...one,
  height: String(one.height),
  amount: String(one.amount),
})
