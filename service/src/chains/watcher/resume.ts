import type { AssetCode } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Chain } from '../../base/ports/chain.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { wakeAfter } from '../../base/gather-rooms.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import type { Description } from '../../base/approvable.ts'
import { watchedOn } from './watcher.ts'

// Resumes a chain that had changed final blocks, after two people have examined it. It is read again from a height below the
// change: new movements are stored, known ones are not reported again, missing arrivals are. A halt of minting must be
// lifted separately.

/** A movement that was final and is no longer on the chain. */
type Gone = { id: string; txid: string; kind: string; asset: AssetCode; amount: bigint; recipient: string | null }

/**
 * The act of an approved `chain.resume`. The block from which it is read again. The watcher carries it out, because it can
 * query the chain.
 */
export async function agreeToResume(env: Env, tx: Tx, { blockchain, from }: PayloadOf<'chain.resume'>): Promise<void> {
  const [broken] = await tx.query<{ final: bigint }>(
    `update chains.cursor set resume_from = $2 where chain = $1 and problem is not null returning final`,
    [blockchain, BigInt(from)],
  )
  if (!broken) throw badRequest('broken', `${blockchain} is not stopped, so it cannot be resumed.`, 'blockchain')
  if (BigInt(from) > broken.final)
    throw badRequest(
      'from',
      `${blockchain} was read up to block ${broken.final}. Resume from that block or an earlier one.`,
      'from',
    )
  env.jobs.wake(tx, resumeChains.name)
}

export const describeResume = async (
  _env: Env,
  _sql: Sql,
  { blockchain, from }: PayloadOf<'chain.resume'>,
): Promise<Description> => ({
  title: `Read ${chains[blockchain].name} again from block ${from}`,
  institutionId: null,
})

type Agreed = { code: ChainCode; problem: string; from: bigint }

/** Resumes the chains that two people have agreed to resume. */
export const resumeChains: Job = {
  name: 'chains.resume',
  everyMs: 10_000,
  applies: ({ chains }) => chains.size > 0,
  run: async (env) => {
    const agreed = await env.db.query<Agreed>(
      `select chain as code, problem, resume_from as "from" from chains.cursor
       where problem is not null and resume_from is not null`,
    )
    const here = agreed.flatMap((one) => {
      const chain = env.chains.get(one.code)
      return chain ? [{ ...one, chain }] : []
    })
    for (const { chain, ...one } of here) await resumeChain(env, chain, one)
    return here.length
  },
}

async function resumeChain(env: Env, chain: Chain, { code, from, problem }: Agreed): Promise<void> {
  const cursor = await chain.cursorAt(from)
  const gone = await findGone(env, chain, cursor, from)
  const at = env.clock.now()
  await env.db.tx(async (tx) => {
    await tx.query(
      `update chains.cursor set cursor = $2, final = $3, problem = null, resume_from = null, read_at = $4 where chain = $1`,
      [code, JSON.stringify(cursor), from, at],
    )
    await drop(env, tx, gone, at)
    const detail = { from: String(from), problem, gone: gone.map(({ txid }) => txid) }
    audit(tx, { actor: 'service', action: 'chain.resumed', subject: code, detail })
  })
  for (const movement of gone) env.log.error({ chain: code, ...movement }, 'a movement is gone from the chain')
}

/** Missing arrivals are reported again, so that their rooms can reverse them. Mints and burns are not. */
async function drop(env: Env, tx: Tx, gone: readonly Gone[], at: Date): Promise<void> {
  await tx.query(
    `update chains.movement m set state = 'orphaned', unread = true, updated_at = $2
     where id = any($1) and kind = 'transfer' and not exists (select from chains.deposit_address own
       where own.address = m.recipient and own.rail_id is not null)`,
    [idsOf(gone), at],
  )
  wakeAfter(env, tx, 'chain.moved')
}

/** Our final movements above that height that the chain no longer has. */
async function findGone(env: Env, chain: Chain, cursor: Json, start: bigint): Promise<Gone[]> {
  const present = await keysSince(env, chain, cursor)
  const stored = await env.db.query<Gone & { index: number }>(
    `select id, txid, index, kind, asset, amount, recipient from chains.movement
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
