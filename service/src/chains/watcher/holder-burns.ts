import type { ChainCode } from '@specie/protocol/chains.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { type Journal, Refused } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { burnLines } from '../../ledger/posting/coin-lines.ts'
import { halt } from '../outbox/halts.ts'

// Holders may burn their own coins: Solana's token program allows it. This is no break. The ledger books it: supply down,
// liability down, excess up (L4), and minting continues.

type Burn = { id: string; txid: string; index: number; amount: bigint; sender: string | null }

/** Books the burns that the watcher has found, one coin at a time. Returns how many were booked. */
export async function bookHolderBurns(env: Env, code: ChainCode): Promise<number> {
  const coins = await env.db.query<{ asset: CoinCode }>(
    `select distinct asset from chains.movement where chain = $1 and verdict = 'holder_burn' and booked_at is null`,
    [code],
  )
  let booked = 0
  for (const { asset } of coins) booked += await env.db.tx((tx) => bookCoin(env, tx, code, asset))
  return booked
}

const batchSize = 200

async function bookCoin(env: Env, tx: Tx, code: ChainCode, coin: CoinCode): Promise<number> {
  // Whole cents depend on the fractions left before, so chains are serialized. Locked before any account.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`holder burns ${coin}`])
  const burns = await tx.query<Burn>(
    `select id, txid, index, amount, sender from chains.movement
     where chain = $1 and asset = $2 and verdict = 'holder_burn' and booked_at is null
     order by height, txid, index limit $3 for update`,
    [code, coin, batchSize],
  )
  if (burns.length === 0) return 0
  if (!(await tryPost(env, tx, journalsOf(code, coin, burns, await fractionsOf(tx, coin))))) {
    if (await hasUnbookedMints(tx, code, coin)) return 0
    await tx.query(`update chains.movement set verdict = 'break' where id = any($1)`, [idsOf(burns)])
    const txids = burns.map((one) => one.txid).join(', ')
    await halt(env, tx, coin, `Holders burned more on ${code} than the ledger has issued there: ${txids}.`)
    return 0
  }
  await tx.query('update chains.movement set booked_at = $2 where id = any($1)', [idsOf(burns), env.clock.now()])
  for (const { txid, amount, sender } of burns)
    env.log.warn({ chain: code, coin, txid, amount: String(amount), holder: sender }, 'a holder burned coins')
  return burns.length
}

/** Some final mints are not booked yet. The burned coins may be theirs. */
async function hasUnbookedMints(sql: Sql, code: ChainCode, coin: CoinCode): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from chains.operation where chain = $1 and asset = $2 and kind = 'mint' and state = 'final' and unread limit 1`,
    [code, coin],
  )
  return rows.length > 0
}

async function fractionsOf(sql: Sql, coin: CoinCode): Promise<bigint> {
  const [row] = await sql.query<{ balance: bigint }>(
    `select balance from ledger.balance where (pool, name, asset) = ('supply', 'burned_fractions', $1)`,
    [coin],
  )
  return row?.balance ?? 0n
}

/** One journal per burn; each starts with the fractions left by the previous one. */
function journalsOf(code: ChainCode, coin: CoinCode, burns: readonly Burn[], fractions: bigint): Journal[] {
  return burns.map(({ txid, index, amount }) => {
    const lines = burnLines(coin, code, amount, fractions)
    const change = lines.find(({ account }) => account.name === 'burned_fractions')!.amount
    // A credit is negative, and increases the fractions.
    fractions -= change
    return { key: `holder_burn:${code}:${txid}:${index}`, kind: 'holder_burn', lines, meta: { chain: code, txid } }
  })
}

/** False when the ledger has issued less there than was burned. */
async function tryPost(env: Env, tx: Tx, journals: readonly Journal[]): Promise<boolean> {
  try {
    await tx.savepoint(() => postIn(env, tx, journals))
    return true
  } catch (error) {
    if (error instanceof Refused && error.reason === 'insufficient') return false
    throw error
  }
}
