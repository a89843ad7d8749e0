import { formatAmount } from '@specie/protocol/money.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import type { convert as Convert } from '@specie/protocol/endpoints/trading.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Side } from '../../base/ports/venue.ts'
import { requestOf, isDryRun, once, dryRun, type Answered } from '../../base/idempotency/once.ts'
import { limitsOn, lockLimits } from '../../compliance/limit/left.ts'
import { house } from '../../ledger/house.ts'
import { Refused } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { insufficientBalance } from '../../ledger/posting/shortage.ts'
import { type Books, booksOf } from '../market/books.ts'
import { type ConversionRequest, parseConversion, assertWithin, unknownQuote, type AtCurrentPrice } from './fields.ts'
import { conversionObject, type ConversionRow } from './row.ts'
import {
  affordable,
  deskQuotes,
  deliveredByClient,
  notQuoted,
  receivedByClient,
  type Terms,
  termsOf,
} from '../market/desk-price.ts'
import { type Bounds, countFill, flowOf, haltExposed } from '../market/exposure.ts'
import { filled } from '../order/journals.ts'
import { marketIn, retryOnPairSwitch } from '../market/market-now.ts'
import { orderMaximum, type Pair, pairOf } from '../market/pair.ts'
import { takeReserved } from '../quote/promises.ts'

type Answer = ResponseOf<typeof Convert>

/**
 * Exchanges with the desk, at a firm quote or at the current price, in one transaction: journal and conversion. A
 * quantity that the desk cannot deliver is stored as `rejected`, permanently. A client with too low a balance gets an
 * error, and may retry.
 */
export async function convert(
  env: Env,
  institutionId: string,
  fields: RequestOf<typeof Convert>,
): Promise<Answered<Answer>> {
  const request = parseConversion(fields)
  const books = await booksOf(env)
  const by = { institutionId, clreqid: fields.clreqid ?? null }
  const work = (tx: Tx) => converted(env, tx, books, by, request)
  const idempotent = requestOf(institutionId, 'convert', fields)
  if (!isDryRun(fields)) return withinLimits(env, books, () => once(env, idempotent, work), haltExposed)
  const { answer, replayed } = await withinLimits(env, books, () => dryRun(env, idempotent, work), doNothing)
  const pair = pairOf(answer.symbol)
  const limits = [orderMaximum(pair), ...(await limitsOn(env.db, institutionId, 'trade', [pair.base, pair.quote]))]
  return { answer: { ...answer, ...(replayed ? {} : { conversionid: '' }), validated: true, limits }, replayed }
}

const doNothing: typeof haltExposed = async () => {}

type By = { readonly institutionId: string; readonly clreqid: string | null }

/** Terms, or the reason for their absence. */
type Decision = {
  readonly pair: Pair
  readonly side: Side
  readonly quoteId: string | null
  readonly outcome: Terms | string
  readonly bounds: Bounds | null
}

/** The desk would exceed a limit of this pair. */
class Exposed extends Error {
  override name = 'Exposed'
  readonly symbol: string
  constructor(symbol: string) {
    super(`the desk has reached its limit for ${symbol}`)
    this.symbol = symbol
  }
}

/** A pair whose limit is reached goes offline, and the caller gets `halted`. */
async function withinLimits<T>(
  env: Env,
  books: Books,
  transaction: () => Promise<T>,
  halt: typeof haltExposed,
): Promise<T> {
  try {
    return await retryOnPairSwitch(books, transaction)
  } catch (error) {
    if (!(error instanceof Exposed)) throw error
    await halt(env, error.symbol)
    await books.reload()
    throw new ApiError('halted', { symbol: error.symbol }, `Trading of ${error.symbol} is halted.`)
  }
}

async function converted(env: Env, tx: Tx, books: Books, by: By, request: ConversionRequest): Promise<Answer> {
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const decision =
    'current' in request
      ? await decideCurrent(tx, books, request.current)
      : await decideFirm(tx, books, by.institutionId, request.quoteId, at)
  const outcome = await settled(env, tx, id, by.institutionId, decision)
  const row = rowOf(id, by, decision, outcome, at)
  await insert(tx, row)
  return { timestamp: at.toISOString(), result: 'ok', ...conversionObject(row), validated: false }
}

type FirmQuote = Terms & { symbol: string; side: Side; expires_at: Date; conversion_id: string | null }

/** The terms of a quote, if it belongs to the caller, is unused and has not expired. */
async function decideFirm(tx: Tx, books: Books, institutionId: string, quoteId: string, at: Date): Promise<Decision> {
  // Serialized across processes: a second caller sees the conversion of the first.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`quote ${quoteId}`])
  const [quote] = await tx.query<FirmQuote>(
    `select q.symbol, q.side, q.qty, q.amount, q.fee, q.expires_at, c.id as conversion_id
     from trading.quote q left join trading.conversion c on c.quote_id = q.id
     where q.id = $1 and q.institution_id = $2`,
    [quoteId, institutionId],
  )
  if (!quote) throw unknownQuote()
  const { conversion_id, expires_at, symbol, side, qty, amount, fee } = quote
  if (conversion_id !== null) throw new ApiError('quote_used', { conversionid: conversion_id })
  if (expires_at <= at) throw new ApiError('quote_expired', { expires_at: expires_at.toISOString() })
  const pair = pairOf(symbol)
  const { bounds } = await marketIn(tx, books, pair)
  return { pair, side, quoteId, outcome: { qty, amount, fee }, bounds }
}

/** The desk's decision at the current price. */
async function decideCurrent(
  tx: Tx,
  books: Books,
  { pair, side, quantity, minReceived }: AtCurrentPrice,
): Promise<Decision> {
  const market = await marketIn(tx, books, pair)
  const quotes = deskQuotes(market, side)
  const decision = { pair, side, quoteId: null, bounds: market.bounds }
  if (quotes.length === 0) return { ...decision, outcome: notQuoted(pair, side, quotes) }
  const qty = side === 'Sell' ? quantity : affordable(pair, quotes, quantity)
  assertWithin(pair, qty)
  const terms = termsOf(pair, side, quotes, qty)
  if (terms === null) return { ...decision, outcome: notQuoted(pair, side, quotes) }
  const received = receivedByClient(side, terms)
  if (received >= minReceived) return { ...decision, outcome: terms }
  const asset = side === 'Buy' ? pair.base : pair.quote
  const [text, least] = [received, minReceived].map((minor) => formatAmount({ asset, minor }))
  return { ...decision, outcome: `This brings ${text} ${asset} at the moment, less than the minimum of ${least}.` }
}

/** Moves the money, unless there are no terms or the desk does not have enough. */
async function settled(
  env: Env,
  tx: Tx,
  id: string,
  client: string,
  { pair, side, outcome, quoteId, bounds }: Decision,
): Promise<Terms | string> {
  if (typeof outcome === 'string') return outcome
  const { fee, qty, amount } = outcome
  await lockLimits(tx, client, 'trade', [pair.base, pair.quote])
  const deal = { pair, side, client, fee, exchanges: [{ holder: house, qty, amount }] }
  // The promise of a firm quote is on hold; the journal before the exchange releases it (quote/promises.ts).
  const promised = quoteId === null ? [] : await takeReserved(tx, quoteId)
  try {
    await postIn(env, tx, [...promised, filled(id, deal, 'conversion')])
    const counted = bounds && { symbol: pair.symbol, flow: flowOf(side, qty, amount), bounds }
    if (counted && !(await countFill(tx, counted, env.clock.now()))) throw new Exposed(pair.symbol)
    return outcome
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'insufficient') throw error
    if (error.account?.owner !== client) return 'The desk cannot deliver this at the moment.'
    throw await shortage(tx, client, pair, side, outcome)
  }
}

const shortage = (tx: Tx, client: string, { base, quote }: Pair, side: Side, terms: Terms): Promise<ApiError> =>
  insufficientBalance(tx, client, side === 'Buy' ? quote : base, deliveredByClient(side, terms))

const zeroTerms: Terms = { qty: 0n, amount: 0n, fee: 0n }

function rowOf(id: string, by: By, decision: Decision, outcome: Terms | string, at: Date): ConversionRow {
  const isRejected = typeof outcome === 'string'
  return {
    id,
    institution_id: by.institutionId,
    clreqid: by.clreqid,
    quote_id: decision.quoteId,
    symbol: decision.pair.symbol,
    side: decision.side,
    ...(isRejected ? zeroTerms : outcome),
    status: isRejected ? 'rejected' : 'completed',
    reason: isRejected ? outcome : null,
    created_at: at,
  }
}

async function insert(tx: Tx, row: ConversionRow): Promise<void> {
  await tx.query(
    `insert into trading.conversion (id, institution_id, clreqid, quote_id, symbol, side, qty, amount, fee, status,
       reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      row.id,
      row.institution_id,
      row.clreqid,
      row.quote_id,
      row.symbol,
      row.side,
      row.qty,
      row.amount,
      row.fee,
      row.status,
      row.reason,
      row.created_at,
    ],
  )
}
