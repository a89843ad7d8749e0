import { setTimeout as sleep } from 'node:timers/promises'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { requestId } from '@specie/token/request.ts'
import { closeCasesAbout } from '../../banking/reconciliation/cases.ts'
import type { CoinCode, Contract, Effect, KeyName, Power, RequestId } from '../../base/ports/chain.ts'
import { batcher } from '../../base/database/batcher.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'
import { anyOf, type IsDue } from '../../base/state-machine/transitions.ts'
import { keyOf } from '../adapters/effect-keys.ts'
import type { Purpose } from '../../base/manifest.ts'
import { purposesWith } from './purposes.ts'
import { pulledAmong } from '../../compliance/switch/row.ts'

// The outbox for the rooms above: queue an effect, take its outcome.

export const operationStates = ['queued', 'working', 'final', 'failed', 'canceled'] as const
export type OperationState = (typeof operationStates)[number]

export type Operation = {
  id: string
  chain: ChainCode
  key: KeyName
  purpose: Purpose
  subject: string
  kind: Effect['kind']
  asset: AssetCode
  amount: bigint
  recipient: string | null
  source: number | null
  source_key: Power | null
  memo: string | null
  max_fee: bigint | null
  request_id: RequestId
  alone: boolean
  state: OperationState
  reason: string | null
  txid: string | null
  transaction_id: string | null
  address_id: string | null
}

/** `addressId`: the whitelisted wallet of the recipient; it must be usable until the bytes are saved. */
export type OperationRequest = {
  chain: ChainCode
  purpose: Purpose
  subject: string
  effect: Effect
  addressId?: string | null
}

export const senderJob = (chain: ChainCode): string => `chains.send.${chain}`

/** Queues an effect in the transaction that decides on it (E1), and wakes its sender. Returns its id. */
export async function enqueue(env: Env, tx: Tx, ask: OperationRequest): Promise<string> {
  return (await enqueueAll(env, tx, [ask]))[0]!
}

/** The same for many, in their order. */
export async function enqueueAll(env: Env, tx: Tx, asks: readonly OperationRequest[]): Promise<string[]> {
  const at = env.clock.now()
  const { environment } = env.config
  const rows = asks.map(({ chain, purpose, subject, effect, addressId = null }) => {
    const id = env.ids.uuid(at)
    return {
      id,
      chain,
      key: keyOf(effect, chains[chain].family),
      purpose,
      subject,
      kind: effect.kind,
      asset: effect.asset,
      amount: String(effect.amount),
      recipient: 'to' in effect ? effect.to : null,
      source: 'from' in effect && typeof effect.from === 'number' ? effect.from : null,
      source_key: 'from' in effect && typeof effect.from === 'string' ? effect.from : null,
      memo: 'memo' in effect ? (effect.memo ?? null) : null,
      max_fee: 'maxFee' in effect ? String(effect.maxFee) : null,
      address_id: addressId,
      request_id: requestId({ environment, chain, token: effect.asset, request: id }),
    }
  })
  await tx.query(
    `insert into chains.operation (id, chain, key, purpose, subject, kind, asset, amount, recipient, source,
       source_key, memo, max_fee, address_id, alone, request_id, state, created_at, updated_at)
     select id, chain, key, purpose, subject, kind, asset, amount, recipient, source, source_key, memo, max_fee, address_id,
       memo is not null, request_id, 'queued', $2, $2
     from jsonb_to_recordset($1) as requested (id uuid, chain text, key text, purpose text, subject uuid, kind text,
       asset text, amount numeric, recipient text, source integer, source_key text, memo text, max_fee numeric,
       address_id uuid, request_id text)`,
    [JSON.stringify(rows), at],
  )
  for (const chain of new Set(asks.map((ask) => ask.chain))) env.jobs.wake(tx, senderJob(chain))
  return rows.map((row) => row.id)
}

export type OperationOutcome = Operation & { cost: bigint | null }

/** Whether operations have a state that their requesters have not read. */
export const hasOutcomes = (purpose: Purpose): IsDue =>
  anyOf('select from chains.operation where purpose = $1 and unread', [purpose])

/**
 * Takes the operations whose state their requesters have not read yet. The end of a canceled or failed one usually frees the
 * money of its subject, so it is withheld while its subject has an open hold, unless `evenOnHold`.
 */
export function takeOutcomes(
  tx: Tx,
  purpose: Purpose,
  limit: number,
  { evenOnHold = false } = {},
): Promise<OperationOutcome[]> {
  return tx.query<OperationOutcome>(
    `with taken as (
       select id from chains.operation where purpose = $1 and unread
         and (state not in ('failed', 'canceled') or $3 or not compliance.is_stopped(subject))
       order by updated_at limit $2 for update skip locked
     ), read as (
       update chains.operation o set unread = false from taken where o.id = taken.id returning o.*
     )
     select read.*, t.cost from read left join chains.transaction t on t.id = read.transaction_id order by read.updated_at`,
    [purpose, limit, evenOnHold],
  )
}

/**
 * The state of a subject's last operation. none: no operation, or one without effect. queued, assigned: not signed; the
 * sender returns an assigned one to the queue when its subject is stopped. signed: it cannot be stopped.
 */
export type Progress = 'none' | 'queued' | 'assigned' | 'signed' | 'final'

/**
 * With the sender, so the outcome is unknown. An unsigned one returns to the queue when its subject is stopped. A signed one
 * lands, or returns to the queue when it never can. Until then its subject stays stopped and nothing is signed anew.
 */
export const isWithSender = (progress: Progress): boolean => progress === 'assigned' || progress === 'signed'

/** By subject; locked until the transaction ends, so that queued operations stay queued. */
export async function progressOf(
  tx: Tx,
  purpose: Purpose,
  subjects: readonly string[],
): Promise<(subject: { readonly id: string }) => Progress> {
  const rows = await tx.query<{ subject: string; progress: Progress }>(
    `select o.subject, case when o.state <> 'working' then o.state
         when exists (select from chains.attempt a where a.transaction_id = o.transaction_id) then 'signed'
         else 'assigned' end as progress
     from chains.operation o
     where o.purpose = $1 and o.subject = any($2::uuid[]) and o.state in ('queued', 'working', 'final') for update`,
    [purpose, subjects],
  )
  const known = new Map(rows.map((row) => [row.subject, row.progress]))
  return ({ id }) => known.get(id) ?? 'none'
}

/** An operation that can no longer be stopped. */
type Irrevocable = {
  chain: ChainCode
  isFinal: boolean
  txid: string
  /** It pays coins to an outside party, and no further step follows. */
  delivers: boolean
}

/** Signed and final operations of these subjects, oldest first, without moves between our addresses. */
export async function irrevocableOf(
  env: Env,
  tx: Tx,
  subjects: readonly string[],
): Promise<(Irrevocable & { subject: string })[]> {
  type Row = Pick<Operation, 'subject' | 'purpose' | 'chain' | 'state' | 'address_id'> & { txid: string }
  const rows = await tx.query<Row>(
    `select o.subject, o.purpose, o.chain, o.state, o.address_id, coalesce(o.txid, (select hash from chains.attempt a
         where a.transaction_id = t.id order by number desc limit 1)) as txid
     from chains.operation o left join chains.transaction t on t.id = o.transaction_id
     where o.subject = any($1::uuid[]) and o.purpose <> all($2)
       and (o.state = 'final' or o.state = 'working' and t.state = 'sent') order by o.created_at`,
    [subjects, purposesWith(env, 'internal')],
  )
  return rows.map(({ subject, purpose, chain, state, txid, address_id }) => {
    const { delivers, booksArrival } = env.runtime.rooms.operations[purpose]
    const staysWithUs = booksArrival && address_id === null
    return { subject, chain, isFinal: state === 'final', txid, delivers: Boolean(delivers && !staysWithUs) }
  })
}

/** Removes queued operations. The caller handles the consequences, so no outcome is reported. */
export async function takeBack(env: Env, tx: Tx, purpose: Purpose, subjects: readonly string[], reason: string) {
  const at = env.clock.now()
  const canceled = await tx.query<{ id: string }>(
    `update chains.operation set state = 'canceled', reason = $3, updated_at = $4, unread = false
     where purpose = $1 and subject = any($2::uuid[]) and state = 'queued' returning id`,
    [purpose, subjects, reason, at],
  )
  for (const { id } of canceled) await closeCasesAbout(tx, 'not_asked_for', { operationid: id }, at, 'service')
}

/** The number of this purpose's operations that the chain has refused, by subject. */
export async function refusalsOf(sql: Sql, purpose: Purpose, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.query<{ subject: string; times: bigint }>(
    `select subject, count(*) as times from chains.operation
     where purpose = $1 and subject = any($2::uuid[]) and state in ('failed', 'canceled') group by subject`,
    [purpose, ids],
  )
  return new Map(rows.map(({ subject, times }) => [subject, Number(times)]))
}

/** The stored form of a hash: hex in lower case; a Solana signature depends on case. */
export const txidOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^(0x)?[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : text

/** All hashes of a subject's transactions, by subject, first one first. */
export async function txidsOf(sql: Sql, purpose: Purpose, subjects: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await sql.query<{ subject: string; hashes: string[] }>(
    `select o.subject, array_agg(a.hash order by t.created_at, a.number) as hashes
     from chains.operation o join chains.carried c on c.operation_id = o.id
     join chains.transaction t on t.id = c.transaction_id join chains.attempt a on a.transaction_id = t.id
     where o.purpose = $1 and o.subject = any($2::uuid[]) group by o.subject`,
    [purpose, subjects],
  )
  return new Map(rows.map(({ subject, hashes }) => [subject, hashes]))
}

const pollMs = 15

/** The first hash of a queued operation, as soon as it is signed; empty after a time limit. */
export async function firstTxid(
  env: Env,
  purpose: Purpose,
  subject: string,
  waitMs: number = env.config.signingWaitMs,
): Promise<string> {
  const deadline = env.clock.elapsed() + waitMs
  for (;;) {
    const first = await txidQueriesOf(env).submit({ purpose, subject })
    if (first !== undefined) return first
    if (env.clock.elapsed() >= deadline) return ''
    await sleep(pollMs)
  }
}

type TxidQuery = { purpose: Purpose; subject: string }

/** One shared query for all waiting callers: a query per caller every few milliseconds kept the database busy. */
const txidQueriesOf = perProcess((env) => batcher((queries: TxidQuery[]) => firstTxids(env, queries), 500))

async function firstTxids({ db }: Env, queries: readonly TxidQuery[]): Promise<(string | undefined)[]> {
  const found = new Map<string, string>()
  for (const [purpose, some] of Map.groupBy(queries, (one) => one.purpose)) {
    const subjects = some.map((one) => one.subject)
    for (const [subject, [first]] of await txidsOf(db, purpose, subjects)) found.set(subject, first!)
  }
  return queries.map((one) => found.get(one.subject))
}

/**
 * The depth at which a block is final, by chain. Production uses the table; UAT's chains finalize sooner, so the depth is
 * read from them.
 */
export async function finality(env: Pick<Env, 'db' | 'config'>): Promise<ReadonlyMap<ChainCode, number>> {
  const table = (Object.keys(chains) as ChainCode[]).map((code) => [code, chains[code].confirmations] as const)
  if (env.config.environment === 'production') return new Map(table)
  const read = await env.db.query<{ chain: ChainCode; depth: bigint }>(
    'select chain, latest - final + 1 as depth from chains.cursor',
  )
  return new Map([...table, ...read.map(({ chain, depth }) => [chain, Number(depth)] as const)])
}

/** An operation or movement of ours that waits for blocks. */
export type AtWork = { chain: ChainCode; id: string; state: string }

export const workOnChains = (sql: Sql): Promise<AtWork[]> =>
  sql.query<AtWork>(
    `select chain, id::text, state::text from chains.operation where state in ('queued', 'working')
     union all select chain, id::text, state::text from chains.transaction where state in ('assigned', 'sent')
     union all select chain, id::text, state::text from chains.movement where state = 'seen'
     order by 1, 2, 3`,
  )

/** The number of the last final block, for each chain that is read. */
export async function finalBlocks(sql: Sql): Promise<Map<ChainCode, number>> {
  const rows = await sql.query<{ chain: ChainCode; final: bigint }>('select chain, final from chains.cursor')
  return new Map(rows.map(({ chain, final }) => [chain, Number(final)]))
}

/**
 * The reason for a halt of this coin's minting, on all chains or on this one; null if there is no halt. Call it in the
 * transaction of the effect.
 */
export async function haltOf(sql: Sql, coin: CoinCode, chain?: ChainCode): Promise<string | null> {
  const names = [`mint:${coin}`, ...(chain === undefined ? [] : [`mint:${coin}:${chain}`])]
  return (await pulledAmong(sql, names))?.reason ?? null
}

/** The address of an asset on each chain. */
export async function contractsOf(sql: Sql): Promise<Map<`${ChainCode}/${AssetCode}`, string>> {
  const rows = await sql.query<{ chain: ChainCode; asset: AssetCode; address: string }>(
    'select chain, asset, address from chains.contract',
  )
  return new Map(rows.map(({ chain, asset, address }) => [`${chain}/${asset}` as const, address]))
}

export async function contractOn(sql: Sql, chain: ChainCode, asset: AssetCode): Promise<Contract | null> {
  const [row] = await sql.query<Contract>(
    'select asset, address from chains.contract where chain = $1 and asset = $2',
    [chain, asset],
  )
  return row ?? null
}
