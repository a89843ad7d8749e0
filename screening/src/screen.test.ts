import { expect, test } from 'vitest'
import { type EntryDraft, type Name, toEntry } from './lists/entry.ts'
import { createScreener } from './screen.ts'

const named = (text: string, strength: Name['strength'] = 'primary'): Name => ({ text, parts: [], strength })
const draft: Pick<EntryDraft, 'list' | 'measures'> = { list: 'un', measures: { assetFreeze: true, named: [] } }
const person = toEntry({
  ...draft,
  reference: 'P1',
  kind: 'person',
  names: [named('Arkadi Belmurov'), named('The Lantern', 'weak')],
  births: [{ precision: 'day', from: '1965-03-04', to: '1965-03-04', circa: false }],
  identifiers: [{ kind: 'passport', value: 'P 123-456', country: 'BY', label: 'Passport' }],
  wallets: [{ ticker: 'ETH', address: `0x${'aB'.repeat(20)}` }],
})
const company = toEntry({ ...draft, reference: 'C1', kind: 'company', names: [named('OOO Velyashtmash')] })

function screener() {
  const made = createScreener()
  made.add('un:P1', person)
  made.add('un:C1', company)
  return made
}

test('a party is found by its name, in any script, and told why', () => {
  const [hit, ...more] = screener().hits({ kind: 'person', name: 'Бельмуров Аркадий' })
  expect(more).toEqual([])
  expect(hit).toMatchObject({ id: 'un:P1', name: 'Arkadi Belmurov' })
  expect(hit!.score).toBeGreaterThan(0.9)
  expect(hit!.why.join()).toContain('бельмуров')
})

test('an alias of the party counts as its name', () => {
  expect(screener().hits({ kind: 'company', name: 'Orbis', aliases: ['Velyashtmash LLC'] })).toMatchObject([
    { id: 'un:C1' },
  ])
})

test('another birth year speaks against, an equal date for', () => {
  const scoreOf = (born?: string) =>
    screener().hits({ kind: 'person', name: 'Arkady Belmurof', ...(born !== undefined && { born }) })[0]?.score ?? 0
  expect(scoreOf('1965-03-04')).toBeGreaterThan(scoreOf())
  expect(scoreOf()).toBeGreaterThan(scoreOf('1971'))
})

test('a name that is only near is a hit with the same date of birth', () => {
  const near = { kind: 'person', name: 'Arkadi Lev Belnurew' } as const
  expect(screener().hits(near)).toEqual([])
  expect(screener().hits({ ...near, born: '1965-03-04' })).toMatchObject([{ id: 'un:P1' }])
})

test('a weak alias counts only when it is exact, and for less', () => {
  expect(screener().hits({ kind: 'person', name: 'The Lantern' })).toMatchObject([{ id: 'un:P1', name: 'The Lantern' }])
  expect(screener().hits({ kind: 'person', name: 'The Lantern' })[0]!.score).toBeLessThan(1)
  expect(screener().hits({ kind: 'person', name: 'The Lanterns' })).toEqual([])
})

test('a wallet address is found on all chains, an identifier in any spelling', () => {
  const other = { kind: 'person', name: 'Someone Else' } as const
  expect(screener().hits({ ...other, wallet: `0x${'ab'.repeat(20)}` })).toMatchObject([{ id: 'un:P1', score: 1 }])
  const withPassport = (value: string, country: string) =>
    screener().hits({ ...other, identifiers: [{ kind: 'passport', value, country }] })
  expect(withPassport('p123456', 'BY')).toMatchObject([{ id: 'un:P1', score: 1, name: null }])
  expect(withPassport('p123456', 'SY')).toEqual([])
  expect(withPassport('p123457', 'BY')).toEqual([])
})

test('a removed entry is no longer found, and a changed one under its new name only', () => {
  const made = screener()
  made.remove('un:P1')
  expect(made.hits({ kind: 'person', name: 'Arkadi Belmurov', wallet: `0x${'ab'.repeat(20)}` })).toEqual([])
  made.add('un:C1', toEntry({ ...company, names: [named('Pergundneft')] }))
  expect(made.size).toBe(1)
  expect(made.hits({ kind: 'company', name: 'Velyashtmash' })).toEqual([])
  expect(made.hits({ kind: 'company', name: 'Pergundneft' })).toMatchObject([{ id: 'un:C1' }])
})
