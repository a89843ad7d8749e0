import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { errors, type ErrorCode } from '../errors.ts'
import {
  aClientId,
  anId,
  assetCode,
  clientId,
  decimal,
  instant,
  isoTime,
  ok,
  pageAnswer,
  queryFields,
  uuid,
  validate,
  validation,
} from '../fields.ts'
import { pairs } from '../pairs.ts'

// Prices, fill-or-kill orders and their trades, firm quotes and conversions.

const pairSymbol = z
  .string()
  .max(32)
  .meta({ description: 'A symbol from /client/tradingPairs.', examples: ['VCHF/CHF'] })
/** A symbol as a filter. */
const soughtSymbol = z.enum(pairs.map(({ symbol }) => symbol) as [string, ...string[]])
/** Read as text, so that the error distinguishes an invalid or too fine number from a missing one. */
const number = z
  .string()
  .max(40)
  .meta({ description: 'A decimal number as a string.', examples: ['1000.5'] })
const word = z.string().max(16)
export const sides = ['Buy', 'Sell'] as const
const side = z.enum(sides)
const ordstatus = z.enum(['Filled', 'Rejected'])

/** The `error` of an order: the rows of the error table with status 200, a short balance, and a limit. */
const rejects = (Object.keys(errors) as ErrorCode[]).filter(
  (code) => errors[code].status === 200 || code === 'insufficient_balance' || code === 'limit_exceeded',
) as [ErrorCode, ...ErrorCode[]]

const signedForm = { access: 'signed', method: 'POST', body: 'form', tag: 'Trading' } as const
const trade = { scope: 'trade', agreement: 'crypto_conversion' } as const
const read = { scope: 'read', agreement: 'any' } as const

const level = z
  .array(decimal)
  .length(2)
  .nullable()
  .meta({
    description: 'Price and quantity of the best level, or null.',
    examples: [['1.001', '5000']],
  })

export const getQuotes = endpoint({
  name: 'getQuotes',
  access: 'public',
  method: 'GET',
  path: '/client/quotes',
  body: 'none',
  tag: 'Reference',
  summary: 'Best prices',
  description:
    'The current best level of each pair: `b` is the bid, `a` the ask. Prices are indicative, because an order is decided when it arrives.',
  request: z.strictObject({ symbol: pairSymbol.optional() }),
  response: z.object({
    quotes: z.array(z.object({ symbol: z.string(), b: level, a: level, timestamp: isoTime })),
  }),
  errors: ['unknown_symbol'],
})

const exchanged = {
  bought: decimal,
  bought_currency: assetCode,
  sold: decimal,
  sold_currency: assetCode,
  fee: decimal.meta({ description: 'In addition to the amounts bought and sold, in the quote currency.' }),
  fee_currency: assetCode,
}

const order = {
  clordid: z.string(),
  ordid: z.string().meta({ description: 'Empty when the order was only validated.' }),
  ordstatus,
  ...exchanged,
}
const orderError = z.object({ code: z.enum(rejects).nullable(), message: z.string().nullable() })

export const addOrder = endpoint({
  ...signedForm,
  name: 'addOrder',
  path: '/private/addOrder',
  summary: 'Place a fill-or-kill limit order',
  description:
    'Fills completely, at the limit or better, or not at all. The answer says which. Always check `error`: a rejected order is answered with HTTP status 200. The same `clordid` with the same content gets the same answer and is filled once.',
  needs: trade,
  request: z.strictObject({
    timestamp: instant.meta({
      description: 'Time of the request, ISO 8601 UTC.',
      examples: ['2026-11-14T12:00:00.000Z'],
    }),
    clordid: clientId,
    symbol: pairSymbol,
    side: word.meta({ description: '`Buy` or `Sell`.', examples: ['Buy'] }),
    ordtype: word.meta({ description: '`Limit` only.', examples: ['Limit'] }),
    timeinforce: word.meta({ description: '`FOK` only.', examples: ['FOK'] }),
    orderqty: number.meta({ description: 'In the base asset.', examples: ['1000'] }),
    price: number.meta({ description: 'The limit, in quote per base.', examples: ['1.001'] }),
    validate,
  }),
  response: z.object({
    timestamp: isoTime,
    result: z.enum(['ok', 'error']),
    order: z.object(order),
    error: orderError,
    ...validation,
  }),
  errors: ['unknown_symbol', 'invalid_order', 'duplicate_clordid', 'request_in_progress'],
})

const dated = { created_at: isoTime, updated_at: isoTime }

/** The average price of an order over several levels against ETH has up to 25 decimals. */
const averagePrice = z
  .string()
  .regex(/^(0|[1-9]\d{0,17})(\.\d{1,30})?$/)
  .meta({
    description:
      'The average cost or proceeds of one unit of the base. Multiplied by the quantity and rounded, down for a Buy and up for a Sell, it gives exactly the amount. It has the pair’s decimals, or as many more as necessary. Null if it was rejected.',
    examples: ['1.0001'],
  })

export const queryOrders = endpoint({
  ...signedForm,
  name: 'queryOrders',
  path: '/private/queryOrders',
  summary: 'Orders',
  description: 'Orders with their status, newest first. Find one by `clordid` after a lost answer.',
  needs: read,
  request: z.strictObject({
    ...queryFields,
    clordid: aClientId.optional(),
    ordid: anId.optional(),
    symbol: soughtSymbol.optional(),
    side: side.optional(),
    ordstatus: ordstatus.optional(),
  }),
  response: z.object({
    ...pageAnswer,
    orders: z.array(
      z.object({
        ...order,
        symbol: z.string(),
        side,
        ordtype: z.literal('Limit'),
        timeinforce: z.literal('FOK'),
        orderqty: decimal,
        price: decimal,
        avg_price: averagePrice.nullable(),
        error: orderError,
        ...dated,
      }),
    ),
  }),
  errors: ['invalid_cursor'],
})

const tradeStatus = z.enum(['settled', 'reversed'])

export const queryTrades = endpoint({
  ...signedForm,
  name: 'queryTrades',
  path: '/private/queryTrades',
  summary: 'Trades',
  description: 'One for each filled order, settled at the same time. Newest first.',
  needs: read,
  request: z.strictObject({
    ...queryFields,
    tradeid: anId.optional(),
    clordid: aClientId.optional(),
    ordid: anId.optional(),
    symbol: soughtSymbol.optional(),
    status: tradeStatus.optional(),
  }),
  response: z.object({
    ...pageAnswer,
    trades: z.array(
      z.object({
        tradeid: uuid,
        ordid: z.string(),
        clordid: z.string(),
        symbol: z.string(),
        side,
        qty: decimal,
        price: averagePrice,
        ...exchanged,
        status: tradeStatus,
        settled_at: isoTime,
        ...dated,
      }),
    ),
  }),
  errors: ['invalid_cursor'],
})

export const requestQuote = endpoint({
  ...signedForm,
  name: 'requestQuote',
  path: '/private/requestQuote',
  summary: 'Request a firm quote',
  description:
    'A price of the house’s desk, valid for ten seconds. Accept it with `convert`. A quote reserves none of your balance. `halted`: the pair is halted; `service_unavailable`: the desk does not quote the pair now; `max_amount_exceeded`: the desk cannot deliver this quantity now.',
  needs: trade,
  request: z.strictObject({
    symbol: pairSymbol,
    side: word.meta({ description: '`Buy` or `Sell`.', examples: ['Buy'] }),
    orderqty: number.meta({ description: 'In the base asset.', examples: ['1000'] }),
    clreqid: clientId.optional(),
    validate,
  }),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    quoteid: z.string().meta({ description: 'Empty when the request was only validated.' }),
    symbol: z.string(),
    side,
    price: averagePrice,
    orderqty: decimal,
    ...exchanged,
    expires_at: isoTime,
    ...validation,
  }),
  errors: ['unknown_symbol', 'invalid_order', 'duplicate_clreqid', 'limit_exceeded', 'max_amount_exceeded'],
})

export const conversionStatuses = ['completed', 'rejected'] as const
const conversionStatus = z.enum(conversionStatuses)
const conversion = {
  conversionid: z.string().meta({ description: 'Empty when the request was only validated.' }),
  clreqid: z.string().nullable(),
  quoteid: z.string().nullable(),
  status: conversionStatus,
  reason: z.string().nullable().meta({ description: 'Why it was rejected.' }),
  symbol: z.string(),
  side,
  price: averagePrice.nullable(),
  ...exchanged,
}

export const convert = endpoint({
  ...signedForm,
  name: 'convert',
  path: '/private/convert',
  summary: 'Convert',
  description:
    'Accepts a firm quote (`quoteid`), once; or converts `quantity` of one asset into at least `min_received` of another, at the desk’s current price. If you sell the quote currency, it spends only the amount that buys whole steps of the base, and the rest stays with you. Always check `status`: a conversion that the desk cannot execute at that price is `rejected` with HTTP status 200, and no money moves. A quote whose conversion was rejected is used up; after `insufficient_balance` it can still be accepted.',
  needs: trade,
  request: z.strictObject({
    quoteid: anId.optional().meta({ description: 'The id from `requestQuote`; leave out the following four fields.' }),
    from_currency: word.optional().meta({ description: 'The asset to sell.', examples: ['CHF'] }),
    to_currency: word.optional().meta({ description: 'The asset to buy.', examples: ['VCHF'] }),
    quantity: number.optional().meta({ description: 'In `from_currency`, any fee included.', examples: ['1000'] }),
    min_received: number.optional().meta({
      description: 'In `to_currency`, net of any fee. `0` accepts any price.',
      examples: ['999'],
    }),
    clreqid: clientId.optional(),
    validate,
  }),
  response: z.object({ timestamp: isoTime, result: ok, ...conversion, ...validation }),
  errors: [
    'unknown_asset',
    'unknown_symbol',
    'invalid_order',
    'quote_expired',
    'quote_used',
    'insufficient_balance',
    'limit_exceeded',
    'duplicate_clreqid',
  ],
})

export const queryConversions = endpoint({
  ...signedForm,
  name: 'queryConversions',
  path: '/private/queryConversions',
  summary: 'Conversions',
  description:
    'Conversions, completed and rejected, newest first. Find one by `clreqid` or `quoteid` after a lost answer.',
  needs: read,
  request: z.strictObject({
    ...queryFields,
    conversionid: anId.optional(),
    quoteid: anId.optional(),
    clreqid: aClientId.optional(),
    symbol: soughtSymbol.optional(),
    status: conversionStatus.optional(),
  }),
  response: z.object({ ...pageAnswer, conversions: z.array(z.object({ ...conversion, ...dated })) }),
  errors: ['invalid_cursor'],
})
