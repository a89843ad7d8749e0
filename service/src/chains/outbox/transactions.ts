import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Attempt, Chain, KeyName, Order } from '../../base/ports/chain.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { holdFailedItems, stoppedAmong } from '../../compliance/stops.ts'
import { assertLease, type Lease } from './lease.ts'
import type { Operation } from './operations.ts'

// The rows of our transactions. Every write is fenced by the lease of its key.

/** The context of a sender: its chain, and the lease of the key it sends with. */
export type SenderContext = {
  readonly env: Env
  readonly chain: Chain
  readonly lease: Lease
  /** Disagreements between nodes found while sending. */
  readonly disputes: string[]
  /** Renews the lease; throws when another process has taken it. */
  renew(): Promise<void>
}

/** assigned: has its nonce. sent: signed, perhaps on the chain. over: none of its attempts can be included. */
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

/** A transaction with its operations and every signed attempt. */
export type Submission = { transaction: Transaction; operations: Operation[]; attempts: Attempt[] }

/** All writes of a sender go through here. A process that has lost its lease cannot write. */
export function fenced<T>({ env, lease }: SenderContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return env.db.tx(async (tx) => {
    await assertLease(tx, lease)
    return work(tx)
  })
}

export function orderOf(operation: Operation): Order {
  const { id, kind, request_id: requestId, asset, amount, recipient: to, memo, max_fee: maxFee } = operation
  const from = operation.source ?? operation.source_key
  const optional = {
    ...(to === null ? {} : { to }),
    ...(from === null ? {} : { from }),
    ...(memo === null ? {} : { memo }),
    ...(maxFee === null ? {} : { maxFee }),
  }
  return { id, requestId, kind, asset, amount, ...optional } as Order
}

/** In progress without a live transaction. The chain has executed it (sender.ts). */
const withoutTransaction = `o.state = 'working' and not exists (select from chains.transaction t
  where t.id = o.transaction_id and t.state not in ('over', 'reverted'))`

export function operationsWithoutTransaction({ env, lease }: SenderContext): Promise<Operation[]> {
  return env.db.query<Operation>(
    `select * from chains.operation o where chain = $1 and key = $2 and ${withoutTransaction}`,
    [lease.chain, lease.key],
  )
}

/** A sender's first query: usually there is no work. */
type Sending = {
  /** The chain has changed final blocks. */
  broken: boolean
  /** A problem with sending is on record. */
  troubled: boolean
  /** Keys with queued or unfinished work. */
  keys: KeyName[]
}

export async function sendingOn(sql: Sql, chain: ChainCode): Promise<Sending> {
  const [row] = await sql.query<Sending>(
    `select exists (select from chains.cursor where chain = $1 and problem is not null) as broken,
       exists (select from chains.trouble where chain = $1 and part = 'sending') as troubled,
       array(select key from chains.operation where chain = $1 and state = 'queued'
         union select key from chains.transaction where chain = $1 and state in ('assigned', 'sent')
         union select key from chains.operation o where chain = $1 and ${withoutTransaction}) as keys`,
    [chain],
  )
  return row!
}

/** New coins, while their minting is halted. */
const isPulled = `compliance.is_pulled(chains.switches_of(o.kind, o.asset, o.chain))`

/**
 * Must not be sent. A switch is pulled, a hold is open on its subject, its destination address is barred, or the provider of
 * the wallet has not approved it (Travel Rule).
 */
const isStopped = `(compliance.is_stopped(o.subject) or compliance.is_switched_off(o.subject) or ${isPulled}
  or compliance.lacks_agreement_to(o.subject, o.address_id, o.chain, o.recipient, o.asset, o.amount)
  or exists (select from compliance.barred b where b.id = o.address_id))`

/**
 * Coins are not sent to a holder whose listing is not final, while the list of the coin is on. Without a decision about a
 * list on this chain no row is asked: the function would double the time of the query.
 */
const awaitsListing = `case when o.asset = any (array(select asset from chains.allow_list where chain = $1))
  then o.kind in ('mint', 'transfer', 'collect') and chains.awaits_listing(o.chain, o.asset, o.recipient) else false end`

/** Kinds of which several fit into one transaction. */
const bundled: ReadonlySet<Operation['kind']> = new Set(['mint', 'list', 'unlist'])

const subjectsOf = (operations: readonly Operation[]): string[] =>
  operations.flatMap(({ subject, address_id }) => (address_id === null ? [subject] : [subject, address_id]))

/**
 * The next bundle: the oldest queued operation, and as many others of its kind as fit. Stopped operations and those in a
 * pause (by id or asset) are skipped.
 */
export async function nextBundle(
  { env, chain, lease }: SenderContext,
  waiting: readonly string[],
): Promise<Operation[]> {
  const queue = await env.db.query<Operation>(
    `select * from chains.operation o where chain = $1 and key = $2 and state = 'queued' and asset <> all($4)
       and id::text <> all($4) and not ${isStopped} and not ${awaitsListing} and id not in (select operation_id from banking.unrequested_effect) order by created_at, id limit $3`,
    [lease.chain, lease.key, chain.bundleSize, waiting],
  )
  const [first] = queue
  if (!first || !bundled.has(first.kind) || first.alone) return queue.slice(0, 1)
  return queue.filter((one) => one.kind === first.kind && one.asset === first.asset && !one.alone)
}

/**
 * Assigns a transaction with a nonce to operations, saved before anything is signed. The chain's own nonce is a lower bound;
 * ours never decreases. Operations that were meanwhile canceled or stopped are left out. Returns null if all were.
 */
export async function assign(
  context: SenderContext,
  operations: readonly Operation[],
  floor: bigint | null,
): Promise<string | null> {
  const { env, lease } = context
  const at = env.clock.now()
  return fenced(context, async (tx) => {
    const stopped = await stoppedAmong(tx, subjectsOf(operations))
    const free = operations.filter((one) => !subjectsOf([one]).some((subject) => stopped.has(subject)))
    const queued = await tx.query<{ id: string }>(
      `select id from chains.operation o where id = any($1) and state = 'queued' and not ${isPulled} for update`,
      [free.map((one) => one.id)],
    )
    if (queued.length === 0) return null
    const ids = queued.map((one) => one.id)
    const nonce = floor === null ? null : await useNonce(tx, lease, floor)
    const reused = await reuse(tx, operations[0]!.transaction_id, ids, nonce, at)
    const id = reused ?? (await insert(env, tx, lease, nonce, at))
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

async function insert(env: Env, tx: Tx, { chain, key }: Lease, nonce: bigint | null, at: Date): Promise<string> {
  const id = env.ids.uuid(at)
  await tx.query(
    `insert into chains.transaction (id, chain, key, nonce, state, created_at) values ($1, $2, $3, $4, 'assigned', $5)`,
    [id, chain, key, nonce, at],
  )
  return id
}

/** Reuses the operations' earlier transaction if nothing was signed with it and it had exactly the same operations. */
async function reuse(
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
         = (select array_agg(id order by id) from unnest($2::uuid[]) id)
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

/** Nothing was signed with this transaction. Its nonce is released if it was the last one assigned. */
export async function releaseNonce(tx: Tx, { id, chain, key, nonce }: Transaction): Promise<void> {
  await tx.query(`update chains.transaction set state = 'over' where id = $1`, [id])
  await tx.query('update chains.wallet set next_nonce = $3 where chain = $1 and key = $2 and next_nonce = $3 + 1', [
    chain,
    key,
    nonce,
  ])
}

/**
 * Saves the signed bytes; only then may they be sent (E1). Wakes the products, which can read the txid. False when one of
 * the operations was meanwhile stopped (S1). Then nothing is saved or sent. Further attempts of a transaction that may have
 * been sent are always saved.
 */
export async function saveAttempt(
  context: SenderContext,
  { transaction, operations, attempts }: Submission,
  attempt: Attempt,
): Promise<boolean> {
  const at = context.env.clock.now()
  const transactionId = transaction.id
  const number = attempts.length + 1
  return fenced(context, async (tx) => {
    if (number === 1 && (await isStoppedNow(tx, operations))) return false
    await tx.query(
      `insert into chains.attempt (chain, hash, transaction_id, number, raw, terms, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [context.chain.code, attempt.hash, transactionId, number, attempt.raw, JSON.stringify(attempt.terms), at],
    )
    await tx.query(`update chains.transaction set state = 'sent', sent_at = $2 where id = $1`, [transactionId, at])
    await notify(context.env, tx, `transaction_id = $1 and state = 'working'`, [transactionId])
    return true
  })
}

async function isStoppedNow(tx: Tx, operations: readonly Operation[]): Promise<boolean> {
  if ((await stoppedAmong(tx, subjectsOf(operations))).size > 0) return true
  const pulled = await tx.query(`select from chains.operation o where id = any($1) and ${isPulled}`, [
    idsOf(operations),
  ])
  return pulled.length > 0
}

/** Cancels queued operations to a revoked address and wakes the products that requested them. */
export function dropRevoked(context: SenderContext): Promise<void> {
  const which = `chain = $1 and key = $2 and state = 'queued' and exists (
    select from compliance.barred b where b.id = address_id and b.for_good)`
  const reason = 'Its wallet has been revoked.'
  const values = [context.lease.chain, context.lease.key, reason]
  return fenced(context, (tx) => notify(context.env, tx, which, values, `, state = 'canceled', reason = $3`))
}

/** All attempts of the other unfinished transactions of this key. */
export function otherAttempts({ env, lease }: SenderContext, id: string): Promise<Attempt[]> {
  return env.db.query<Attempt>(
    `select a.hash, a.raw, a.terms from chains.attempt a join chains.transaction t on t.id = a.transaction_id
     where t.chain = $1 and t.key = $2 and t.state = 'sent' and t.id <> $3`,
    [lease.chain, lease.key, id],
  )
}

/** Marks operations as unread and wakes the products that requested them. */
async function notify(env: Env, tx: Tx, which: string, values: unknown[], set = ''): Promise<void> {
  const changed = await tx.query<Pick<Operation, 'purpose'>>(
    `update chains.operation set unread = true, updated_at = $${values.length + 1} ${set} where ${which} returning purpose`,
    [...values, env.clock.now()],
  )
  for (const purpose of new Set(changed.map((one) => one.purpose)))
    env.jobs.wake(tx, env.runtime.rooms.operations[purpose].job)
}

/** Ends operations that have not ended yet. */
export async function end(
  env: Env,
  tx: Tx,
  operations: readonly Pick<Operation, 'id'>[],
  how: { state: 'final'; txid: string } | { state: 'failed'; reason: string },
): Promise<void> {
  const [column, value] = how.state === 'final' ? ['txid', how.txid] : ['reason', how.reason]
  const which = `id = any($1) and state in ('queued', 'working')`
  await notify(env, tx, which, [idsOf(operations), how.state, value], `, state = $2, ${column} = $3`)
}

/**
 * Returns operations to the queue. None of their attempts can be included, so they have not left, and wait if their
 * institution was meanwhile stopped.
 */
export async function requeue(
  { clock }: Pick<Env, 'clock'>,
  tx: Tx,
  operations: readonly Pick<Operation, 'id' | 'subject'>[],
  alone: boolean,
): Promise<void> {
  const at = clock.now()
  await holdFailedItems(
    tx,
    operations.map((one) => one.subject),
    at,
  )
  await tx.query(
    `update chains.operation set state = 'queued', alone = alone or $2, updated_at = $3
     where id = any($1) and state = 'working'`,
    [idsOf(operations), alone, at],
  )
}

/** All unfinished transactions of this sender, oldest first. */
export async function unfinished({ env, lease }: SenderContext): Promise<Submission[]> {
  const transactions = await env.db.query<Transaction>(
    `select * from chains.transaction where chain = $1 and key = $2 and state in ('assigned', 'sent')
     order by nonce nulls first, created_at`,
    [lease.chain, lease.key],
  )
  return withDetails(env.db, transactions)
}

export async function submissionById(sql: Sql, id: string): Promise<Submission> {
  const found = await sql.query<Transaction>('select * from chains.transaction where id = $1', [id])
  return (await withDetails(sql, found))[0]!
}

async function withDetails(sql: Sql, transactions: readonly Transaction[]): Promise<Submission[]> {
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
