import { expect, test } from 'vitest'
import { canonical, type Json, parseJson } from '../encoding/json.ts'
import { addPaymentRail, party } from './rails.ts'

const acme = { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' }

/** Exactly the contract's fields. */
const onRamp: Json = {
  railtype: 'FiatToStablecoin',
  sender: acme,
  wallet: { destination: '0x52908400098527886E0F7030069857D2E4169EE7' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}

test('a request with the fields of the contract is accepted unchanged', () => {
  expect(addPaymentRail.request.parse(parseJson(canonical(onRamp)))).toEqual(onRamp)
})

test.each(['Lefèvre & Cie S.à r.l.', "O'Neill (Züri) #1", '日本', 'Ünïted \u0041\u030a'])('%s is a name', (name) => {
  expect(party.safeParse({ ...acme, partyname: { name } }).success).toBe(true)
})

test('space around a text is removed', () => {
  expect(party.parse({ ...acme, partyname: { name: '  Acme ' } }).partyname.name).toBe('Acme')
})

test.each(['', '   ', 'a\u200bb', 'a\u202eb', 'a\ud800', 'Acme\n', 'x'.repeat(141)])('%j is not a name', (name) => {
  const answer = party.safeParse({ ...acme, partyname: { name } })
  expect(answer.error?.issues[0]?.path).toEqual(['partyname', 'name'])
})
