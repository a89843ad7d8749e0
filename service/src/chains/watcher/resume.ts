import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Json } from '@specie/protocol/json.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Chain } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { watchedOn } from './watcher.ts'

// A chain took back what it had called final, and people have looked at it. It is read again from a height below the
// change: what is new there is stored, what was final before is not told a second time.

/** What was final, and is no longer there. */
export type Gone = { txid: string; kind: string; asset: AssetCode; amount: bigint; recipient: string | null }
export type Resumed = { readonly from: bigint; readonly gone: readonly Gone[] }

/** Without a height: so many blocks below the last one that was read as final. */
const stepBack = 1_000n

/** Null when the chain is not broken. `by` names those who decided. Minting stays halted until that, too, is lifted. */
export async function resumeChain(
  env: Env,
  chain: Chain,
  { from, by, why }: { from: bigint | null; by: string; why: string },
): Promise<Resumed | null> {
  const { code } = chain
  const [broken] = await env.db.query<{ final: bigint; problem: string }>(
    'select final, problem from chains.cursor where chain = $1 and problem is not null',
    [code],
  )
  if (!broken) return null
  const start = from ?? (broken.final > stepBack ? broken.final - stepBack : 0n)
  const cursor = await chain.cursorAt(start)
  const gone = await goneSince(env, chain, cursor, start)
  const at = env.clock.now()
  await env.db.tx(async (tx) => {
    await tx.query('update chains.cursor set cursor = $2, final = $3, problem = null, read_at = $4 where chain = $1', [
      code,
      JSON.stringify(cursor),
      start,
      at,
    ])
    const detail = { why, from: String(start), problem: broken.problem, gone: gone.map(({ txid }) => txid) }
    await audit(tx, { actor: `operators ${by}`, action: 'chain.resumed', subject: code, detail })
  })
  return { from: start, gone }
}

/** What we have as final above that height and the chain, as it is now, does not tell. */
async function goneSince(env: Env, chain: Chain, cursor: Json, start: bigint): Promise<Gone[]> {
  const told = await placesSince(env, chain, cursor)
  const known = await env.db.query<Gone & { index: number }>(
    `select txid, index, kind, asset, amount, recipient from chains.movement
     where chain = $1 and state = 'final' and height > $2 order by height, txid, index`,
    [chain.code, start],
  )
  return known.filter(({ txid, index }) => !told.has(placeOf(txid, index)))
}

async function placesSince(env: Env, chain: Chain, cursor: Json): Promise<Set<string>> {
  const watched = await watchedOn(env, chain)
  const places = new Set<string>()
  for (let at = cursor, before = -1n; ;) {
    const { movements, cursor: next, final, latest } = await chain.window(at, watched)
    for (const { txid, index } of movements) places.add(placeOf(txid, index))
    if (latest !== final || final === before) return places
    at = next
    before = final
  }
}

const placeOf = (txid: string, index: number): string => `${txid} ${index}`
