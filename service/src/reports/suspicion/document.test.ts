import { expect, test } from 'vitest'
import { goamlOf, type Item } from './document.ts'

const client = {
  name: 'Beta AG',
  tradingName: null,
  registration: 'CHE-1',
  business: null,
  country: 'CH',
  incorporatedOn: '2010-01-31',
}
const item: Item = {
  id: 'i',
  holdid: 'h',
  kind: 'withdrawal',
  at: new Date('2026-11-19T08:00:00Z'),
  local: '250.5',
  asset: 'VCHF',
  amount: '250.5',
  parties: ['Zarkovia Exchange'],
  account: '0xabc',
}
const draft = (over: Partial<Item>) =>
  goamlOf({
    reference: 'r',
    at: new Date('2026-11-19T09:00:00Z'),
    officer: 'Nora Keller',
    client,
    items: [{ ...item, ...over }],
    reasons: [],
  })

test('money that leaves is from our client, to the account of the other side', () => {
  const xml = draft({})
  expect(xml).toMatch(/<t_from_my_client>[^]*<name>Beta AG<\/name>[^]*<\/t_from_my_client>/)
  expect(xml).toMatch(
    /<t_to>[^]*<account>0xabc<\/account>[^]*<account_name>Zarkovia Exchange<\/account_name>[^]*<\/t_to>/,
  )
})

test('money that arrives is to our client', () => {
  const xml = draft({ kind: 'wire', account: null })
  expect(xml).toMatch(/<t_from>[^]*<from_entity>[^]*<name>Zarkovia Exchange<\/name>/)
  expect(xml).toContain('<t_to_my_client>')
})

test('without a rate the local amount is zero, and the draft says so', () => {
  expect(draft({ local: null, asset: 'BTC' })).toMatch(/<amount_local>0<\/amount_local>[^]*fill it in/)
  expect(draft({})).not.toContain('fill it in')
})

test('characters that XML does not allow are replaced', () => {
  expect(draft({ parties: ['a\u0000<b>\ud800'] })).toContain('a\ufffd&lt;b&gt;\ufffd')
})
