import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Attempt, Chain, Contract, KeyName, Order } from '../../base/ports/chain.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { stoppedAmong } from '../../base/jobs/stops.ts'
import { assertLease, type Lease } from './lease.ts'
import { type Operation, purposes } from './operations.ts'

// The rows behind what we send. Every write is fenced by the lease of its key.

/** Who works at this queue: the chain, and the right to use the key. */
export type SendingDesk = {
  readonly env: Env
  readonly chain: Chain
  readonly lease: Lease
  /** What nodes tell different things of, found on the way. */
  readonly disputes: string[]
  /** Keeps the lease for another while; throws when it has passed to another process. */
  renew(): Promise<void>
}

/** assigned: has its nonce. sent: signed, perhaps on the chain. over: none of its forms can land any more. */
export const transactionStates = ['assigned', 'sent', 'final', 'reverted', 'over'] as const

export type Transaction = {
  id: string
  chain: ChainCode
  key: KeyName
  nonce: bigint | null
  state: (typeof transactionStates)[number]
  hash: string | null
  height: bigint | null
  sent_at: Date | null
  created_at: Date
}

/** A transaction with what it carries and every form in which it was signed. */
export type Carried = { transaction: Transaction; operations: Operation[]; attempts: Attempt[] }

/** All writes of a desk go through here: a process whose lease has passed on writes nothing any more. */
export function fenced<T>({ env, lease }: SendingDesk, work: (tx: Tx) => Promise<T>): Promise<T> {
  return env.db.tx(async (tx) => {
    await assertLease(tx, lease)
    return work(tx)
  })
}

export function orderOf(operation: Operation): Order {
  const { id, kind, request_id: requestId, asset, amount, recipient: to, memo, most_fee: mostFee } = operation
  const from = operation.source ?? operation.source_key
  const given = {
    ...(to === null ? {} : { to }),
    ...(from === null ? {} : { from }),
    ...(memo === null ? {} : { memo }),
    ...(mostFee === null ? {} : { mostFee }),
  }
  return { id, requestId, kind, asset, amount, ...given } as Order
}

export async function contractOn(sql: Sql, chain: ChainCode, asset: AssetCode): Promise<Contract | null> {
  const [row] = await sql.query<Contract>(
    'select asset, address from chains.contract where chain = $1 and asset = $2',
    [chain, asset],
  )
  return row ?? null
}

/** Under way, but by no transaction that still counts: the chain had done it already (sender.ts). */
const carriedNoLonger = `o.state = 'working' and not exists (select from chains.transaction t
  where t.id = o.transaction_id and t.state not in ('over', 'reverted'))`

export function carriedByNobody({ env, lease }: SendingDesk): Promise<Operation[]> {
  return env.db.query<Operation>(
    `select * from chains.operation o where chain = $1 and key = $2 and ${carriedNoLonger}`,
    [lease.chain, lease.key],
  )
}

/** What a sender looks at first, in one question: most often there is nothing to do. */
type Sending = {
  /** The chain took back what was final. */
  broken: boolean
  /** Something stood in the way of sending, and is not over yet as far as is known. */
  troubled: boolean
  /** Keys that have something in line or under way. */
  keys: KeyName[]
}

export async function sendingOn(sql: Sql, chain: ChainCode): Promise<Sending> {
  const [row] = await sql.query<Sending>(
    `select exists (select from chains.cursor where chain = $1 and problem is not null) as broken,
       exists (select from chains.trouble where chain = $1 and part = 'sending') as troubled,
       array(select key from chains.operation where chain = $1 and state = 'queued'
         union select key from chains.transaction where chain = $1 and state in ('assigned', 'sent')
         union select key from chains.operation o where chain = $1 and ${carriedNoLonger}) as keys`,
    [chain],
  )
  return row!
}

/** What must not leave: a hold lies on its subject, or the wallet that it goes to is not usable now. */
const isStopped = `(compliance.is_stopped(o.subject)
  or exists (select from institutions.address a where a.id = o.address_id and a.state <> 'active'))`

const stoppable = (operations: readonly Operation[]): string[] =>
  operations.flatMap(({ subject, address_id }) => (address_id === null ? [subject] : [subject, address_id]))

/** What goes out next, together: the oldest in line, and others of its kind as many as fit. What is stopped is passed over. */
export async function nextInLine({ env, chain, lease }: SendingDesk, but: readonly AssetCode[]): Promise<Operation[]> {
  const queue = await env.db.query<Operation>(
    `select * from chains.operation o where chain = $1 and key = $2 and state = 'queued' and asset <> all($4)
       and not ${isStopped} order by created_at, id limit $3`,
    [lease.chain, lease.key, chain.bundleSize, but],
  )
  const [first] = queue
  if (!first || first.kind !== 'mint' || first.alone) return queue.slice(0, 1)
  return queue.filter((one) => one.kind === 'mint' && one.asset === first.asset && !one.alone)
}

/**
 * Gives operations their transaction, and that its nonce: saved before anything is signed. The chain's own count is a
 * floor, never a rewind. Operations that were canceled or stopped meanwhile stay behind; null when all were.
 */
export async function assign(
  desk: SendingDesk,
  operations: readonly Operation[],
  floor: bigint | null,
): Promise<string | null> {
  const { env, lease } = desk
  const at = env.clock.now()
  return fenced(desk, async (tx) => {
    const stopped = await stoppedAmong(tx, stoppable(operations))
    const free = operations.filter((one) => !stoppable([one]).some((thing) => stopped.has(thing)))
    const queued = await tx.query<{ id: string }>(
      `select id from chains.operation where id = any($1) and state = 'queued' for update`,
      [free.map((one) => one.id)],
    )
    if (queued.length === 0) return null
    const ids = queued.map((one) => one.id)
    const nonce = floor === null ? null : await useNonce(tx, lease, floor)
    const again = await takeUpAgain(tx, operations[0]!.transaction_id, ids, nonce, at)
    const id = again ?? (await open(env, tx, lease, nonce, at))
    await tx.query(
      `update chains.operation set state = 'working', transaction_id = $2, updated_at = $3 where id = any($1)`,
      [ids, id, at],
    )
    await tx.query(
      `insert into chains.carried (operation_id, transaction_id) select unnest($1::uuid[]), $2
       on conflict (operation_id, transaction_id) do nothing`,
      [ids, id],
    )
    return id
  })
}

async function open(env: Env, tx: Tx, { chain, key }: Lease, nonce: bigint | null, at: Date): Promise<string> {
  const id = env.ids.uuid(at)
  await tx.query(
    `insert into chains.transaction (id, chain, key, nonce, state, created_at) values ($1, $2, $3, $4, 'assigned', $5)`,
    [id, chain, key, nonce, at],
  )
  return id
}

/** What had to wait goes on in the transaction that it had, if nothing was signed there and the same go along. */
async function takeUpAgain(
  tx: Tx,
  before: string | null,
  ids: readonly string[],
  nonce: bigint | null,
  at: Date,
): Promise<string | null> {
  if (before === null) return null
  const [row] = await tx.query<{ id: string }>(
    `update chains.transaction t set state = 'assigned', nonce = $3, created_at = $4
     where t.id = $1 and t.state = 'over' and not exists (select from chains.attempt a where a.transaction_id = t.id)
       and (select array_agg(c.operation_id order by c.operation_id) from chains.carried c where c.transaction_id = t.id)
         = (select array_agg(asked order by asked) from unnest($2::uuid[]) asked)
     returning t.id`,
    [before, ids, nonce, at],
  )
  return row?.id ?? null
}

async function useNonce(tx: Tx, { chain, key }: Lease, floor: bigint): Promise<bigint> {
  const [wallet] = await tx.query<{ nonce: bigint }>(
    `insert into chains.wallet as w (chain, key, address, next_nonce) values ($1, $2, '', $3 + 1)
     on conflict (chain, key) do update set next_nonce = greatest(w.next_nonce, $3) + 1
     returning next_nonce - 1 as nonce`,
    [chain, key, floor],
  )
  return wallet!.nonce
}

/** Nothing was signed with it: its nonce is free again, for it was the last one given. */
export async function giveBack(tx: Tx, { id, chain, key, nonce }: Transaction): Promise<void> {
  await tx.query(`update chains.transaction set state = 'over' where id = $1`, [id])
  await tx.query('update chains.wallet set next_nonce = $3 where chain = $1 and key = $2 and next_nonce = $3 + 1', [
    chain,
    key,
    nonce,
  ])
}

/**
 * The bytes are saved, and only then may they leave (E1). Those who asked learn that there is a txid. False when something
 * that it carries was stopped before this moment (S1): then nothing is saved, and nothing leaves. Another form of what may
 * have left already is saved in any case.
 */
export async function saveAttempt(
  desk: SendingDesk,
  { transaction, operations, attempts }: Carried,
  attempt: Attempt,
): Promise<boolean> {
  const at = desk.env.clock.now()
  const transactionId = transaction.id
  const number = attempts.length + 1
  return fenced(desk, async (tx) => {
    if (number === 1 && (await stoppedAmong(tx, stoppable(operations))).size > 0) return false
    await tx.query(
      `insert into chains.attempt (chain, hash, transaction_id, number, raw, terms, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [desk.chain.code, attempt.hash, transactionId, number, attempt.raw, JSON.stringify(attempt.terms), at],
    )
    await tx.query(`update chains.transaction set state = 'sent', sent_at = $2 where id = $1`, [transactionId, at])
    await tell(desk.env, tx, `transaction_id = $1 and state = 'working'`, [transactionId])
    return true
  })
}

/** What stands in line for a wallet that was revoked comes to nothing; those who asked are told. */
export function dropRevoked(desk: SendingDesk): Promise<void> {
  const which = `chain = $1 and key = $2 and state = 'queued' and exists (
    select from institutions.address a where a.id = address_id and a.state = 'revoked')`
  const reason = 'The wallet that it was for has been revoked.'
  const values = [desk.lease.chain, desk.lease.key, reason]
  return fenced(desk, (tx) => tell(desk.env, tx, which, values, `, state = 'canceled', reason = $3`))
}

/** Every form of what else is under way with this key. */
export function othersUnderWay({ env, lease }: SendingDesk, id: string): Promise<Attempt[]> {
  return env.db.query<Attempt>(
    `select a.hash, a.raw, a.terms from chains.attempt a join chains.transaction t on t.id = a.transaction_id
     where t.chain = $1 and t.key = $2 and t.state = 'sent' and t.id <> $3`,
    [lease.chain, lease.key, id],
  )
}

/** Marks operations as news and wakes those who asked for them. */
async function tell(env: Env, tx: Tx, which: string, values: unknown[], set = ''): Promise<void> {
  const told = await tx.query<Pick<Operation, 'purpose'>>(
    `update chains.operation set unread = true, updated_at = $${values.length + 1} ${set} where ${which} returning purpose`,
    [...values, env.clock.now()],
  )
  for (const purpose of new Set(told.map((one) => one.purpose))) env.jobs.wake(tx, purposes[purpose])
}

/** Operations end, once. */
export async function end(
  env: Env,
  tx: Tx,
  operations: readonly Pick<Operation, 'id'>[],
  how: { state: 'final'; txid: string } | { state: 'failed'; reason: string },
): Promise<void> {
  const [column, value] = how.state === 'final' ? ['txid', how.txid] : ['reason', how.reason]
  const which = `id = any($1) and state in ('queued', 'working')`
  await tell(env, tx, which, [idsOf(operations), how.state, value], `, state = $2, ${column} = $3`)
}

/** Back in line: nothing of it can land any more. */
export async function requeue(env: Env, tx: Tx, operations: readonly Operation[], alone: boolean): Promise<void> {
  await tx.query(
    `update chains.operation set state = 'queued', alone = alone or $2, updated_at = $3
     where id = any($1) and state = 'working'`,
    [idsOf(operations), alone, env.clock.now()],
  )
}

/** Everything under way at a desk, the oldest first. */
export async function underWay({ env, lease }: SendingDesk): Promise<Carried[]> {
  const transactions = await env.db.query<Transaction>(
    `select * from chains.transaction where chain = $1 and key = $2 and state in ('assigned', 'sent')
     order by nonce nulls first, created_at`,
    [lease.chain, lease.key],
  )
  return withContent(env.db, transactions)
}

export async function carriedBy(sql: Sql, id: string): Promise<Carried> {
  const found = await sql.query<Transaction>('select * from chains.transaction where id = $1', [id])
  return (await withContent(sql, found))[0]!
}

async function withContent(sql: Sql, transactions: readonly Transaction[]): Promise<Carried[]> {
  if (transactions.length === 0) return []
  const ids = transactions.map((one) => one.id)
  const operations = await sql.query<Operation>(
    'select * from chains.operation where transaction_id = any($1) order by created_at, id',
    [ids],
  )
  const attempts = await sql.query<Attempt & { transaction_id: string }>(
    'select transaction_id, hash, raw, terms from chains.attempt where transaction_id = any($1) order by number',
    [ids],
  )
  const operationsOf = Map.groupBy(operations, (one) => one.transaction_id)
  const attemptsOf = Map.groupBy(attempts, (one) => one.transaction_id)
  return transactions.map((transaction) => ({
    transaction,
    operations: operationsOf.get(transaction.id) ?? [],
    attempts: attemptsOf.get(transaction.id) ?? [],
  }))
}
