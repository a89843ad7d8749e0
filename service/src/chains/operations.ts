import { setTimeout as sleep } from 'node:timers/promises'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { requestId } from '@specie/token/request.ts'
import type { CoinCode, Effect, KeyName, RequestId } from '../base/chain-port.ts'
import type { Sql, Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'

// What the rooms above ask of the chains: put an effect in line, learn what became of it.

/** Who asks, and is told: the job of that name is woken. */
export const purposes = {
  mint: 'issuance.mints',
  redemption: 'issuance.redemptions',
  conversion: 'issuance.conversions',
  withdrawal: 'transfers.withdrawals',
  collection: 'transfers.deposits',
  faucet: 'issuance.faucet',
} as const
export type Purpose = keyof typeof purposes

export type OperationState = 'queued' | 'working' | 'final' | 'failed' | 'canceled'

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
  request_id: RequestId
  alone: boolean
  state: OperationState
  reason: string | null
  txid: string | null
  transaction_id: string | null
}

export type Ask = { chain: ChainCode; purpose: Purpose; subject: string; effect: Effect }

export const senderJob = (chain: ChainCode): string => `chains.send.${chain}`

/** Whose nonce, or whose place in line, an effect takes. */
export function keyOf(effect: Pick<Effect, 'kind'> & { from?: number }): KeyName {
  switch (effect.kind) {
    case 'mint':
      return 'minter'
    case 'burn':
      return 'burner'
    case 'transfer':
    case 'collect':
      return 'omnibus'
    case 'native':
      return `deposit:${effect.from!}`
  }
}

/** Puts an effect in line, in the transaction that decides on it (E1); its sender is woken. Answers its id. */
export async function enqueue(env: Env, tx: Tx, { chain, purpose, subject, effect }: Ask): Promise<string> {
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const once = requestId({ environment: env.config.environment, chain, token: effect.asset, request: id })
  await tx.query(
    `insert into chains.operation (id, chain, key, purpose, subject, kind, asset, amount, recipient, source, request_id,
       state, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'queued', $12, $12)`,
    [
      id,
      chain,
      keyOf(effect),
      purpose,
      subject,
      effect.kind,
      effect.asset,
      effect.amount,
      'to' in effect ? effect.to : null,
      'from' in effect ? effect.from : null,
      once,
      at,
    ],
  )
  await env.jobs.wake(tx, senderJob(chain))
  return id
}

export type OperationNews = Operation & { cost: bigint | null }

/** Operations whose state those who asked have not seen; with this transaction they have. */
export function readNews(tx: Tx, purpose: Purpose, most: number): Promise<OperationNews[]> {
  return tx.query<OperationNews>(
    `with news as (
       select id from chains.operation where purpose = $1 and unread order by updated_at limit $2 for update skip locked
     ), read as (
       update chains.operation o set unread = false from news where o.id = news.id returning o.*
     )
     select read.*, t.cost from read left join chains.transaction t on t.id = read.transaction_id order by read.updated_at`,
    [purpose, most],
  )
}

/** Every hash that a subject's transactions ever had, by subject, the first one first. */
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

/** The first hash of what was put in line, as soon as it is signed; empty when that takes too long. */
export async function firstTxid(env: Env, purpose: Purpose, subject: string): Promise<string> {
  const deadline = env.clock.elapsed() + env.config.signingWaitMs
  for (;;) {
    const [first] = (await txidsOf(env.db, purpose, [subject])).get(subject) ?? []
    if (first !== undefined) return first
    if (env.clock.elapsed() >= deadline) return ''
    await sleep(pollMs)
  }
}

/**
 * How deep a block must lie to be final, by chain. Production goes by the table; UAT's chains are final sooner, and the
 * depth is read off them.
 */
export async function finality(env: Pick<Env, 'db' | 'config'>): Promise<ReadonlyMap<ChainCode, number>> {
  const table = (Object.keys(chains) as ChainCode[]).map((code) => [code, chains[code].confirmations] as const)
  if (env.config.environment === 'production') return new Map(table)
  const read = await env.db.query<{ chain: ChainCode; depth: bigint }>(
    'select chain, latest - final + 1 as depth from chains.cursor',
  )
  return new Map([...table, ...read.map(({ chain, depth }) => [chain, Number(depth)] as const)])
}

/** A coin whose minting was stopped, and why; null when it goes on. Ask in the transaction of the effect. */
export async function haltOf(sql: Sql, coin: CoinCode): Promise<string | null> {
  const [halt] = await sql.query<{ reason: string }>(
    'select reason from chains.halt where what = $1 and lifted_at is null',
    [`mint:${coin}`],
  )
  return halt?.reason ?? null
}

/** Where an asset lives on each chain. */
export async function contractsOf(sql: Sql): Promise<Map<`${ChainCode}/${AssetCode}`, string>> {
  const rows = await sql.query<{ chain: ChainCode; asset: AssetCode; address: string }>(
    'select chain, asset, address from chains.contract',
  )
  return new Map(rows.map(({ chain, asset, address }) => [`${chain}/${asset}` as const, address]))
}
