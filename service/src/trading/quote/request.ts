import { assets } from '@specie/protocol/assets.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import type { requestQuote as RequestQuote } from '@specie/protocol/endpoints/trading.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { requestOf, isDryRun, once, dryRun, type Answered } from '../../base/idempotency/once.ts'
import type { Side } from '../../base/ports/venue.ts'
import { type Books, booksOf } from '../market/books.ts'
import { deskQuotes, notQuoted, type Terms, termsOf } from '../market/desk-price.ts'
import { marketIn, retryOnPairSwitch } from '../market/market-now.ts'
import { averagePrice, exchangeOf } from '../order/row.ts'
import { orderMaximum, type Pair, pairOf, quantityOf, sideOf } from '../market/pair.ts'
import { reserveForQuote } from './promises.ts'

type Answer = ResponseOf<typeof RequestQuote>

const firmMs = 10_000

/**
 * A firm price of the desk for ten seconds that can be taken once (conversion/request.ts). The desk's delivery is held for
 * that time (promises.ts); nothing of the client's is held.
 */
export async function requestQuote(
  env: Env,
  institutionId: string,
  fields: RequestOf<typeof RequestQuote>,
): Promise<Answered<Answer>> {
  const pair = pairOf(fields.symbol)
  const request = { institutionId, pair, side: sideOf(fields.side), qty: quantityOf(pair, fields.orderqty) }
  const books = await booksOf(env)
  const quote = (tx: Tx) => quoted(env, tx, books, request)
  const idempotent = requestOf(institutionId, 'requestQuote', fields)
  if (!isDryRun(fields)) return retryOnPairSwitch(books, () => once(env, idempotent, quote))
  const limits = [orderMaximum(pair), openQuotesLimit(request, await openQuotesOf(env, env.db, request))]
  const { answer, replayed } = await retryOnPairSwitch(books, () => dryRun(env, idempotent, quote))
  return { answer: { ...answer, ...(replayed ? {} : { quoteid: '' }), validated: true, limits }, replayed }
}

type QuoteRequest = { readonly institutionId: string; readonly pair: Pair; readonly side: Side; readonly qty: bigint }

async function quoted(env: Env, tx: Tx, books: Books, request: QuoteRequest): Promise<Answer> {
  const { institutionId, pair, side, qty } = request
  const quotes = deskQuotes(await marketIn(tx, books, pair), side)
  const terms = termsOf(pair, side, quotes, qty)
  if (terms === null) {
    const code = quotes.length === 0 ? 'service_unavailable' : 'max_amount_exceeded'
    throw new ApiError(code, {}, notQuoted(pair, side, quotes))
  }
  await assertOpenQuotesLimit(env, tx, request)
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const until = new Date(at.getTime() + firmMs)
  await tx.query(
    `insert into trading.quote (id, institution_id, symbol, side, qty, amount, fee, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, institutionId, pair.symbol, side, terms.qty, terms.amount, terms.fee, at, until],
  )
  const owed = side === 'Buy' ? { asset: pair.base, amount: terms.qty } : { asset: pair.quote, amount: terms.amount }
  await reserveForQuote(env, tx, { quote_id: id, ...owed }, until)
  return answerOf(id, request, terms, at, until)
}

/**
 * An institution's open quotes for one side of a pair are together at most as large as one order: no client can block the
 * desk's inventory with quotes.
 */
async function assertOpenQuotesLimit(env: Env, tx: Tx, request: QuoteRequest): Promise<void> {
  const { institutionId, pair, qty } = request
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`quotes ${institutionId}`])
  const open = await openQuotesOf(env, tx, request)
  if (open.open + qty <= pair.maximum) return
  throw new ApiError(
    'limit_exceeded',
    openQuotesLimit(request, open),
    `Your open quotes for ${pair.symbol} would together exceed the largest order.`,
  )
}

/** The total quantity of the open quotes, and when the last of them expires. */
type OpenQuotes = { open: bigint; until: Date | null }

async function openQuotesOf(
  { clock }: Env,
  sql: Sql,
  { institutionId, pair, side }: QuoteRequest,
): Promise<OpenQuotes> {
  const [row] = await sql.query<OpenQuotes>(
    `select coalesce(sum(q.qty), 0) as open, max(q.expires_at) as until
     from trading.quote q join trading.quote_hold h on h.quote_id = q.id
     where q.institution_id = $1 and q.symbol = $2 and q.side = $3 and q.expires_at > $4`,
    [institutionId, pair.symbol, side, clock.now()],
  )
  return row!
}

const openQuotesLimit = ({ pair: { base: asset, maximum } }: QuoteRequest, { open, until }: OpenQuotes): LimitLeft => ({
  limit: 'open_quotes',
  asset,
  left: formatMinor(maximum > open ? maximum - open : 0n, assets[asset].decimals),
  resets_at: until?.toISOString() ?? null,
})

const answerOf = (quoteid: string, { pair, side }: QuoteRequest, terms: Terms, at: Date, until: Date): Answer => ({
  timestamp: at.toISOString(),
  result: 'ok',
  quoteid,
  symbol: pair.symbol,
  side,
  price: averagePrice({ ...terms, symbol: pair.symbol, side }),
  orderqty: formatMinor(terms.qty, assets[pair.base].decimals),
  ...exchangeOf({ ...terms, symbol: pair.symbol, side, state: 'Filled' }),
  expires_at: until.toISOString(),
  validated: false,
})
