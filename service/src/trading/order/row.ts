import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ResponseOf } from '@specie/protocol/endpoint.ts'
import { errors } from '@specie/protocol/errors.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import type { addOrder } from '@specie/protocol/trading.ts'
import type { Leg, Reject } from './fill-or-kill.ts'
import type { Deal } from './journals.ts'
import { feeOf, type Order, pairOf } from '../market/pair.ts'

/** `received`: a venue has yet to answer. */
export const orderStates = ['received', 'Filled', 'Rejected'] as const

/** A decided order, as it is stored. */
export type Decided = {
  readonly id: string
  readonly institutionId: string
  readonly clordid: string
  readonly order: Order
  /** Of the pair's switch, when it was decided. */
  readonly version: bigint
  readonly state: (typeof orderStates)[number]
  readonly amount: bigint
  readonly fee: bigint
  readonly legs: readonly Leg[]
  readonly error: Reject | null
  readonly tradeId: string | null
  readonly at: Date
}

export type OrderRow = {
  id: string
  institution_id: string
  clordid: string
  symbol: string
  side: Order['side']
  qty: bigint
  price: bigint
  state: Decided['state']
  amount: bigint
  fee: bigint
  /** Provider, quoteid, quantity, price, amount of each leg. */
  fills: [provider: string, quoteid: string, qty: string, price: string, amount: string][]
  error: Reject | null
  trade_id: string | null
  created_at: Date
  updated_at: Date
}

type Who = Pick<Decided, 'id' | 'institutionId' | 'clordid' | 'version' | 'at'>

/** What is stored in the same moment in which it is filled. */
export function filledOrder(who: Who, order: Order, legs: readonly Leg[], amount: bigint): Decided {
  const fee = feeOf(order.pair, amount)
  return { ...who, order, state: 'Filled', amount, fee, legs, error: null, tradeId: who.id }
}

export function rejectedOrder(who: Who, order: Order, error: Reject): Decided {
  return { ...who, order, state: 'Rejected', amount: 0n, fee: 0n, legs: [], error, tradeId: null }
}

type Envelope = ResponseOf<typeof addOrder>
export type OrderView = Pick<
  OrderRow,
  'id' | 'clordid' | 'symbol' | 'side' | 'qty' | 'state' | 'amount' | 'fee' | 'error'
>

/** What was exchanged, in the words of the contract; nothing, when it was rejected. */
export function exchangeOf({ symbol, side, qty, state, amount, fee }: Omit<OrderView, 'id' | 'clordid' | 'error'>) {
  const { base, quote } = pairOf(symbol)
  const isFilled = state === 'Filled'
  const inBase = text(base, isFilled ? qty : 0n)
  const inQuote = text(quote, isFilled ? amount : 0n)
  const isBuy = side === 'Buy'
  return {
    bought: isBuy ? inBase : inQuote,
    bought_currency: isBuy ? base : quote,
    sold: isBuy ? inQuote : inBase,
    sold_currency: isBuy ? quote : base,
    fee: text(quote, isFilled ? fee : 0n),
    fee_currency: quote,
  }
}

const text = (asset: AssetCode, minor: bigint): string => formatMinor(minor, assets[asset].decimals)

export const orderObject = (row: OrderView) => ({
  clordid: row.clordid,
  ordid: row.id,
  ordstatus: row.state === 'Filled' ? ('Filled' as const) : ('Rejected' as const),
  ...exchangeOf(row),
})

export const errorObject = (error: Reject | null) =>
  error === null
    ? { code: null, message: null }
    : { code: error, message: `${errors[error].message} ${errors[error].cure}` }

/** The answer to addOrder, the same whenever it is given. */
export const envelopeOf = (row: OrderView, at: Date): Envelope => ({
  timestamp: at.toISOString(),
  result: row.state === 'Filled' ? 'ok' : 'error',
  order: orderObject(row),
  error: errorObject(row.error),
  validated: false,
})

/** An order that was just decided reads like its row. */
export const shownOf = ({ order, ...decided }: Decided): OrderView => ({
  ...decided,
  symbol: order.pair.symbol,
  side: order.side,
  qty: order.qty,
})

/**
 * What one of the base cost or brought, so fine that quantity × price is the amount again, rounded down for a buyer and up for a
 * seller: in the pair's decimals, or as many more as that takes. Never beyond a limit that the amount keeps.
 */
export function averagePrice({
  symbol,
  side,
  qty,
  amount,
}: Pick<OrderView, 'symbol' | 'side' | 'qty' | 'amount'>): string {
  const { up, down, priceDecimals } = pairOf(symbol)
  for (let [decimals, scale] = [priceDecimals, 1n]; ; decimals += 1, scale *= 10n) {
    const [price, again] =
      side === 'Buy'
        ? [above(amount * down * scale, qty * up), (units: bigint) => (qty * units * up) / (down * scale)]
        : [(amount * down * scale) / (qty * up), (units: bigint) => above(qty * units * up, down * scale)]
    if (again(price) === amount) return formatMinor(price, decimals)
  }
}

const above = (over: bigint, under: bigint): bigint => (over + under - 1n) / under

/** In whose account the inventory of a provider lies. */
type Holders = { holderOf(provider: string): string }

/** Who exchanges what; a provider's legs in one. */
export function dealOf(books: Holders, { order, institutionId, fee, legs }: Decided): Deal {
  const { pair, side } = order
  const exchanges = new Map<string, { holder: string; qty: bigint; amount: bigint }>()
  for (const { quote, qty, amount } of legs) {
    const holder = books.holderOf(quote.provider)
    const known = exchanges.get(holder)
    if (known) {
      known.qty += qty
      known.amount += amount
    } else exchanges.set(holder, { holder, qty, amount })
  }
  return { pair, side, client: institutionId, fee, exchanges: [...exchanges.values()] }
}
