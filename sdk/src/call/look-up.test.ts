import { expect, test } from 'vitest'
import { SpecieError } from '../error.ts'
import { resolveByLookUp } from './look-up.ts'

// An id that was used before finds the row of another request: its answer must not be taken for ours.

type Fields = Record<string, unknown>

const lost = new SpecieError({ code: 'no_answer', docs: 'https://desk.example/docs/sdk' })
const withdrawal = { clreqid: 'a', asset: 'CHF', quantity: '10', blockchain: null, destination: 'main' }
const rows: Record<string, Fields[]> = {
  withdrawals: [{ ...withdrawal, identifier: 'CH9300762011623852957', status: 'pending' }],
  supplychanges: [{ clreqid: 'a', type: 'mint', asset: 'VCHF', blockchain: 'ETH', quantity: '10', destination: null }],
  conversions: [{ clreqid: 'a', sold: '10', sold_currency: 'CHF', bought: '9', bought_currency: 'VCHF' }],
}
const lookUp = (name: Parameters<typeof resolveByLookUp>[1], request: Fields, failure = lost) =>
  resolveByLookUp(async () => rows, name, { clreqid: 'a', ...request }, failure, undefined)

const conversion = { from_currency: 'CHF', to_currency: 'VCHF', quantity: '10.5' }
const coins = { asset: 'VCHF', blockchain: 'ETH', quantity: '10.0' }

test.each([
  ['withdraw', { asset: 'CHF', quantity: '10', destination: 'main' }],
  ['withdraw', { asset: 'CHF', quantity: '10', destination: 'ch93 0076 2011 6238 5295 7' }],
  ['mintTokens', coins],
  ['convert', conversion],
] as const)('%s: our own row is found', async (name, request) => {
  expect(await lookUp(name, request)).toMatchObject({ validated: false })
})

test.each([
  ['withdraw', { asset: 'CHF', quantity: '10', destination: 'other' }],
  ['redeemTokens', coins],
  ['mintTokens', { ...coins, destination: 'treasury' }],
  ['convert', { ...conversion, to_currency: 'VGBP' }],
  ['convert', { ...conversion, quantity: '9' }],
] as const)('%s: the row of another request is not ours', async (name, request) => {
  await expect(lookUp(name, request)).rejects.toMatchObject({ code: 'outcome_unknown' })
})

test('an id that the service says is used for something else was not used for this', async () => {
  const failure = new SpecieError({ code: 'duplicate_clreqid', status: 409 })
  const found = lookUp('withdraw', { asset: 'CHF', quantity: '10', destination: 'main' }, failure)
  await expect(found).rejects.toMatchObject({ code: 'duplicate_clreqid', details: { carried_out: false } })
})
