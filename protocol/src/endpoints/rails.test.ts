import { expect, test } from 'vitest'
import { canonical, type Json, parseJson } from '../encoding/json.ts'
import { addPaymentRail, party } from './rails.ts'

const acme = { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' }

/** The contract's fields and nothing else. */
const onRamp: Json = {
  railtype: 'FiatToStablecoin',
  sender: acme,
  wallet: { destination: '0x52908400098527886E0F7030069857D2E4169EE7' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}

test('a request with the fields of the contract is taken as it is', () => {
  expect(addPaymentRail.request.parse(parseJson(canonical(onRamp)))).toEqual(onRamp)
})

test.each(['Lefèvre & Cie S.à r.l.', "O'Neill (Züri) #1", '日本', 'Ünïted \u0041\u030a'])('%s is a name', (name) => {
  expect(party.safeParse({ ...acme, partyname: { name } }).success).toBe(true)
})

test('space around a text is not part of it', () => {
  expect(party.parse({ ...acme, partyname: { name: '  Acme ' } }).partyname.name).toBe('Acme')
})

test.each(['', '   ', 'a\u200bb', 'a\u202eb', 'a\ud800', 'Acme\n', 'x'.repeat(141)])('%j is none', (name) => {
  const told = party.safeParse({ ...acme, partyname: { name } })
  expect(told.error?.issues[0]?.path).toEqual(['partyname', 'name'])
})
