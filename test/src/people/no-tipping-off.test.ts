import { expect, test } from 'vitest'
import { addToWatchlist } from '@specie/service/compliance/list/own.ts'
import { canonical, freshNonce, sandbox } from '../client.ts'
import { acme, desk, env, signed, usePaymentDesk } from './payment-desk.ts'

// A dry run is free and can be repeated with any name: it reveals nothing that only a list or an officer knows.

usePaymentDesk()

const rail = (name: string) => ({
  railtype: 'FiatToStablecoin',
  sender: { partyname: { name }, address: { country: 'CH' }, partytype: 'company' },
  wallet: { destination: 'vault' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
})

async function addRail(name: string, more: object = {}): Promise<any> {
  await desk.database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const [meant, nonce] = [{ ...rail(name), ...more }, freshNonce()]
  const signed = `/api/v1/private/addPaymentRail${canonical(meant)}${nonce}`
  const over = { nonce, signed, body: JSON.stringify(meant), contentType: 'application/json' }
  const { status, body } = await acme.call('addPaymentRail', {}, over)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Bytes that differ for unrelated reasons. */
const comparable = (answer: object) => JSON.stringify({ ...answer, timestamp: '' })

test('a dry run of a rail gives the same answer for a listed sender, a refused one and any other', async () => {
  const at = env.clock.now()
  const listed = [
    { name: 'Reviewed Trading Ltd', list: 'test', effect: 'review' },
    { name: 'Refused Trading Ltd', list: 'test', effect: 'refuse' },
  ] as const
  await desk.database.owner.tx((tx) => addToWatchlist(tx, listed, at))
  const free = await addRail('Plain Trading Ltd', { validate: true })
  expect(free).toMatchObject({ status: 'pending', reason: null, validated: true })
  for (const { name } of listed) expect(comparable(await addRail(name, { validate: true }))).toBe(comparable(free))
  // The rail itself is held as usual.
  expect(await addRail('Reviewed Trading Ltd')).toMatchObject({ status: 'held' })
  expect(await addRail('Refused Trading Ltd')).toMatchObject({ status: 'rejected' })
})

test.each([
  ['mint', 'mintTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: '120000' }],
  ['redemption', 'redeemTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: '10' }],
  ['withdrawal', 'withdraw', { asset: 'CHF', quantity: '10', destination: 'main' }],
  ['rail', 'addPaymentRail', {}],
] as const)('a dry run of a %s does not reveal a pending hold', async (kind, name, fields) => {
  const call = (more: object) =>
    name === 'addPaymentRail' ? addRail('Plain Trading Ltd', more) : signed(name, { ...fields, ...more })
  const before = await call({ validate: 'true' })
  const hold = { institutionid: acme.institutionid, on: `next ${kind}`, reason: 'sanctions_review' }
  const placed = await sandbox(desk.origin, 'holds', hold)
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  expect(comparable(await call({ validate: 'true' }))).toBe(comparable(before))
  // The request itself is held, by the call or by its job.
  const { status } = await call({})
  if (name !== 'withdraw') expect(status).toBe('held')
})
