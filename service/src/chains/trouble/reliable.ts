import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, unavailable } from '../../base/http/errors.ts'
import { Disagreement } from '../adapters/agreement.ts'

// Whether a chain is reliable now. Nothing is credited on an unreliable chain, and clients learn of it before they send
// coins. The result is stored in the database, because a process that only serves requests reads no chain.

export const troubleParts = ['reading', 'sending'] as const
export type Part = (typeof troubleParts)[number]

export const troubleKinds = ['disagreement', 'unreachable'] as const
export type TroubleKind = (typeof troubleKinds)[number]

/** Why a chain is currently unreliable. The notice is public. It names no node. */
export type Unreliability = {
  readonly kind: TroubleKind | 'broken' | 'stalled'
  readonly notice: string
}

const notices: { readonly [kind in Unreliability['kind']]: (name: string) => string } = {
  broken: (name) => `${name} has changed what was final. It is not read until we have looked at it:`,
  disagreement: (name) => `The nodes of ${name} disagree. Nothing there is final until they agree:`,
  unreachable: (name) => `${name} cannot be read at the moment:`,
  stalled: (name) => `${name} makes no blocks at the moment:`,
}
const consequence = 'deposits there are not credited meanwhile, and nothing is sent.'

type Row = {
  chain: ChainCode
  problem: string | null
  kind: TroubleKind | null
  is_stalled: boolean
}

/** A short failure of a node is not reported. A disagreement between nodes is reported at once. */
const graceSeconds = 60

/** After this time without a block the chain counts as stalled. */
const stallMs = { evm: 300_000, solana: 300_000, bitcoin: 3 * 3_600_000 } as const

/** UAT's chains make no blocks while idle: there, a transaction or movement must be waiting for a block. */
const stalled = `c.read_at < $3::timestamptz - s.stall and (not $4::boolean
  or exists (select from chains.transaction t where t.chain = c.chain and t.state = 'sent' and t.created_at < $3::timestamptz - s.stall)
  or exists (select from chains.movement m where m.chain = c.chain and m.state = 'seen' and m.created_at < $3::timestamptz - s.stall))`

/** By chain, for the chains of this installation. */
export async function unreliableChains(
  env: Pick<Env, 'chains' | 'config' | 'clock'>,
  sql: Sql,
  codes: readonly ChainCode[] = [...env.chains.keys()],
): Promise<ReadonlyMap<ChainCode, Unreliability>> {
  const now = env.clock.now()
  const rows = await sql.query<Row>(
    `select s.chain, c.problem, coalesce(${stalled}, false) as is_stalled,
       (select kind from chains.trouble t where t.chain = s.chain
          and (t.kind = 'disagreement' or t.since < $3::timestamptz - make_interval(secs => $5)) order by kind limit 1) as kind
     from unnest($1::text[], $2::interval[]) s (chain, stall) left join chains.cursor c on c.chain = s.chain`,
    [
      codes,
      codes.map((code) => `${stallMs[chains[code].family] / 1000} seconds`),
      now,
      env.config.environment === 'uat',
      graceSeconds,
    ],
  )
  return new Map(rows.flatMap((row) => unreliabilityOf(row)))
}

function unreliabilityOf({ chain, problem, kind, is_stalled }: Row): [ChainCode, Unreliability][] {
  const state = problem !== null ? 'broken' : (kind ?? (is_stalled ? 'stalled' : null))
  return state === null
    ? []
    : [[chain, { kind: state, notice: `${notices[state](chains[chain].name)} ${consequence}` }]]
}

/** Throws 503 unless the chain is online and reliable. We make no promise there that we may not keep. */
export async function assertReliable(env: Env, sql: Sql, chain: ChainCode): Promise<void> {
  if (!env.chains.has(chain)) throw unavailable(`${chains[chain].name} is offline at the moment.`)
  const problem = (await unreliableChains(env, sql, [chain])).get(chain)
  if (!problem) return
  const details = { blockchain: chain, reason: problem.kind }
  throw new ApiError('service_unavailable', details, problem.notice, { 'retry-after': '30' })
}

/** Reports a problem in the log (once), in the metrics and in the status. */
export async function reportTrouble(env: Env, chain: ChainCode, part: Part, error: Error): Promise<void> {
  const kind = error instanceof Disagreement ? 'disagreement' : 'unreachable'
  const changed = await env.db.query(
    `insert into chains.trouble as t (chain, part, kind, what, since) values ($1, $2, $3, $4, $5)
     on conflict (chain, part) do update set kind = excluded.kind, what = excluded.what,
       since = case when t.kind = excluded.kind then t.since else excluded.since end
       where (t.kind, t.what) <> (excluded.kind, excluded.what)
     returning 1`,
    [chain, part, kind, error.message, env.clock.now()],
  )
  env.metrics.chainTrouble.set({ chain, part }, 1)
  if (changed.length > 0) env.log.error({ chain, part, kind, problem: error.message }, 'a chain is in trouble')
}

/** Clears the metric. There is no problem, or another process has cleared it. */
export function clearTroubleMetric({ metrics }: Env, chain: ChainCode, part: Part): void {
  metrics.chainTrouble.set({ chain, part }, 0)
}

/** Clears a problem. */
export async function endTrouble(env: Env, sql: Sql, chain: ChainCode, part: Part): Promise<void> {
  const ended = await sql.query('delete from chains.trouble where chain = $1 and part = $2 returning 1', [chain, part])
  clearTroubleMetric(env, chain, part)
  if (ended.length > 0) env.log.info({ chain, part }, 'a chain is out of trouble')
}
