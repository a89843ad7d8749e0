import { describe, expect, test } from 'vitest'
import {
  averageOf,
  bandOf,
  columnTexts,
  type Ladder,
  ladderAmount,
  levelsTaken,
  midOf,
  type Pair,
  priceProblem,
  priceText,
  quantityProblem,
  readyFields,
  readyFloor,
  spreadCost,
  spreadOf,
  takenOver,
  totalled,
  withinLimit,
  worstCase,
} from './figures.ts'

const pair = {
  symbol: 'VCHF/CHF',
  base: 'VCHF',
  quote: 'CHF',
  status: 'online',
  min_order_size: '0.1',
  max_order_size: '5000000',
  qty_decimals: 2,
  price_decimals: 4,
  price_band_bps: 500,
  fee_bps: 0,
} as Pair
const withFee: Pair = { ...pair, fee_bps: 10 }

const level = (price: string, quantity: string) => ({ price, quantity })
const ladder = {
  bids: [level('0.9999', '100'), level('0.9997', '200')],
  asks: [level('1.0001', '100'), level('1.0003', '200')],
} as unknown as Ladder

describe('the amount of an order at its limit', () => {
  const order = { quantity: '100', price: '0.9999' }

  test('a buyer pays the fee on top', () => {
    expect(worstCase(pair, { side: 'Buy', ...order })).toBe('99.99')
    expect(worstCase(withFee, { side: 'Buy', ...order })).toBe('100.09')
  })

  test('the fee is taken from the amount of a seller', () => {
    expect(worstCase(pair, { side: 'Sell', ...order })).toBe('99.99')
    expect(worstCase(withFee, { side: 'Sell', ...order })).toBe('99.89')
  })

  test('no order breaks its limit by a part of a centime', () => {
    const half = { quantity: '0.5', price: '1.0001' } // 0.50005
    expect(worstCase(pair, { side: 'Buy', ...half })).toBe('0.5')
    expect(worstCase(pair, { side: 'Sell', ...half })).toBe('0.51')
  })
})

describe('the ladder', () => {
  test('levels as good as the limit or better count for the side that takes them', () => {
    expect(withinLimit(pair, ladder, { side: 'Buy', quantity: '', price: '1.0001' })).toBe('100')
    expect(withinLimit(pair, ladder, { side: 'Buy', quantity: '', price: '1.0000' })).toBe('0')
    expect(withinLimit(pair, ladder, { side: 'Sell', quantity: '', price: '0.9997' })).toBe('300')
    expect(withinLimit(pair, ladder, { side: 'Sell', quantity: '', price: '0.9998' })).toBe('100')
  })

  test('an order takes levels from the best on, or none if they do not suffice', () => {
    const taken = (quantity: string, price: string) => levelsTaken(pair, ladder, { side: 'Buy', quantity, price })
    expect([taken('100', '1.0003'), taken('100.01', '1.0003'), taken('300', '1.0003')]).toEqual([1, 2, 2])
    expect([taken('300.01', '1.0003'), taken('100.01', '1.0001'), taken('0', '1.0003')]).toEqual([0, 0, 0])
  })

  test('sums of all levels up to each', () => {
    expect(totalled(pair, ladder.asks).map(({ total }) => total)).toEqual(['100', '300'])
  })

  test('the amount of a quantity over several levels', () => {
    expect(ladderAmount(pair, ladder, 'Buy', '150')).toBe(15_003n) // 100.01 + 50.015
    expect(ladderAmount(pair, ladder, 'Sell', '300')).toBe(29_993n) // 99.99 + 199.94
    expect(ladderAmount(pair, ladder, 'Buy', '300.01')).toBe(null)
  })

  test('an amount between two centimes is the nearer one', () => {
    expect(ladderAmount(pair, ladder, 'Buy', '110')).toBe(11_001n) // 100.01 + 10.003
    expect(ladderAmount(pair, ladder, 'Buy', '130')).toBe(13_002n) // 100.01 + 30.009
    expect(spreadCost(pair, 'Buy', '0.5', '0.5', '1.0001')).toBe('0') // 0.50005
    expect(spreadCost(pair, 'Buy', '0.5', '0.51', '1.0199')).toBe('0') // 0.50995
  })
})

describe('prices of the pair', () => {
  test('mid and spread lie between the best prices', () => {
    expect(midOf(pair, ladder)).toBe('1')
    expect(spreadOf(pair, ladder)).toEqual({ price: '0.0002', bps: '2.0' })
    const oneSided = { ...ladder, bids: [] } as Ladder
    expect([midOf(pair, oneSided), spreadOf(pair, oneSided), bandOf(pair, oneSided)]).toEqual([null, null, null])
  })

  test('the band is around the mid, and no limit outside it is offered', () => {
    expect(bandOf(pair, ladder)).toEqual(['0.95', '1.05'])
    const uneven = { bids: [level('1.0001', '1')], asks: [level('1.0002', '1')] } as unknown as Ladder
    expect(bandOf(pair, uneven)).toEqual(['0.9502', '1.0501']) // of 1.00015: 0.9501425 and 1.0501575
  })

  test('the average price has one decimal more than a price', () => {
    expect(averageOf(pair, '3', '2')).toBe('0.66667')
    expect(averageOf(pair, '100', '99.99')).toBe('0.9999')
  })

  test('the spread against the mid, for each side', () => {
    expect(spreadCost(pair, 'Buy', '100', '100.01', '1')).toBe('0.01')
    expect(spreadCost(pair, 'Sell', '100', '99.99', '1')).toBe('0.01')
    expect(spreadCost(pair, 'Sell', '100', '100.02', '1')).toBe('-0.02')
  })

  test('prices align', () => {
    expect(priceText('1250.5', 4)).toBe('1,250.5000')
    expect(priceText('7', 0)).toBe('7')
    expect(columnTexts(['1', '2.25', '3.5'])).toEqual(['1.00', '2.25', '3.50'])
  })
})

describe('typed fields', () => {
  test('a quantity within the bounds of the pair, bounds included', () => {
    expect(['0.1', '5000000', '', 'x'].map((text) => quantityProblem(pair, text))).toEqual([null, null, null, null])
    expect(quantityProblem(pair, '0.09')).toBe('At least 0.1 VCHF.')
    expect(quantityProblem(pair, '5000000.01')).toBe('At most 5,000,000 VCHF in one order.')
    expect(quantityProblem(pair, '1.005')).toBe('At most 2 decimals.')
  })

  test('a price above zero with the decimals of the pair', () => {
    expect([priceProblem(pair, '0.0001'), priceProblem(pair, '')]).toEqual([null, null])
    expect(priceProblem(pair, '0')).toBe('Must be above zero.')
    expect(priceProblem(pair, '1.00001')).toBe('At most 4 decimals.')
  })

  test('fields are sent in the format of the service, and only when both are valid', () => {
    const fields = { side: 'Buy', quantity: '007', price: '01.5' } as const
    expect(readyFields(pair, fields)).toEqual({ side: 'Buy', quantity: '7', price: '1.5' })
    expect(readyFields(pair, { ...fields, quantity: '0.01' })).toBe(null)
    expect(readyFields(pair, { ...fields, price: '' })).toBe(null)
    expect(readyFields(pair, { ...fields, price: '0' })).toBe(null)
  })
})

test('a conversion is sent only with a floor for the current fields', () => {
  expect(readyFloor({ isCurrent: true }, '999.91')).toBe('999.91')
  expect(readyFloor({ isCurrent: false }, '999.91')).toBe(null)
  expect(readyFloor({ isCurrent: true }, null)).toBe(null)
  expect(readyFloor({ isCurrent: true }, '9.')).toBe(null)
})

describe('a click on a level', () => {
  const level = { ...ladder.asks[1]!, total: '300' }

  test('takes the total up to it, limited by the balance', () => {
    expect(takenOver(pair, 'Buy', level, '1000')).toBe('300')
    expect(takenOver(pair, 'Buy', level, '100')).toBe('99.97') // 100 / 1.0003 = 99.970…
    expect(takenOver(withFee, 'Buy', level, '100')).toBe('99.87') // 100 / 1.0003 / 1.001 = 99.870…
    expect(takenOver(pair, 'Sell', level, '250.5')).toBe('250.5')
  })

  test('takes no more than the maximum of an order, and nothing below the minimum', () => {
    expect(takenOver({ ...pair, max_order_size: '50' }, 'Sell', level, '1000')).toBe('50')
    expect(takenOver(pair, 'Sell', level, '0.09')).toBe('')
  })
})
