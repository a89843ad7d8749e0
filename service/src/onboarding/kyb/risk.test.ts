import { expect, test } from 'vitest'
import { demoEntity, demoPerson } from '../../sandbox/demo/company.ts'
import { riskOf } from './risk.ts'

const facts = { entity: demoEntity('Acme Treasury AG'), persons: [demoPerson], channel: 'remote', hits: 0 } as const

test('each factor’s part adds up to the score', () => {
  const risk = riskOf(facts)
  expect(risk).toMatchObject({ score: 22, class: 'low', edd: false, reasons: [] })
  expect(risk.parts.map(({ factor, value, points }) => [factor, value, points])).toEqual([
    ['country', 'CH', 3.5],
    ['ownership', 'depth 1', 0],
    ['activity', 'corporate_treasury', 5],
    ['product', 'stablecoin_issuance, crypto_conversion', 7],
    ['channel', 'remote', 6],
  ])
})

const link = (country: string) => ({ name: 'Holding', country, share: '100' })

test.each([
  [
    'crypto services through two holdings',
    { activity: 'crypto_services' },
    { chain: [link('LU'), link('CH')] },
    'medium',
  ],
  [
    'gambling behind two holdings in a monitored country',
    { activity: 'gambling' },
    { chain: [link('VG'), link('VG')] },
    'high',
  ],
] as const)('%s is %s', (_what, entity, person, risk) => {
  const given = {
    ...facts,
    entity: { ...facts.entity, ...entity },
    persons: [{ ...demoPerson, ...person, chain: [...person.chain] }],
  }
  expect(riskOf(given).class).toBe(risk)
})

test('the worst country counts, in any role', () => {
  const of = (over: object) => riskOf({ ...facts, persons: [{ ...demoPerson, ...over }] }).parts[0]!.risk
  expect(of({})).toBe(10)
  expect(of({ nationality: 'BR' })).toBe(40)
  expect(of({ residence: { ...demoPerson.residence, country: 'VE' } })).toBe(80)
  expect(of({ chain: [link('RU')] })).toBe(80)
})

test.each([
  ['a country under a call for action', { persons: [{ ...demoPerson, nationality: 'IR' }] }, /country IR/],
  ['a politically exposed person', { persons: [{ ...demoPerson, politically_exposed: true }] }, /politically exposed/],
  ['a match with a watchlist', { hits: 1 }, /watchlists: 1/],
])('%s needs enhanced due diligence at any score', (_what, over, reason) => {
  const risk = riskOf({ ...facts, ...over })
  expect(risk).toMatchObject({ class: 'high', edd: true })
  expect(risk.reasons).toEqual([expect.stringMatching(reason)])
})

test('unknown facts count as the highest risk', () => {
  expect(riskOf({ ...facts, entity: {} }).parts[2]).toMatchObject({ value: 'unknown', risk: 100 })
})
