import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Side } from '../../base/ports/venue.ts'
import { account } from '../../ledger/chart.ts'
import { house } from '../../ledger/house.ts'
import { credit, debit, type Journal, type Line } from '../../ledger/posting/journal.ts'
import type { Exchange } from '../execution/row.ts'
import type { Pair } from '../market/pair.ts'

// The journals of trading (ledger.md, FOK fill). A holder is an institution, the house or a venue. All have their
// balances in the client pool, so that an exchange is one journal and gives no credit.

type Lot = 'available' | 'pending'

export type Deal = {
  readonly pair: Pair
  readonly side: Side
  readonly client: string
  readonly fee: bigint
  readonly exchanges: readonly Exchange[]
}

const lot = (name: Lot, holder: string, asset: AssetCode) => account('client', name, holder, asset)

const sum = (exchanges: readonly Exchange[], of: 'qty' | 'amount'): bigint =>
  exchanges.reduce((total, one) => total + one[of], 0n)

/**
 * The lines of an exchange between the client and its providers: debits from the given lot, credits to available balances.
 */
function exchangeLines({ pair, side, client, fee, exchanges }: Deal, from: Lot): Line[] {
  const [qty, amount] = [sum(exchanges, 'qty'), sum(exchanges, 'amount')]
  const { base, quote } = pair
  if (side === 'Buy') {
    return [
      debit(lot(from, client, quote), amount + fee),
      ...exchanges.flatMap((one) => [
        credit(lot('available', one.holder, quote), one.amount),
        debit(lot(from, one.holder, base), one.qty),
      ]),
      credit(lot('available', client, base), qty),
      ...feeLines(quote, fee),
    ]
  }
  return [
    debit(lot(from, client, base), qty),
    ...exchanges.flatMap((one) => [
      credit(lot('available', one.holder, base), one.qty),
      debit(lot(from, one.holder, quote), one.amount),
    ]),
    credit(lot('available', client, quote), amount - fee),
    ...feeLines(quote, fee),
  ]
}

/** The fee belongs to the house, but is still among the clients' money. */
const feeLines = (quote: AssetCode, fee: bigint): Line[] =>
  fee === 0n
    ? []
    : [
        credit(account('client', 'fees_due', quote), fee),
        debit(account('house', 'fees_receivable', quote), fee),
        credit(account('house', 'fees', quote), fee),
      ]

/** Decided and settled in one step. */
export const filled = (id: string, deal: Deal, kind = 'order'): Journal => ({
  key: `${kind}:${id}`,
  kind: `${kind}_filled`,
  lines: exchangeLines(deal, 'available'),
})

/** Decided, but not yet executed at a venue: both sides' deliveries are held in `pending`. */
export const held = (id: string, deal: Deal): Journal => ({
  key: `order:${id}:held`,
  kind: 'order_held',
  lines: deliveries(deal).flatMap(({ holder, asset, amount }) =>
    moveLines(holder, asset, amount, 'available', 'pending'),
  ),
})

export const settled = (id: string, deal: Deal): Journal => ({
  key: `order:${id}:settled`,
  kind: 'order_settled',
  lines: exchangeLines(deal, 'pending'),
})

/** Releases the client's money, and that of providers whose quotes were not taken. */
export const released = (id: string, deal: Deal, freed: readonly Exchange[]): Journal => ({
  key: `order:${id}:released`,
  kind: 'order_released',
  lines: [clientDelivery(deal), ...freed.map((one) => providerDelivery(deal, one))].flatMap(
    ({ holder, asset, amount }) => moveLines(holder, asset, amount, 'pending', 'available'),
  ),
})

/** A quote was taken for an order that was not filled. The house takes the client's side. */
export const takenOver = (id: string, pair: Pair, side: Side, exchange: Exchange): Journal => {
  const delivery = providerDelivery({ pair, side }, exchange)
  const [due, owed] = side === 'Buy' ? [pair.quote, exchange.amount] : [pair.base, exchange.qty]
  return {
    key: `execution:${id}:taken_over`,
    kind: 'execution_taken_over',
    lines: [
      debit(lot('pending', exchange.holder, delivery.asset), delivery.amount),
      credit(lot('available', house, delivery.asset), delivery.amount),
      debit(lot('available', house, due), owed),
      credit(lot('available', exchange.holder, due), owed),
    ],
  }
}

/** The venue did not take the quote. */
export const freed = (id: string, pair: Pair, side: Side, exchange: Exchange): Journal => {
  const { holder, asset, amount } = providerDelivery({ pair, side }, exchange)
  return {
    key: `execution:${id}:released`,
    kind: 'execution_released',
    lines: moveLines(holder, asset, amount, 'pending', 'available'),
  }
}

type Delivery = { holder: string; asset: AssetCode; amount: bigint }

/** A seller's fee is deducted from the proceeds. */
function clientDelivery({ pair, side, client, fee, exchanges }: Deal): Delivery {
  return side === 'Buy'
    ? { holder: client, asset: pair.quote, amount: sum(exchanges, 'amount') + fee }
    : { holder: client, asset: pair.base, amount: sum(exchanges, 'qty') }
}

const providerDelivery = ({ pair, side }: Pick<Deal, 'pair' | 'side'>, { holder, qty, amount }: Exchange): Delivery =>
  side === 'Buy' ? { holder, asset: pair.base, amount: qty } : { holder, asset: pair.quote, amount }

const deliveries = (deal: Deal): Delivery[] => [
  clientDelivery(deal),
  ...deal.exchanges.map((one) => providerDelivery(deal, one)),
]

const moveLines = (holder: string, asset: AssetCode, amount: bigint, from: Lot, to: Lot): Line[] => [
  debit(lot(from, holder, asset), amount),
  credit(lot(to, holder, asset), amount),
]
