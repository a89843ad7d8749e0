import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Answer, get, onboard, sandbox } from '../client.ts'
import {
  acme,
  add,
  changed,
  count,
  database,
  list,
  offRamp,
  onRamp,
  origin,
  refused,
  send,
  service,
  useRailsDoor,
  whitelist,
} from './rails-door.ts'

// The endpoints of payment rails: a well-formed request that cannot be served is `rejected`, and a forbidden one is a 403 and
// leaves no row. Malformed requests: rails-malformed.test.ts.

useRailsDoor()

describe('a well-formed request that cannot be served is rejected, with a reason for a person', () => {
  const ramps: [string, object, RegExp][] = [
    ['an unknown country', changed(onRamp, 'sender.address.country', 'ZZ'), /no country.*ZZ.*sender/],
    ['a country under embargo', changed(onRamp, 'sender.address.country', 'KP'), /North Korea.*not served.*sender/],
    ['a recipient in one', changed(onRamp, 'recipient.address.country', 'IR'), /Iran.*not served.*recipient/],
    ['a refused party', changed(onRamp, 'sender.partyname.name', 'UAT Invalid Party Ltd'), /sender is not served/],
    ['letters outside the banks’ character set', changed(onRamp, 'sender.partyname.name', 'Акме'), /Latin letters/],
    [
      'an asset that is not a coin',
      changed(onRamp, 'instructions.asset', 'USDC'),
      /USDC is not one of our coins VCHF and VGBP/,
    ],
    [
      'a name of every JavaScript object',
      changed(onRamp, 'instructions.asset', 'constructor'),
      /constructor is not one of our coins/,
    ],
    ['another currency', changed(onRamp, 'instructions.currency', 'GBP'), /VCHF is exchanged for CHF, not for GBP/],
    [
      'a chain without the coin',
      changed(onRamp, 'instructions.blockchain', 'CELO'),
      /CELO does not carry VCHF: ETH, BASE/,
    ],
    ['an unknown chain', changed(onRamp, 'instructions.blockchain', 'eth'), /eth does not carry VCHF/],
    ['a wallet that is not an address', changed(onRamp, 'wallet.destination', '0x1234'), /0x and 40 hex digits/],
    [
      'a wallet with a wrong checksum',
      changed(onRamp, 'wallet.destination', '0x8617e340B3D01FA5F11F306F4090FD50E238070D'),
      /upper and lower case/,
    ],
    [
      'a listed wallet with a wrong checksum',
      changed(onRamp, 'wallet.destination', '0x52908400098527886E0F7030069857D2E4169Ee7'),
      /upper and lower case/,
    ],
    ['an IBAN abroad for GBP', offRamp, /GBP is paid to UK accounts only/],
    ['wrong check digits', bank('CHF', 'CH9400762011623852957'), /check digits are wrong/],
    ['a sort code that fails its modulus', bank('GBP', '04-00-84 66374959'), /check digits are wrong/],
    ['a UK account for CHF', bank('CHF', '04-00-84 66374958'), /IBAN in Switzerland or Liechtenstein/],
    ['a QR-IBAN', bank('CHF', 'CH4431999123000889012'), /QR-IBAN/],
  ]
  test.each(ramps)('%s', async (_name, rail, reason) => {
    const answer = await add(rail)
    expect(answer.body).toEqual({
      railid: expect.any(String),
      status: 'rejected',
      reason: expect.stringMatching(reason),
      destination: null,
      address: null,
      identifier: null,
      validated: false,
    })
    expect(answer.status).toBe(200)
    const { body } = await list('queryPaymentRails', { railid: answer.body.railid })
    expect(body.rails).toMatchObject([{ status: 'rejected', reason: answer.body.reason, fundinginstructions: null }])
  })

  function bank(currency: 'CHF' | 'GBP', destination: string): object {
    const instructions = { asset: `V${currency}`, currency, blockchain: 'ETH' }
    return { ...offRamp, bankaccount: { destination }, instructions }
  }

  test('in another spelling they are served', async () => {
    for (const rail of [bank('CHF', 'ch93 0076 2011 6238 5295 7'), bank('GBP', '040084/66374958')]) {
      expect((await add(rail)).body).toMatchObject({ status: 'pending', reason: null })
    }
    const label = { ...onRamp, wallet: { destination: '0x52908400098527886E0F7030069857D2E4169EE7'.toLowerCase() } }
    expect((await add(label)).body.status).toBe('pending')
  })
})

describe('403, and no row', () => {
  async function forbidden(asking: Promise<Answer>, code: string, details: object): Promise<void> {
    const before = await count()
    const answer = await asking
    expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([403, code])
    expect(answer.body.details).toMatchObject(details)
    expect(await count()).toBe(before)
  }

  test('a wallet that is not on the list, or not usable yet', async () => {
    const strange = changed(onRamp, 'wallet.destination', '0x8617E340B3D01FA5F11F306F4090FD50E238070D')
    const details = { field: 'wallet.destination', reason: 'unknown_destination' }
    await forbidden(add(strange), 'external_wallet_not_whitelisted', details)
    const label = changed(onRamp, 'wallet.destination', 'no such label')
    await forbidden(add(label), 'external_wallet_not_whitelisted', details)
    const other = await onboard(origin)
    await forbidden(
      add(changed(onRamp, 'wallet.destination', '0x52908400098527886E0F7030069857D2E4169EE7'), other),
      'external_wallet_not_whitelisted',
      details,
    )
  })

  test('a wallet without Travel Rule data; its client id stays free', async () => {
    const other = await onboard(origin)
    await whitelist(other)
    const known = (status: string, data: string | null) =>
      database.owner.query(
        'update destinations.address set travel_rule_status = $2, travel_rule = $3 where institution_id = $1',
        [other.institutionid, status, data],
      )
    const rail = { ...onRamp, clreqid: 'once' }
    await known('missing', null)
    const details = { field: 'wallet.destination', reason: 'travel_rule_missing' }
    await forbidden(add(rail, other), 'external_wallet_not_whitelisted', details)
    await known('complete', '{}')
    const answer = await add(rail, other)
    expect([answer.status, answer.body.status, answer.headers.get('x-app-replayed')]).toEqual([200, 'pending', null])
  })

  test('KYB, the agreement and the scope', async () => {
    await forbidden(add(onRamp, await onboard(origin, { kyb: 'in_review' })), 'kyb_required', { reason: 'in_review' })
    const unsigned = await onboard(origin, { agreements: ['stablecoin_issuance'] })
    await forbidden(add(onRamp, unsigned), 'agreement_missing', { agreement: 'crypto_conversion' })
    const limited = await onboard(origin)
    await database.owner.query(`update access.api_key set scopes = '{read}' where institution_id = $1`, [
      limited.institutionid,
    ])
    await forbidden(add(onRamp, limited), 'scope_missing', { scope: 'rails' })
  })
})

test('a chain that is offline is a 503, and no row', async () => {
  const before = await count()
  const rail = { ...offRamp, instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'SOL' } }
  expect((await add(rail)).body).toMatchObject({ status: 503, code: 'service_unavailable' })
  expect(await count()).toBe(before)
})

describe('repeats', () => {
  test('the same id and content, in any order and spacing, gets the same answer and is done once', async () => {
    const rail = { ...onRamp, clreqid: `r-${randomUUID()}` }
    const first = await add(rail)
    const reordered = Object.fromEntries(Object.entries(rail).toReversed())
    const again = await send(JSON.stringify(reordered, null, 2), rail)
    expect(again.body).toEqual(first.body)
    expect([first.headers.get('x-app-replayed'), again.headers.get('x-app-replayed')]).toEqual([null, 'true'])
    const other = await add({ ...rail, wallet: { destination: 'main', memo: '8' } })
    expect([other.status, other.body.code]).toEqual([400, 'duplicate_clreqid'])
    const { body } = await list('queryPaymentRails', { railid: first.body.railid })
    expect(body.rails).toMatchObject([{ clreqid: rail.clreqid, wallet: { memo: '7' } }])
  })

  test('a rejected one stays rejected, a malformed one frees its id', async () => {
    const clreqid = `r-${randomUUID()}`
    await refused(add({ ...onRamp, clreqid, sender: null }), 'sender')
    const rejected = await add({ ...changed(onRamp, 'sender.address.country', 'KP'), clreqid })
    expect(rejected.body.status).toBe('rejected')
    const again = await add({ ...changed(onRamp, 'sender.address.country', 'KP'), clreqid })
    expect(again.body).toEqual(rejected.body)
    expect(again.headers.get('x-app-replayed')).toBe('true')
  })
})

describe('holds', () => {
  test.each(['Zarkovia Sanctioned Trading LLC', 'Zarkovija Sanctionned Trading Ltd'])('%s: held', async (name) => {
    const answer = await add(changed(onRamp, 'recipient.partyname.name', name))
    expect(answer.body).toMatchObject({ railid: expect.any(String), status: 'held', reason: null })
    const { body } = await list('queryPaymentRails', { status: 'held', railid: answer.body.railid })
    expect(body.rails[0].hold).toEqual({
      reason: 'sanctions_review',
      since: expect.any(String),
      message: 'under review, contact support',
    })
  })

  test('Zurich Trading AG: clear', async () => {
    expect((await add(changed(onRamp, 'sender.partyname.name', 'Zurich Trading AG'))).body.status).toBe('pending')
  })

  test('on the next rail, for any reason; a rejected one does not use it up', async () => {
    const { institutionid } = acme
    const placed = await sandbox(origin, 'holds', { institutionid, on: 'next rail', reason: 'edd_required' })
    expect(placed.status).toBe(200)
    expect((await add(changed(onRamp, 'sender.address.country', 'KP'))).body.status).toBe('rejected')
    const held = await add(onRamp)
    expect(held.body.status).toBe('held')
    expect((await add(onRamp)).body.status).toBe('pending')
    const { body } = await list('queryPaymentRails', { railid: held.body.railid })
    expect(body.rails[0].hold.reason).toBe('edd_required')
  })
})

test('lists accept an empty body, and refuse an invalid cursor', async () => {
  const { body } = await list('queryPaymentRails')
  expect(body).toMatchObject({ result: 'ok', next_cursor: null })
  expect(body.rails.length).toBeGreaterThan(0)
  expect((await list('queryPayments')).body).toMatchObject({ result: 'ok', payments: [], next_cursor: null })
  for (const name of ['queryPaymentRails', 'queryPayments']) {
    expect((await list(name, { cursor: 'nonsense' })).body.code).toBe('invalid_cursor')
    expect((await list(name, { status: 'nonsense' })).body.details.field).toBe('status')
    expect((await list(name, { railid: 'nonsense' })).status).toBe(200)
  }
})

test('the status reports the working parts of rails', async () => {
  const { body } = await get(`${service.base}client/status`)
  expect(body.services.find((one: { service: string }) => one.service === 'rails')).toEqual({
    service: 'rails',
    status: 'offline', // no bank
    notice: null,
  })
})
