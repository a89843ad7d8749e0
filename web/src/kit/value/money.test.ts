import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Money, moneyParts, moneyText } from './money.tsx'

test('an amount is grouped and keeps every digit; the zeros of its scale are quiet, and a minus is a minus', () => {
  expect(moneyParts('1234567.5', 'VCHF', 0)).toEqual({
    sign: '',
    whole: '1,234,567',
    fraction: '50',
    zeros: '0000',
    pad: '',
  })
  expect(moneyParts('-96204.881301', 'USDC', 0)).toEqual({
    sign: '−',
    whole: '96,204',
    fraction: '881301',
    zeros: '',
    pad: '',
  })
  expect(moneyParts('0', 'CHF', 0)).toEqual({ sign: '', whole: '0', fraction: '00', zeros: '', pad: '' })
  expect(moneyParts('1.000000000000000001', 'ETH', 0).fraction).toBe('000000000000000001')
})

test('in a column every currency takes the same room after the point', () => {
  for (const [amount, currency] of [
    ['1', 'CHF'],
    ['1.25', 'VCHF'],
    ['1.234567', 'USDC'],
  ] as const) {
    const { fraction, zeros, pad } = moneyParts(amount, currency, 6)
    expect(fraction.length + zeros.length + pad.length, currency).toBe(6)
  }
})

test('in a sentence it is plain text', () => {
  expect(moneyText('-1000.1', 'CHF')).toBe('−1,000.10 CHF')
})

test('in a column, amounts with the most decimals are marked, and only next to them the others take more room', () => {
  const drawn = (currency: string, align: boolean) =>
    renderToStaticMarkup(createElement(Money, { amount: '1', currency, align }))
  expect(drawn('VCHF', true)).toContain('class="m fine"')
  expect(drawn('CHF', true)).toMatch(/class="m".*class="pad"/)
  expect(drawn('VCHF', false)).not.toContain('fine')
  expect(drawn('CHF', false)).not.toContain('pad')
})
