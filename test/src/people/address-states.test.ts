import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import type { ErrorCode } from '@specie/protocol/errors.ts'
import { machines, statesOf } from '@specie/protocol/machines.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Client, freshNonce, onboard, sandbox } from '../client.ts'
import { approve, member, staff } from '../people.ts'
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
  await desk.database.owner.query(`update access.key_use set next_at = '-infinity'`)
  return acme.call(name, fields)
}

describe('every state of an address × every call that sends coins there', () => {
  const ethereum = { blockchain: 'ETH', address: `0x${'12'.repeat(20)}`, label: 'vault' }
  const sandboxControl = async (body: object, ...acts: string[]) => {
    const reported = await sandbox(desk.origin, 'addresses', {
      institutionid: acme.institutionid,
      ...ethereum,
      ...body,
    })
    expect(reported.status, JSON.stringify(reported.body)).toBe(200)
    for (const act of acts) await sandbox(desk.origin, `addresses/${reported.body.addressid}/${act}`, {})
    return reported.body.addressid as string
  }
  /** A wallet leaves these states at once: the row is reset past its triggers. */
  const putBack = async (state: 'submitted' | 'screening') => {
    await add(ethereum)
    await desk.database.owner.tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query('update destinations.address set state = $2 where institution_id = $1', [
        acme.institutionid,
        state,
      ])
    })
  }
  const states: Record<string, { make: () => Promise<unknown>; reason: string | null }> = {
    'not listed': { make: async () => {}, reason: 'unknown_destination' },
    submitted: { make: () => putBack('submitted'), reason: 'pending' },
    screening: { make: () => putBack('screening'), reason: 'pending' },
    in_review: { make: () => add({ ...ethereum, vasp: 'Zarkovia Sanctioned Trading LLC' }), reason: 'pending' },
    proof_required: { make: () => add(ethereum), reason: 'pending' },
    travel_rule: { make: () => sandboxControl({ travel_rule: 'missing' }), reason: 'travel_rule_missing' },
    cooling: { make: () => sandboxControl({ cooling: true }), reason: 'cooling' },
    active: { make: () => sandboxControl({}), reason: null },
    'active, of a time before Travel Rule data': {
      make: async () => {
        const id = await sandboxControl({})
        await desk.env.db.query(
          `update destinations.address set travel_rule = null, travel_rule_status = 'missing' where id = $1`,
          [id],
        )
      },
      reason: 'travel_rule_missing',
    },
    suspended: { make: () => sandboxControl({}, 'suspend'), reason: 'disabled' },
    reinstated: { make: () => sandboxControl({}, 'suspend', 'reinstate'), reason: null },
    revoked: { make: () => sandboxControl({}, 'revoke'), reason: 'disabled' },
    'rejected by screening': { make: () => add({ ...ethereum, vasp: 'UAT Invalid Party Ltd' }), reason: 'rejected' },
    'removed before its first use': { make: () => sandboxControl({ cooling: true }, 'revoke'), reason: 'rejected' },
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
  /** Members in the order of RFC 8785. */
  const sorted = ({ address, partyname, partytype }: typeof party) => JSON.stringify({ address, partyname, partytype })

  const seen = new Set<string>()
  test.each(Object.keys(states))('%s', async (name) => {
    const { make, reason } = states[name]!
    await make()
    const made = await desk.env.db.query<{ state: string }>(
      'select state from destinations.address where institution_id = $1',
      [acme.institutionid],
    )
    for (const { state } of made) seen.add(state)
    for (const [payout, send] of Object.entries(payouts)) {
      await desk.database.owner.query(`update access.key_use set next_at = '-infinity'`)
      const { status, body } = await send()
      const answer = [payout, status, body.code, body.details?.reason]
      if (reason !== null) {
        expect(answer).toEqual([payout, 403, 'external_wallet_not_whitelisted', reason])
      } else if (payout === 'addPaymentRail') expect(status).toBe(200)
      else expect(answer.slice(0, 3)).toEqual([payout, 400, 'insufficient_balance'])
    }
  })

  test('no state and no call is omitted', () => {
    expect([...seen].toSorted()).toEqual(statesOf(machines.withdrawal_address).toSorted())
    expect(Object.keys(payouts).toSorted()).toEqual(endpointsWith('external_wallet_not_whitelisted'))
  })
})

const endpointsWith = (code: ErrorCode): string[] =>
  endpoints
    .filter(({ errors }) => errors.includes(code))
    .map(({ name }) => name)
    .toSorted()

describe('every state of a bank account × every call that pays to one', () => {
  const account = { label: 'main', currency: 'GBP', identifier: '20-00-00 55779911', name: 'Acme Treasury AG' }
  const register = async (over: object = {}): Promise<string> => {
    const { status, body } = await callAs(desk.origin, admin, '/bank-accounts', { ...account, ...over })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.accountid
  }
  const underAnotherName = async () => {
    desk.payee = { result: 'no_match', name: 'Somebody Else' }
    const id = await register()
    desk.payee = { result: 'match', name: null }
    return id
  }
  const states: Record<string, { make: () => Promise<unknown>; reason: string | null }> = {
    'not registered': { make: async () => {}, reason: 'unknown_destination' },
    'of another institution': {
      make: async () => {
        const [own, other] = [admin, await onboard(desk.origin)]
        admin = await member(desk.env, other.institutionid, 'admin')
        await register()
        admin = own
      },
      reason: 'unknown_destination',
    },
    active: { make: () => register(), reason: null },
    unconfirmed: { make: () => underAnotherName(), reason: 'payee_not_confirmed' },
    'cleared under another name': {
      make: async () => {
        const id = await underAnotherName()
        const body = { decision: 'clear', reason: 'its parent' }
        const officer = await staff(desk.env, 'compliance')
        const { approvalid } = (await callAs(desk.origin, officer, `/bank-accounts/${id}/decide`, body)).body
        await approve(desk.env, await staff(desk.env, 'mlro'), approvalid)
      },
      reason: null,
    },
    'of another currency': {
      make: () => register({ currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7' }),
      reason: 'currency',
    },
    disabled: {
      make: async () => {
        const id = await register()
        await callAs(desk.origin, admin, `/bank-accounts/${id}/disable`, { reason: 'closed' })
      },
      reason: 'disabled',
    },
  }
  const payouts: Record<string, () => Promise<Answer>> = {
    withdraw: () => signed('withdraw', { asset: 'GBP', quantity: '1', destination: 'main' }),
    redeemTokens: () =>
      signed('redeemTokens', { asset: 'VGBP', blockchain: 'ETH', quantity: '250000', bankaccount: 'main' }),
  }

  test.each(Object.keys(states))('%s', async (name) => {
    const { make, reason } = states[name]!
    await make()
    for (const [payout, send] of Object.entries(payouts)) {
      const { status, body } = await send()
      const answer = [payout, status, body.code, body.details?.reason]
      if (reason === null) expect(answer.slice(0, 3)).toEqual([payout, 400, 'insufficient_balance'])
      else expect(answer).toEqual([payout, 403, 'bank_account_not_registered', reason])
    }
  })

  test('no call is omitted', () => {
    expect(Object.keys(payouts).toSorted()).toEqual(endpointsWith('bank_account_not_registered'))
  })
})
