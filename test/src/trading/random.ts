import { pairs } from '@specie/protocol/pairs.ts'
import { type Random, oneOf } from '../seeded-random.ts'
import type { Side } from './model.ts'

// Random books and orders.

type Level = [price: string, qty: string]
type HandBook = { bids: Level[]; asks: Level[] }
export type RandomOrder = { symbol: string; side: Side; orderqty: string; price: string }

const decimalsOf = (symbol: string): number => pairs.find((pair) => pair.symbol === symbol)!.price_decimals

/** The price of a market, in units of its last decimal. */
type Market = { readonly symbol: string; readonly middle: number }

const text = (units: number, decimals: number): string => {
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** `most`: the size of the largest level, in whole units of the base. */
export function randomBook(pick: Random, { symbol, middle }: Market, most: number): HandBook {
  const decimals = decimalsOf(symbol)
  const tick = Math.max(1, Math.round(middle / 10_000))
  const side = (direction: 1 | -1): Level[] => {
    let price = middle
    return Array.from({ length: 1 + pick(3) }, () => {
      price += direction * tick * (1 + pick(4))
      return [text(price, decimals), text(100 + pick(most * 100), 2)]
    })
  }
  return { bids: side(-1), asks: side(1) }
}

/** Mostly at an available price; sometimes next to it or far away. `most` in whole units of the base. */
export function randomOrder(pick: Random, { symbol, middle }: Market, most: number): RandomOrder {
  const side = oneOf(pick, ['Buy', 'Sell'] as const)
  const tick = Math.max(1, Math.round(middle / 10_000))
  const chance = pick(100)
  const ticks = chance < 3 ? 2_000 : chance < 15 ? pick(4) : 4 + pick(12)
  const price = middle + (side === 'Buy' ? ticks : -ticks) * tick
  return { symbol, side, orderqty: text(3_000 + pick(most * 100), 2), price: text(price, decimalsOf(symbol)) }
}
