import type { Session } from '@specie/service/people/session/session.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Client, freshNonce, onboard, sandbox } from '../client.ts'
import { member } from '../people.ts'
import { type AddressDesk, callAs, startAddressDesk } from './address-desk.ts'

let desk: AddressDesk
let acme: Client
let admin: Session

beforeAll(async () => {
  desk = await startAddressDesk()
})
beforeEach(async () => {
  acme = await onboard(desk.origin)
  admin = await member(desk.env, acme.institutionid, 'admin')
})
afterAll(() => desk.stop())

async function add(address: object): Promise<void> {
  const { status, body } = await callAs(desk.origin, admin, '/addresses', address)
  expect(status, JSON.stringify(body)).toBe(200)
}

async function signed(name: string, fields: Record<string, string>): Promise<Answer> {
  await desk.database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  return acme.call(name, fields)
}

describe('every state of an address × every call that sends coins there', () => {
  const ethereum = { blockchain: 'ETH', address: `0x${'12'.repeat(20)}`, label: 'vault' }
  const lever = async (body: object, ...acts: string[]) => {
    const told = await sandbox(desk.origin, 'addresses', { institutionid: acme.institutionid, ...ethereum, ...body })
    expect(told.status, JSON.stringify(told.body)).toBe(200)
    for (const act of acts) await sandbox(desk.origin, `addresses/${told.body.addressid}/${act}`, {})
    return told.body.addressid as string
  }
  const states: Record<string, { make: () => Promise<unknown>; reason: string | null }> = {
    'not listed': { make: async () => {}, reason: 'unknown_destination' },
    screening: { make: () => add({ ...ethereum, vasp: 'Zarkovia Sanctioned Trading LLC' }), reason: 'pending' },
    proof_required: { make: () => add(ethereum), reason: 'pending' },
    travel_rule: { make: () => lever({ travel_rule: 'missing' }), reason: 'travel_rule_missing' },
    cooling: { make: () => lever({ cooling: true }), reason: 'cooling' },
    active: { make: () => lever({}), reason: null },
    'active, of a time before Travel Rule data': {
      make: async () => {
        const id = await lever({})
        await desk.env.db.query(
          `update institutions.address set travel_rule = null, travel_rule_status = 'missing' where id = $1`,
          [id],
        )
      },
      reason: 'travel_rule_missing',
    },
    suspended: { make: () => lever({}, 'suspend'), reason: 'disabled' },
    reinstated: { make: () => lever({}, 'suspend', 'reinstate'), reason: null },
    revoked: { make: () => lever({}, 'revoke'), reason: 'disabled' },
    'rejected by screening': { make: () => add({ ...ethereum, vasp: 'UAT Invalid Party Ltd' }), reason: 'rejected' },
    'removed before its first use': { make: () => lever({ cooling: true }, 'revoke'), reason: 'rejected' },
  }
  const party = { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' }
  const payouts: Record<string, () => Promise<Answer>> = {
    withdraw: () => signed('withdraw', { asset: 'VCHF', blockchain: 'ETH', quantity: '100', destination: 'vault' }),
    mintTokens: () =>
      signed('mintTokens', { asset: 'VGBP', blockchain: 'ETH', quantity: '250000', destination: 'vault' }),
    addPaymentRail: () => {
      const nonce = freshNonce()
      const body =
        `{"instructions":{"asset":"VCHF","blockchain":"ETH","currency":"CHF"},"railtype":"FiatToStablecoin",` +
        `"recipient":${sorted(party)},"sender":${sorted(party)},"wallet":{"destination":"vault"}}`
      const options = { nonce, body, contentType: 'application/json' }
      return acme.call('addPaymentRail', {}, { ...options, signed: `/api/v1/private/addPaymentRail${body}${nonce}` })
    },
  }
  /** Members in order, as RFC 8785 wants them. */
  const sorted = ({ address, partyname, partytype }: typeof party) => JSON.stringify({ address, partyname, partytype })

  test.each(Object.keys(states))('%s', async (name) => {
    const { make, reason } = states[name]!
    await make()
    for (const [payout, send] of Object.entries(payouts)) {
      await desk.database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
      const { status, body } = await send()
      const answer = [payout, status, body.code, body.details?.reason]
      if (reason !== null && !(payout === 'addPaymentRail' && reason === 'unknown_destination')) {
        expect(answer).toEqual([payout, 403, 'external_wallet_not_whitelisted', reason])
      } else if (payout === 'addPaymentRail') expect(status).toBe(200)
      else expect(answer.slice(0, 3)).toEqual([payout, 400, 'insufficient_balance'])
    }
  })
})
