import type { AssetCode } from '@specie/protocol/assets.ts'
import { assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import {
  BrokenFinality,
  type Chain,
  type CoinCode,
  type Contract,
  type Movement,
  type Watched,
  type Window,
} from '../../base/ports/chain.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { wakeAfter } from '../../base/gather-rooms.ts'
import { type InProcess, perProcess } from '../../base/per-process.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { halt } from '../outbox/halts.ts'
import { bookHolderBurns } from './holder-burns.ts'
import { endTrouble, clearTroubleMetric, reportTrouble } from '../trouble/reliable.ts'
import { end } from '../outbox/transactions.ts'

// Reads the movements on chains. Each pass reads everything since the last final block: new movements are stored, missing
// ones were dropped by a reorganisation, and final ones are kept. So no pass depends on having noticed a reorganisation, and
// a crash between two passes loses nothing.

export function watcher(code: ChainCode): Job {
  const name = `chains.watch.${code}`
  return { name, everyMs: 1_000, applies: ({ chains }) => chains.has(code), run: (env) => watch(env, code) }
}

type Cursor = { cursor: Json; latest: bigint; final: bigint; problem: string | null }

/** The state before a pass, and whether it may change without new blocks. */
type Before = { at: Cursor | null; seen: boolean; troubled: boolean; burned: boolean }

/** One pass; returns the number of new, final and dropped movements. */
async function watch(env: Env, code: ChainCode): Promise<number> {
  const chain = env.chains.get(code)!
  const watched = await watchedOn(env, chain)
  if (watched.contracts.length === 0 && watched.addresses.size === 0) return 0
  const before = await beforePass(env.db, code)
  const window = withoutGas(await read(env, chain, before.at, watched), watched)
  if (!before.troubled) clearTroubleMetric(env, code, 'reading')
  if (isNothingNew(before, window)) return before.burned ? bookHolderBurns(env, code) : 0
  const changed = await withFaultPoint(env, 'chain.watched', () =>
    env.db.tx((tx) => store(env, tx, chain, before, window)),
  )
  return changed + (await bookHolderBurns(env, code))
}

/** The chain is idle, so a pass would write nothing and sends no further queries. */
const isNothingNew = ({ at, seen, troubled }: Before, window: Window): boolean =>
  window.movements.length === 0 && !seen && !troubled && at?.problem === null && !hasMoved(at, window)

const hasMoved = (at: Cursor | null | undefined, { latest, final }: Window): boolean =>
  at?.latest !== latest || at.final !== final

/** Reports every failure and retries. */
async function read(env: Env, chain: Chain, before: Cursor | null, watched: Watched): Promise<Window> {
  try {
    return await chain.window(before?.cursor ?? null, watched)
  } catch (error) {
    if (error instanceof BrokenFinality) await brokenFinality(env, chain.code, before, error)
    else await reportTrouble(env, chain.code, 'reading', error as Error)
    throw error
  }
}

type Known = { last: number; readonly addresses: Set<string> }

/** Deposit addresses already read, by family of chains. */
const depositAddressesOf = perProcess(() => new Map<string, Known>())

/** Deposit addresses are never removed, so each is read once. */
function knownOf(env: InProcess, family: string): Known {
  const families = depositAddressesOf(env)
  const known = families.get(family) ?? { last: -1, addresses: new Set() }
  families.set(family, known)
  return known
}

type WatchedRow = { asset: CoinCode | null; address: string; index: number | null }

const pageSize = 1_000

/** The watched addresses: our contracts, and all of our addresses, assigned or not. */
export async function watchedOn(
  env: Pick<Env, 'db'> & InProcess,
  chain: Pick<Chain, 'code' | 'family'>,
): Promise<Watched & { wallets: ReadonlySet<string> }> {
  const { code, family } = chain
  const known = knownOf(env, family)
  const wallets = new Set<string>()
  const contracts: Contract[] = []
  const rows = await env.db.query<WatchedRow>(
    `select asset, address, null::integer as index from chains.contract where chain = $1
     union all select null, address, null from chains.wallet where chain = $1 and address <> ''
     union all (select null, address, index from chains.deposit_address where family = $2 and index > $3
       order by index limit ${pageSize})`,
    [code, family, known.last],
  )
  for (const { asset, address, index } of rows) {
    if (asset !== null) contracts.push({ asset, address })
    else if (index === null) wallets.add(address)
    else known.addresses.add(address)
    known.last = Math.max(known.last, index ?? -1)
  }
  // After a start all addresses are new, so there may be another page.
  if (rows.length >= pageSize) return watchedOn(env, chain)
  return { contracts, wallets, addresses: new Set([...known.addresses, ...wallets]) }
}

/** A chain's own coin at one of our wallets is our gas, not a deposit. */
function withoutGas(window: Window, { contracts, wallets }: Awaited<ReturnType<typeof watchedOn>>): Window {
  const isToken = ({ asset }: Movement) => contracts.some((contract) => contract.asset === asset)
  return { ...window, movements: window.movements.filter((one) => isToken(one) || !wallets.has(one.to ?? '')) }
}

async function beforePass(sql: Sql, code: ChainCode): Promise<Before> {
  const [row] = await sql.query<Cursor & Omit<Before, 'at'> & { known: boolean }>(
    `select c.chain is not null as known, c.cursor, c.latest, c.final, c.problem,
       exists (select from chains.movement where chain = $1 and state = 'seen') as seen,
       exists (select from chains.trouble where chain = $1 and part = 'reading') as troubled,
       exists (select from chains.movement where chain = $1 and verdict = 'holder_burn' and booked_at is null) as burned
     from (values ($1)) wanted (chain) left join chains.cursor c using (chain)`,
    [code],
  )
  return { ...row!, at: row!.known ? row! : null }
}

async function store(env: Env, tx: Tx, chain: Chain, before: Before, window: Window): Promise<number> {
  const { code } = chain
  const [now] = await tx.query<Cursor>('select * from chains.cursor where chain = $1 for update', [code])
  // Another process was faster; its rows are kept.
  if (canonical(now?.cursor ?? null) !== canonical(before.at?.cursor ?? null)) return 0
  if (before.troubled) await endTrouble(env, tx, code, 'reading')
  const at = env.clock.now()
  const changed = (await keep(env, tx, code, window.movements)) + (await drop(tx, code, window, at))
  if (changed > 0) {
    await concludeSupply(env, tx, chain)
    wakeAfter(env, tx, 'chain.moved')
  }
  if (changed > 0 || hasMoved(now, window) || now!.problem !== null) {
    await tx.query(
      `insert into chains.cursor (chain, cursor, latest, final, read_at) values ($1, $2, $3, $4, $5)
       on conflict (chain) do update set cursor = excluded.cursor, latest = excluded.latest, final = excluded.final,
         read_at = excluded.read_at, problem = null`,
      [code, JSON.stringify(window.cursor), window.latest, window.final, at],
    )
  }
  return changed
}

/**
 * New rows, and rows that have become final or have return. A movement that was final before its chain broke and was
 * resumed is not reported again from another block.
 */
async function keep(env: Env, tx: Tx, code: ChainCode, movements: readonly Movement[]): Promise<number> {
  if (movements.length === 0) return 0
  const at = env.clock.now()
  const rows = movements.map((one) => ({
    ...one,
    id: env.ids.uuid(at),
    height: String(one.height),
    amount: String(one.amount),
    state: one.final ? 'final' : 'seen',
  }))
  const kept = await tx.query(
    `insert into chains.movement as known (id, chain, txid, index, height, block, kind, asset, sender, recipient, amount,
       request_id, state, created_at, updated_at)
     select id, $2, txid, index, height, block, kind, asset, "from", "to", amount, "requestId", state, $3, $3
     from jsonb_to_recordset($1) as input (id uuid, txid text, index integer, height numeric, block text, kind text,
       asset text, "from" text, "to" text, amount numeric, "requestId" text, state text)
     where not exists (select from chains.movement f where f.chain = $2 and f.state = 'final' and f.block <> input.block
       and (f.txid, f.index) = (input.txid, input.index))
     and not exists (select from chains.movement f where f.chain = $2 and f.state = 'final' and f.txid <> input.txid
       and (f.asset, f.request_id) = (input.asset, input."requestId"))
     on conflict (chain, txid, index, block) do update set state = excluded.state, unread = true, updated_at = excluded.updated_at
       where known.state <> 'final' and known.state <> excluded.state
     returning 1`,
    [JSON.stringify(rows), code, at],
  )
  return kept.length
}

/** Movements that were seen and are missing from the window have left the chain. */
async function drop(tx: Tx, code: ChainCode, { movements, latest, final }: Window, at: Date): Promise<number> {
  // Still catching up: the window ends before the newest blocks and proves nothing about them.
  const upTo = latest === final ? latest : null
  const dropped = await tx.query(
    `update chains.movement m set state = 'orphaned', unread = true, updated_at = $3
     where chain = $1 and state = 'seen' and ($4::numeric is null or height <= $4)
       and not exists (select from jsonb_to_recordset($2) as input (txid text, index integer, block text)
         where (input.txid, input.index, input.block) = (m.txid, m.index, m.block))
     returning 1`,
    [code, JSON.stringify(movements.map(({ txid, index, block }) => ({ txid, index, block }))), at, upTo],
  )
  return dropped.length
}

type SupplyChange = {
  id: string
  txid: string
  asset: CoinCode
  kind: 'mint' | 'burn'
  amount: bigint
  /** The operation with this request id, if any, and whether the movement matches it. */
  operation: string | null
  as_ordered: boolean | null
  /** It left an address of ours. */
  is_ours: boolean
}

/**
 * Movements without a verdict. On EVM chains the case of an address has no meaning. The money of a failed or canceled
 * operation was returned, so its mint counts as unrequested.
 */
const unjudged = `
  select m.id, m.txid, m.asset, m.kind, m.amount, o.id as operation, own.is_ours,
    o.state not in ('failed', 'canceled') and (o.kind, o.asset, o.amount) = (m.kind, m.asset, m.amount)
      and case when m.kind = 'burn' then own.is_ours when $2 = 'evm' then lower(o.recipient) = lower(m.recipient)
        else o.recipient = m.recipient end as as_ordered
  from chains.movement m
  left join chains.operation o on (o.request_id, o.chain) = (m.request_id, m.chain)
  cross join lateral (select
    exists (select from chains.wallet w where w.chain = m.chain and w.address = m.sender and w.address <> '')
    or exists (select from chains.deposit_address d where (d.family, d.address) = ($2, m.sender)) as is_ours) own
  where m.id = any($1)
  order by m.height, m.txid, m.index`

/**
 * A mint or a burn is done when the chain's own event of it is final, in any transaction. A requested one ends its
 * operation. A burn of a holder's own coins is booked (holder-burns.ts). Everything else is a break: unrequested coins, or
 * missing coins of clients. Minting of that coin stops immediately (L7).
 */
async function concludeSupply(env: Env, tx: Tx, { code, family }: Chain): Promise<void> {
  const found = await tx.query<{ id: string }>(
    `select id from chains.movement where chain = $1 and state = 'final' and kind in ('mint', 'burn') and verdict is null`,
    [code],
  )
  if (found.length === 0) return
  const changes = await tx.query<SupplyChange>(unjudged, [idsOf(found), family])
  const forged = await forgedOn(tx, code)
  const judged = changes.map((change) => {
    const verdict = verdictOf(change, forged)
    if (verdict === 'break' && change.kind === 'mint') forged.add(change.asset)
    return { ...change, verdict }
  })
  await tx.query(
    `update chains.movement m set verdict = found.verdict
     from unnest($1::uuid[], $2::text[]) found (id, verdict) where m.id = found.id`,
    [idsOf(judged), judged.map((one) => one.verdict)],
  )
  for (const one of judged) if (one.verdict === 'break') await halt(env, tx, one.asset, reasonOf(code, one))
  // One transaction for all: separately, a hundred mints woke their requesters a hundred times.
  const asked = judged.filter(({ verdict }) => verdict === 'asked')
  for (const [txid, done] of Map.groupBy(asked, (one) => one.txid)) {
    const operations = done.map(({ operation }) => ({ id: operation! }))
    await end(env, tx, operations, { state: 'final', txid })
  }
}

/** Coins with an unrequested mint on this chain. */
async function forgedOn(tx: Tx, code: ChainCode): Promise<Set<CoinCode>> {
  const rows = await tx.query<{ asset: CoinCode }>(
    `select distinct asset from chains.movement where chain = $1 and verdict = 'break' and kind = 'mint'`,
    [code],
  )
  return new Set(rows.map(({ asset }) => asset))
}

export const movementStates = ['seen', 'final', 'orphaned'] as const

/** The verdict on a final supply change. */
export const verdicts = ['asked', 'holder_burn', 'break'] as const

function verdictOf(change: SupplyChange, forged: ReadonlySet<CoinCode>): (typeof verdicts)[number] {
  if (change.operation !== null) return change.as_ordered ? 'asked' : 'break'
  if (change.kind === 'mint' || change.is_ours) return 'break'
  // With unrequested coins in circulation, it is unknown whether those or others were burned.
  return forged.has(change.asset) ? 'break' : 'holder_burn'
}

function reasonOf(code: ChainCode, { kind, amount, txid, operation, is_ours }: SupplyChange): string {
  if (operation !== null) return `A ${kind} of ${amount} on ${code} does not match operation ${operation}: ${txid}.`
  if (kind === 'mint') return `A mint of ${amount} on ${code} without a request: ${txid}.`
  if (is_ours) return `A burn of ${amount} on ${code}, from a wallet of ours, without a request: ${txid}.`
  return `A burn of ${amount} on ${code} while unrequested coins are in circulation: ${txid}.`
}

/** Third-party coins are minted by their issuers. */
const isOurs = ({ asset }: { asset: AssetCode }): boolean => assets[asset].fiat !== null

/** A chain changed a final block. It is not read until an operator has examined it. */
async function brokenFinality(env: Env, code: ChainCode, at: Cursor | null, error: BrokenFinality): Promise<void> {
  env.log.fatal({ err: error, chain: code }, 'a chain has changed below its final block')
  await env.db.tx(async (tx) => {
    await endTrouble(env, tx, code, 'reading')
    // Unless it was meanwhile resumed from another position.
    const found = await tx.query('update chains.cursor set problem = $2 where chain = $1 and cursor = $3 returning 1', [
      code,
      error.message,
      JSON.stringify(at?.cursor ?? null),
    ])
    if (found.length === 0) return
    const coins = await tx.query<{ asset: AssetCode }>('select asset from chains.contract where chain = $1', [code])
    for (const { asset } of coins.filter(isOurs)) {
      await halt(env, tx, asset, `${chains[code].name} has changed below its final block: ${error.message}`)
    }
  })
}
