import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Json } from '@specie/protocol/json.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Chain } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { watchedOn } from './watcher.ts'

// Resumes a chain that had changed final blocks, after operators have examined it. It is read again from a height below the
// change: new movements are stored, known ones are not reported again.

/** A movement that was final and is no longer on the chain. */
export type Gone = { txid: string; kind: string; asset: AssetCode; amount: bigint; recipient: string | null }
export type Resumed = { readonly from: bigint; readonly gone: readonly Gone[] }

/** Default start: this many blocks below the last one that was read as final. */
const defaultDepth = 1_000n

/** Null when the chain is not broken. `by` names the operators. A halt of minting must be lifted separately. */
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
  const start = from ?? (broken.final > defaultDepth ? broken.final - defaultDepth : 0n)
  const cursor = await chain.cursorAt(start)
  const gone = await findGone(env, chain, cursor, start)
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

/** Our final movements above that height that the chain no longer has. */
async function findGone(env: Env, chain: Chain, cursor: Json, start: bigint): Promise<Gone[]> {
  const present = await keysSince(env, chain, cursor)
  const stored = await env.db.query<Gone & { index: number }>(
    `select txid, index, kind, asset, amount, recipient from chains.movement
     where chain = $1 and state = 'final' and height > $2 order by height, txid, index`,
    [chain.code, start],
  )
  return stored.filter(({ txid, index }) => !present.has(keyOf(txid, index)))
}

async function keysSince(env: Env, chain: Chain, cursor: Json): Promise<Set<string>> {
  const watched = await watchedOn(env, chain)
  const keys = new Set<string>()
  for (let at = cursor, before = -1n; ;) {
    const { movements, cursor: next, final, latest } = await chain.window(at, watched)
    for (const { txid, index } of movements) keys.add(keyOf(txid, index))
    if (latest !== final || final === before) return keys
    at = next
    before = final
  }
}

const keyOf = (txid: string, index: number): string => `${txid} ${index}`
