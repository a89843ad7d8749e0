import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { errors, fundingCure } from '@specie/protocol/errors.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import type { addOrder } from '@specie/protocol/endpoints/trading.ts'
import type { Leg, Reject } from '../market/fill-or-kill.ts'
import type { Deal } from './journals.ts'
import { feeOf, type Order, pairOf } from '../market/pair.ts'

export const orderTable = 'trading.client_order'

/** `received`: a venue has not answered yet. */
export const orderStates = ['received', 'Filled', 'Rejected'] as const

/** The stored form of a decided order. */
export type Decided = {
  readonly id: string
  readonly institutionId: string
  readonly clordid: string
  readonly order: Order
  /** The version of the pair's switch at the time of the decision. */
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

type OrderIdentity = Pick<Decided, 'id' | 'institutionId' | 'clordid' | 'version' | 'at'>

/** A filled order that is stored and settled in one step. */
export function filledOrder(identity: OrderIdentity, order: Order, legs: readonly Leg[], amount: bigint): Decided {
  const fee = feeOf(order.pair, amount)
  return { ...identity, order, state: 'Filled', amount, fee, legs, error: null, tradeId: identity.id }
}

export function rejectedOrder(identity: OrderIdentity, order: Order, error: Reject): Decided {
  return { ...identity, order, state: 'Rejected', amount: 0n, fee: 0n, legs: [], error, tradeId: null }
}

type Envelope = ResponseOf<typeof addOrder>
export type OrderView = Pick<
  OrderRow,
  'id' | 'clordid' | 'symbol' | 'side' | 'qty' | 'state' | 'amount' | 'fee' | 'error'
>

/** The exchanged amounts as the API shows them; zero for a rejected order. */
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

export function errorObject(row: OrderView) {
  const { error } = row
  if (error === null) return { code: null, message: null }
  return { code: error, message: `${errors[error].message} ${cureOf(error, row)}` }
}

function cureOf(error: Reject, row: OrderView): string {
  if (error === 'insufficient_balance') return fundingCure(exchangeOf(row).sold_currency).cure
  if (error === 'limit_exceeded') return 'Send the order with `validate` to see what is left, or order less.'
  return errors[error].cure
}

/** The answer to addOrder; a repeated request gets the same one. */
export const envelopeOf = (row: OrderView, at: Date): Envelope => ({
  timestamp: at.toISOString(),
  result: row.state === 'Filled' ? 'ok' : 'error',
  order: orderObject(row),
  error: errorObject(row),
  validated: false,
})

/** The view of an order that was just decided; the same as that of its row. */
export const orderView = ({ order, ...decided }: Decided): OrderView => ({
  ...decided,
  symbol: order.pair.symbol,
  side: order.side,
  qty: order.qty,
})

/**
 * The price per unit of the base. It has the pair's decimals, or as many more as needed so that quantity × price gives the
 * amount, rounded down for a buyer and up for a seller. It is never beyond a limit that the amount keeps.
 */
export function averagePrice({
  symbol,
  side,
  qty,
  amount,
}: Pick<OrderView, 'symbol' | 'side' | 'qty' | 'amount'>): string {
  const { up, down, priceDecimals } = pairOf(symbol)
  const quantity = qty * up
  for (let [decimals, unit] = [priceDecimals, down]; ; decimals += 1, unit *= 10n) {
    // quantity × price = amount × unit, apart from rounding, which must be less than one unit.
    const exact = amount * unit
    const rest = exact % quantity
    const added = side === 'Buy' && rest > 0n ? quantity - rest : -rest
    if (added < unit && -added < unit) return formatMinor((exact + added) / quantity, decimals)
  }
}

/** The institution whose account holds the inventory of a provider. */
type Holders = { holderOf(provider: string): string }

/** The exchanges of an order; the legs of one provider are summed up. */
export function dealOf(books: Holders, { order, institutionId, fee, legs }: Decided): Deal {
  const { pair, side } = order
  const exchanges = new Map<string, { holder: string; qty: bigint; amount: bigint }>()
  for (const { quote, qty, amount } of legs) {
    const holder = books.holderOf(quote.provider)
    const existing = exchanges.get(holder)
    if (existing) {
      existing.qty += qty
      existing.amount += amount
    } else exchanges.set(holder, { holder, qty, amount })
  }
  return { pair, side, client: institutionId, fee, exchanges: [...exchanges.values()] }
}
