import fc from 'fast-check'
import { expect, test } from 'vitest'
import { house } from '../../ledger/house.ts'
import type { Journal } from '../../ledger/posting/journal.ts'
import { type Deal, filled, freed, held, released, settled, takenOver } from './journals.ts'
import type { Exchange } from '../execution/row.ts'
import { allPairs } from '../market/pair.ts'

// Journals as plain sums: the change of each account after all of them were posted.

const often = { numRuns: 500 }

const amount = fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 10n ** 27n))
const exchangeOf = (holders: readonly string[]) =>
  fc.record({ holder: fc.constantFrom(...holders), qty: amount, amount })

/** A venue may fill several quotes of an order, and the house may also be a provider. */
const deal: fc.Arbitrary<Deal> = fc
  .record({
    pair: fc.constantFrom(...allPairs),
    side: fc.constantFrom('Buy' as const, 'Sell' as const),
    exchanges: fc.array(exchangeOf([house, 'alpha', 'beta']), { minLength: 1, maxLength: 5 }),
    feePercent: fc.bigInt(0n, 100n),
  })
  .map(({ feePercent, ...rest }) => ({
    ...rest,
    client: 'acme',
    fee: (rest.exchanges.reduce((sum, one) => sum + one.amount, 0n) * feePercent) / 100n,
  }))

type Effect = Record<string, bigint>

/** The change of each account from its owner's view: credits are positive. */
function effect(...journals: readonly Journal[]): Effect {
  const sums = new Map<string, bigint>()
  for (const { account, amount: moved } of journals.flatMap(({ lines }) => lines)) {
    const code = account.code
    sums.set(code, (sums.get(code) ?? 0n) - moved)
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const totals = ({ exchanges }: Deal) => ({
  qty: exchanges.reduce((sum, one) => sum + one.qty, 0n),
  amount: exchanges.reduce((sum, one) => sum + one.amount, 0n),
})

function allOf(one: Deal): Journal[] {
  const { pair, side, exchanges } = one
  return [
    filled('1', one),
    held('1', one),
    settled('1', one),
    released('1', one, exchanges),
    ...exchanges.flatMap((taken) => [takenOver('1', pair, side, taken), freed('1', pair, side, taken)]),
  ]
}

test('every journal of any deal balances per pool and asset (L1), with no negative amount', () => {
  fc.assert(
    fc.property(deal, (one) => {
      for (const journal of allOf(one)) {
        const books = new Map<string, bigint>()
        for (const { account, amount: moved } of journal.lines) {
          const key = `${account.pool} ${account.asset}`
          books.set(key, (books.get(key) ?? 0n) + moved)
        }
        expect([...books.values()].filter((sum) => sum !== 0n)).toEqual([])
      }
    }),
    often,
  )
})

test('each journal has a unique key that names its subject, and a kind for reports', () => {
  const pair = allPairs[0]!
  const exchange = { holder: 'alpha', qty: 10n, amount: 20n }
  const one: Deal = { pair, side: 'Buy', client: 'acme', fee: 1n, exchanges: [exchange] }
  expect([...allOf(one), filled('1', one, 'conversion')].map(({ key, kind }) => [key, kind])).toEqual([
    ['order:1', 'order_filled'],
    ['order:1:held', 'order_held'],
    ['order:1:settled', 'order_settled'],
    ['order:1:released', 'order_released'],
    ['execution:1:taken_over', 'execution_taken_over'],
    ['execution:1:released', 'execution_released'],
    ['conversion:1', 'conversion_filled'],
  ])
})

test('without a fee the fee accounts have no line', () => {
  const pair = allPairs[0]!
  const one: Deal = {
    pair,
    side: 'Sell',
    client: 'acme',
    fee: 0n,
    exchanges: [{ holder: 'alpha', qty: 10n, amount: 20n }],
  }
  const touched = (deal: Deal) =>
    filled('1', deal).lines.filter(({ account }) => account.name.startsWith('fees')).length
  expect([touched(one), touched({ ...one, fee: 1n })]).toEqual([0, 3])
})

test('a client receives the bought asset for the sold one, and the fee is booked separately', () => {
  fc.assert(
    fc.property(deal, (one) => {
      const { base, quote } = one.pair
      const { qty, amount: worth } = totals(one)
      const moved = effect(filled('1', one))
      const [inBase, inQuote] = one.side === 'Buy' ? [qty, -worth - one.fee] : [-qty, worth - one.fee]
      expect(moved[`client/available:acme/${base}`]).toBe(inBase)
      expect(moved[`client/available:acme/${quote}`] ?? 0n).toBe(inQuote)
      expect(moved[`client/fees_due/${quote}`] ?? 0n).toBe(one.fee)
      expect(moved[`house/fees/${quote}`] ?? 0n).toBe(one.fee)
    }),
    often,
  )
})

test('a provider delivers its side and receives the client’s, in available balances', () => {
  fc.assert(
    fc.property(deal, (one) => {
      const { base, quote } = one.pair
      const moved = effect(filled('1', one))
      const bought = one.side === 'Buy' ? 1n : -1n
      for (const [holder, parts] of Map.groupBy(one.exchanges, (exchange) => exchange.holder)) {
        const { qty, amount: worth } = totals({ ...one, exchanges: parts })
        expect(moved[`client/available:${holder}/${base}`]).toBe(-bought * qty)
        expect(moved[`client/available:${holder}/${quote}`]).toBe(bought * worth)
      }
    }),
    often,
  )
})

test('hold and settlement equal an immediate fill', () => {
  fc.assert(
    fc.property(deal, (one) => {
      expect(effect(held('1', one), settled('1', one))).toEqual(effect(filled('1', one)))
    }),
    often,
  )
})

test('hold and release change nothing', () => {
  fc.assert(
    fc.property(deal, (one) => {
      expect(effect(held('1', one), released('1', one, one.exchanges))).toEqual({})
    }),
    often,
  )
})

test('a hold moves only from available to pending, on the accounts that deliver', () => {
  fc.assert(
    fc.property(deal, (one) => {
      const moved = effect(held('1', one))
      const { qty, amount: worth } = totals(one)
      const given =
        one.side === 'Buy' ? { asset: one.pair.quote, sum: worth + one.fee } : { asset: one.pair.base, sum: qty }
      expect(moved[`client/pending:acme/${given.asset}`]).toBe(given.sum)
      for (const [code, gained] of Object.entries(moved)) {
        expect(moved[code.replace(/available|pending/, (lot) => (lot === 'pending' ? 'available' : 'pending'))]).toBe(
          -gained,
        )
        expect(gained > 0n).toBe(code.startsWith('client/pending:'))
      }
    }),
    often,
  )
})

/** The end of each part at a venue: released with the order, filled later, or denied later. */
const fates = fc.array(fc.constantFrom('released' as const, 'taken' as const, 'denied' as const), {
  minLength: 5,
  maxLength: 5,
})

test('an order that is not filled does not change the client’s balances; a part filled by a venue goes to the house', () => {
  fc.assert(
    fc.property(deal, fates, (one, drawn) => {
      const { pair, side, exchanges } = one
      // The desk's side is released immediately.
      const fate = (exchange: Exchange) =>
        exchange.holder === house ? 'released' : drawn[exchanges.indexOf(exchange)]!
      const of = (which: (typeof drawn)[number]) => exchanges.filter((exchange) => fate(exchange) === which)
      const journals = [
        held('1', one),
        released('1', one, of('released')),
        ...of('taken').map((exchange, n) => takenOver(`t${n}`, pair, side, exchange)),
        ...of('denied').map((exchange, n) => freed(`d${n}`, pair, side, exchange)),
      ]
      const expected: Effect = {}
      const add = (holder: string, asset: string, sum: bigint) => {
        const code = `client/available:${holder}/${asset}`
        expected[code] = (expected[code] ?? 0n) + sum
      }
      for (const { holder, qty, amount: worth } of of('taken')) {
        const bought = side === 'Buy' ? 1n : -1n
        add(house, pair.base, bought * qty)
        add(house, pair.quote, -bought * worth)
        add(holder, pair.base, -bought * qty)
        add(holder, pair.quote, bought * worth)
      }
      expect(effect(...journals)).toEqual(expected)
    }),
    often,
  )
})
