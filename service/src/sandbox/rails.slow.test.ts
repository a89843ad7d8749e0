import { canonical, type Json } from '@specie/protocol/json.ts'
import { type Client, freshNonce, sandbox } from '@specie/test/client.ts'
import { startUat, type Uat } from '@specie/test/uat.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOffRamp, anOnRamp } from './scenarios-rails.ts'

let uat: Uat
let client: Client

beforeAll(async () => {
  uat = await startUat({}, {})
  client = await uat.onboard()
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  await does('addresses', { institutionid: client.institutionid, blockchain: 'ETH', address, label: 'main' })
}, 60_000)
afterAll(() => uat?.end())

async function does(path: string, ask: object): Promise<Record<string, any>> {
  const { status, body } = await sandbox(uat.service.origin, path, ask)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** The id of a rail that is active. */
async function railOf(rail: object): Promise<string> {
  const body = canonical(rail as Json)
  const nonce = freshNonce()
  await uat.database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  const signed = `/api/v1/private/addPaymentRail${body}${nonce}`
  const added = await client.call('addPaymentRail', {}, { nonce, signed, body, contentType: 'application/json' })
  expect(added, JSON.stringify(added.body)).toMatchObject({ status: 200, body: { status: 'pending' } })
  const { railid } = added.body
  await uat.pass(60)
  const { body: told } = await uat.call(client, 'queryPaymentRails', { railid })
  expect(told.rails).toMatchObject([{ status: 'active' }])
  return railid
}

const payments = async (railid: string) => (await uat.call(client, 'queryPayments', { railid })).body.payments

const onRamp = { ...anOnRamp, wallet: { destination: 'main' } }
const hours = (n: number) => uat.pass(n * 3_600)

test('fiat arrives at the provider: as the rail wants it, and otherwise', { timeout: 60_000 }, async () => {
  const railid = await railOf(onRamp)
  expect((await does('payments', { railid, amount: '1000', count: 2 }))['arrivals']).toHaveLength(2)
  await does('payments', { railid, amount: '70', sendername: 'Somebody Else Ltd' })
  await does('payments', { railid, amount: '80', currency: 'GBP' })
  await hours(2)
  const told = await payments(railid)
  expect(told.map((one: any) => `${one.received} ${one.received_currency} ${one.status}`).toSorted()).toEqual([
    '1000 CHF completed',
    '1000 CHF completed',
    '70 CHF returned',
    '80 GBP returned',
  ])
  expect(told.find((one: any) => one.status === 'completed')).toMatchObject({ sent: '999', fee: '1', rate: '1' })
})

test.each(['ETH', 'SOL'])(
  'coins arrive on %s from somebody to whom they can go back',
  { timeout: 60_000 },
  async (blockchain) => {
    const railid = await railOf({ ...anOffRamp, instructions: { ...anOffRamp.instructions, blockchain } })
    expect((await does('payments', { railid, amount: '0.5', count: 2 }))['txids']).toHaveLength(2)
    await does('payments', { railid, amount: '25' })
    await does('payments', { railid, amount: '3', asset: 'VGBP' })
    await hours(1)
    const told = await payments(railid)
    expect(told.map((one: any) => `${one.received} ${one.received_currency} ${one.status}`).toSorted()).toEqual([
      '0.5 VCHF returned',
      '0.5 VCHF returned',
      expect.stringMatching(/^25 VCHF (converting|sent|completed)$/),
      '3 VGBP returned',
    ])
  },
)

test('a rail is suspended, resumed and closed, and what arrives meanwhile goes back', { timeout: 60_000 }, async () => {
  const railid = await railOf(onRamp)
  expect(await does(`rails/${railid}/suspend`, {})).toEqual({ railid, status: 'suspended' })
  await does('payments', { railid, amount: '10' })
  await hours(1)
  expect(await payments(railid)).toMatchObject([{ status: 'returned', reason: 'The rail is suspended.' }])
  expect(await does(`rails/${railid}/resume`, {})).toEqual({ railid, status: 'active' })
  expect(await does(`rails/${railid}/close`, {})).toEqual({ railid, status: 'closed' })
  const again = await sandbox(uat.service.origin, `rails/${railid}/resume`, {})
  expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining('closed') } })
})

test.each([
  [{ railid: '00000000-0000-7000-8000-000000000000', amount: '1' }, 'There is no such rail.'],
  [{ railid: 'x', amount: '1' }, 'railid'],
  [{ amount: '1' }, 'railid'],
])('%j is refused with the reason', async (ask, why) => {
  const { status, body } = await sandbox(uat.service.origin, 'payments', ask)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(why)
})
