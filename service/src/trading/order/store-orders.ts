import { batcher } from '../../base/database/batcher.ts'
import { OutcomeUnknown, type Sql, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type InProcess, perProcess } from '../../base/per-process.ts'
import { isSuspended } from '../../base/http/database-errors.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Admission, AdmissionRequest } from '../../access/admission/admission.ts'
import type { DeferredAdmission } from '../../access/admission/deferred-admission.ts'
import { type KnownIds, knownIds } from '../../ledger/posting/account-ids.ts'
import { retryOnConnectionLoss } from '../../ledger/posting/retry-on-connection-loss.ts'
import type { Journal } from '../../ledger/posting/journal.ts'
import { allIds, literal, missingIds, quoted, postArguments, rowLiteral } from '../../ledger/posting/post-batch.ts'
import { type Bounds, type Counted, deskFlow, isZeroFlow, limitRow } from '../market/exposure.ts'
import type { Decided } from './row.ts'

/** A decided order with its journal; a rejected order has none. `bounds`: the limits of the desk; null if it has none. */
export type Placement = { readonly decided: Decided; readonly journal: Journal | null; readonly bounds: Bounds | null }

/** An order whose client is admitted by the same statement; null: already admitted. */
type PlacementToAdmit = Placement & { readonly admission: AdmissionRequest | null }

/** See sql/functions/trading.place.sql. `holder`: the owner of the short account. */
export type Verdict =
  | { readonly outcome: 'placed' | 'short' | 'taken' | 'moved' | 'exposed' | 'over_limit' }
  | { readonly outcome: 'quoter_short'; readonly holder: string }

/**
 * `lost`: the database connection was lost, and the outcome is unknown. `stopped`: the institution was meanwhile suspended.
 */
type StoreResult = Verdict | Admission | { readonly outcome: 'lost' | 'stopped' }

type Row = {
  outcome: Verdict['outcome'] | Exclude<Admission['outcome'], 'admitted'> | 'again'
  account_id: bigint | null
  highest_nonce: bigint | null
  retry_ms: number | null
}

const maxBatch = 256

/** Stores orders with their journals, durably; concurrent callers share one round trip and one commit. */
export const placementsOf = perProcess((env) =>
  batcher((batch: PlacementToAdmit[]) => {
    env.metrics.batches.observe({ of: 'orders' }, batch.length)
    return persist(env, batch)
  }, maxBatch),
)

/** Throws when the client was not admitted, or the outcome is unknown. */
export function applyAdmission(entry: DeferredAdmission, result: StoreResult): Verdict {
  entry.applyResult('retryMs' in result ? result : null)
  if (result.outcome === 'lost') throw new OutcomeUnknown('The database connection was lost while an order was placed.')
  if (result.outcome === 'stopped') throw new ApiError('account_suspended', { reason: 'suspended' })
  return result as Verdict
}

const persist = (env: Env, batch: readonly PlacementToAdmit[]): Promise<StoreResult[]> =>
  allOf(batch, (some) => durablyEntered(env, some))

/** Orders blocked by a neighbour in the batch are retried without it. */
async function allOf(
  batch: readonly PlacementToAdmit[],
  enterSome: (some: readonly PlacementToAdmit[]) => Promise<(StoreResult | null)[]>,
): Promise<StoreResult[]> {
  const results = await enterSome(batch)
  const rest = batch.filter((_, i) => results[i] === null).map((one) => ({ ...one, admission: null }))
  const later = rest.length === 0 ? [] : await allOf(rest, enterSome)
  return results.map((one) => one ?? later.shift()!)
}

/** An existing order is `taken`, even alone in its batch. */
async function durablyEntered(env: Env, batch: readonly PlacementToAdmit[]): Promise<(StoreResult | null)[]> {
  const what = () => `${batch.length} orders (first: ${batch[0]!.decided.id})`
  const entered = async () => enter(env.db, await allIds(env, journalsOf(batch)), batch)
  try {
    return await retryOnConnectionLoss(env, what, entered, () => found(env, batch))
  } catch (error) {
    if (error instanceof OutcomeUnknown) return batch.map(() => ({ outcome: 'lost' }))
    if (!isSuspended(error)) throw error
    return batch.length === 1 ? [{ outcome: 'stopped' }] : eachByItself(env, batch)
  }
}

/** One order belongs to a stopped institution. The others are stored without it. */
async function eachByItself(env: Env, batch: readonly PlacementToAdmit[]): Promise<(StoreResult | null)[]> {
  const results: (StoreResult | null)[] = []
  for (const one of batch) results.push(...(await durablyEntered(env, [one])))
  return results
}

/**
 * After the connection to the database was lost. An order that is stored was admitted. Of an order that is not stored it is
 * unknown whether its nonce was spent, so its admission cannot be repeated. An order that was admitted earlier is decided
 * again.
 */
async function found({ db }: Env, batch: readonly PlacementToAdmit[]): Promise<StoreResult[]> {
  const rows = await db.query<{ id: string }>('select id from trading.client_order where id = any($1)', [
    batch.map(({ decided }) => decided.id),
  ])
  const there = new Set(rows.map(({ id }) => id))
  return batch.map(({ decided, admission }) => {
    if (there.has(decided.id)) return { outcome: 'taken' }
    return { outcome: admission === null ? 'moved' : 'lost' }
  })
}

const journalsOf = (batch: readonly Placement[]) =>
  batch.flatMap(({ journal, decided }) => (journal === null ? [] : [{ journal, at: decided.at }]))

/** Orders whose callers are already admitted; one verdict for each, in order. */
export async function storeOrder(sql: Sql, known: KnownIds, batch: readonly Placement[]): Promise<Verdict[]> {
  const entering = batch.map((placement) => ({ ...placement, admission: null }))
  return (await allOf(entering, (some) => enter(sql, known, some))) as Verdict[]
}

/** One order in the caller's transaction. Newly opened accounts are not cached, because it may still be rolled back. */
export async function storeOrderIn(env: InProcess, tx: Tx, placement: Placement): Promise<Verdict> {
  const known = knownIds(env)
  const opened = await missingIds(tx, known, journalsOf([placement]))
  return (await storeOrder(tx, new Map([...known, ...opened]), [placement]))[0]!
}

const placed: Verdict = { outcome: 'placed' }

/** Null for orders blocked by another one of the batch. They are admitted, but not stored. */
async function enter(sql: Sql, known: KnownIds, batch: readonly PlacementToAdmit[]): Promise<(StoreResult | null)[]> {
  const rows = await sql.query<Row>({
    name: 'trading.place',
    text: 'select * from trading.place($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [
      literal(orderRows(batch)),
      ...postArguments(known, journalsOf(batch)),
      literal(countedIn(batch).map(limitRow)),
    ],
  })
  if (rows.length === 0) return batch.map(() => placed)
  return rows.map((row, i) => toVerdict(known, batch[i]!, row))
}

/** The effect of a batch's filled orders on the desk's account, for each pair with limits. */
function countedIn(batch: readonly Placement[]): Counted[] {
  const counted = new Map<string, Counted>()
  for (const { decided, bounds } of batch) {
    if (bounds === null || decided.legs.length === 0) continue
    const flow = deskFlow(decided)
    if (isZeroFlow(flow)) continue
    const { symbol } = decided.order.pair
    const before = counted.get(symbol)?.flow
    const sum = before ? { base: before.base + flow.base, quote: before.quote + flow.quote } : flow
    counted.set(symbol, { symbol, flow: sum, bounds })
  }
  return [...counted.values()]
}

function toVerdict(known: KnownIds, { journal }: Placement, row: Row): StoreResult | null {
  const { outcome, account_id } = row
  switch (outcome) {
    case 'again':
      return null
    case 'stale':
    case 'ahead':
    case 'limited':
    case 'changed':
      return { outcome, highestNonce: row.highest_nonce!, retryMs: row.retry_ms! }
    case 'quoter_short': {
      const short = journal!.lines.find(({ account }) => known.get(account.code) === Number(account_id))!
      return { outcome, holder: short.account.owner }
    }
    default:
      return { outcome }
  }
}

/** Rows of trading.placement, written out as in ledger/posting/post-batch.ts. Only `fills` needs escaping. */
function orderRows(batch: readonly PlacementToAdmit[]): string[] {
  let journals = 0
  return batch.map(({ decided, journal, admission }) =>
    rowLiteral([
      admission?.keyId,
      admission?.nonce,
      admission?.version,
      decided.id,
      decided.institutionId,
      quoted(decided.clordid),
      decided.order.pair.symbol,
      decided.version,
      decided.order.side,
      decided.order.qty,
      decided.order.price,
      decided.state,
      decided.amount,
      decided.fee,
      quoted(fillsOf(decided.legs)),
      decided.error,
      decided.tradeId,
      decided.at.toISOString(),
      journal === null ? null : (journals += 1),
    ]),
  )
}

export const fillsOf = (legs: Decided['legs']): string =>
  JSON.stringify(
    legs.map(({ quote, qty, amount }) => [
      quote.provider,
      quote.quoteid,
      String(qty),
      String(quote.price),
      String(amount),
    ]),
  )
