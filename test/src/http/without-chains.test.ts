import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { type Client, get, onboard, sandbox } from '../client.ts'
import type { TestDatabase } from '../database.ts'
import { serviceForTests } from '../programs/service-for-tests.ts'
import type { RunningService } from '../programs/service.ts'

let database: TestDatabase
let service: RunningService
let acme: Client

serviceForTests(async (served) => {
  ;({ database, service } = served)
  acme = await onboard(service.origin)
})

async function call(client: Client, name: string, fields: Record<string, string> = {}) {
  await database.owner.query(`update access.key_use set next_at = '-infinity'`)
  return client.call(name, fields)
}

describe('every list reports invalid texts and times to the caller', () => {
  async function refusal(name: string, fields: Record<string, string>): Promise<unknown[]> {
    const { status, body } = await call(acme, name, fields)
    return [status, body.code, body.details?.field]
  }

  const lists = endpoints
    .filter(({ request }) => 'cursor' in request.shape && 'sort' in request.shape)
    .map(({ name, request }) => [name, Object.keys(request.shape)] as const)

  test.each(lists)(
    '%s: control and invisible characters, text that is not composed, and times out of range',
    async (name, fields) => {
      const times = ['from', 'to']
      for (const field of fields.filter((one) => !times.includes(one)))
        for (const text of ['a\u0000b', 'a\u0085b', 'Zu\u0308rich', 'a\u202Eb', 'a\u2066b', 'a\u200Bb'])
          expect([field, text, ...(await refusal(name, { [field]: text }))]).toEqual([
            field,
            text,
            400,
            'bad_request',
            field,
          ])
      for (const field of times)
        for (const time of ['0000-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2100-01-01T00:00:01Z'])
          expect(await refusal(name, { [field]: time })).toEqual([400, 'bad_request', field])
    },
  )

  test('labels and destinations are composed text without control characters', async () => {
    const withdraw = { asset: 'CHF', quantity: '1' }
    for (const destination of ['a\u0000', 'Zu\u0308rich', 'a\u202Eb'])
      expect(await refusal('withdraw', { ...withdraw, destination })).toEqual([400, 'bad_request', 'destination'])
    expect(await refusal('withdraw', { ...withdraw, destination: 'Z\u00fcrich' })).toEqual([
      403,
      'bank_account_not_registered',
      'destination',
    ])
  })

  test.each(['\u202Agnp', '\u202Egnp', '\u2066gnp', 'gnp\u2069', '\u200Bgnp', '\u00ADgnp', '\u2028gnp', '\uFEFFgnp'])(
    'a name that would be displayed differently (%j) is refused in every field',
    async (name) => {
      const { institutionid } = acme
      const account = { institutionid, label: 'a', currency: 'CHF', identifier: 'CH9300762011623852957', name }
      const asks = { institutions: { name }, bankaccounts: account, wires: { ...account, amount: '1', payer: name } }
      for (const [path, ask] of Object.entries(asks)) {
        const { status, body } = await sandbox(service.origin, path, ask)
        expect([path, status, body.details]).toMatchObject([path, 400, { rule: 'printable' }])
      }
    },
  )

  test('a cursor forged in its own mark is refused, with any content', async () => {
    const { institutionid } = acme
    for (const address of [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    ]) {
      const wallet = { institutionid, blockchain: 'ETH', address, label: address.slice(2, 8) }
      expect((await sandbox(service.origin, 'addresses', wallet)).status).toBe(200)
    }
    const { next_cursor } = (await call(acme, 'withdrawAddresses', { limit: '1' })).body
    const mark = next_cursor.slice(0, 16)
    const id = '01a1dd43-ac0c-7e54-8089-855b9399b74a'
    for (const place of [
      `desc -000044-03-15T00:00:00.000Z ${id}`,
      `desc 0000-01-01T00:00:00.000Z ${id}`,
      `desc +275760-09-13T00:00:00.000Z ${id}`,
      'desc 2026-11-14T12:00:00.000Z a\u0000b',
      `desc infinity ${id}`,
    ]) {
      const cursor = mark + Buffer.from(place).toString('base64url')
      expect([place, ...(await refusal('withdrawAddresses', { cursor }))].slice(0, 3)).toEqual([
        place,
        400,
        'invalid_cursor',
      ])
    }
  })

  test('a time has nanoseconds at most', async () => {
    for (const [fraction, status] of [
      ['1'.repeat(9), 200],
      ['1'.repeat(10), 400],
      ['9'.repeat(150), 400],
    ] as const)
      expect((await refusal('queryOrders', { from: `2026-11-14T12:00:00.${fraction}Z` }))[0]).toBe(status)
  })
})

describe('an installation without chains reports its state, and its limits', () => {
  const mint = { asset: 'VCHF', blockchain: 'ETH', quantity: '250000' }

  test('a mint without the agreement, without KYB, of another asset, on an absent chain', async () => {
    const unsigned = await onboard(service.origin, { agreements: ['crypto_conversion'] })
    expect((await call(unsigned, 'mintTokens', mint)).body).toMatchObject({ status: 403, code: 'agreement_missing' })
    const unknown = await onboard(service.origin, { kyb: 'in_review' })
    expect((await call(unknown, 'mintTokens', mint)).body).toMatchObject({ status: 403, code: 'kyb_required' })
    expect((await call(acme, 'mintTokens', { ...mint, asset: 'USDC' })).body.code).toBe('unknown_asset')
    expect((await call(acme, 'mintTokens', { ...mint, blockchain: 'CELO' })).body.code).toBe('unknown_blockchain')
    const offline = await call(acme, 'mintTokens', mint)
    expect(offline.body).toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(offline.headers.get('retry-after')).not.toBeNull()
    expect((await call(acme, 'redeemTokens', mint)).body.code).toBe('service_unavailable')
    expect((await call(acme, 'querySupplyChanges', { asset: 'VCHF' })).body).toMatchObject({
      result: 'ok',
      supplychanges: [],
      next_cursor: null,
    })
  })

  test('reserves and status are public, and true', async () => {
    const reserves = await get(`${service.origin}/api/v1/client/reserves`)
    expect(reserves.body.assets.map((one: { asset: string }) => one.asset)).toEqual(['VCHF', 'VGBP'])
    expect(reserves.body.assets[0]).toMatchObject({ circulating: '0', coverage: null, liabilities_root: null })
    const minting = async () =>
      (await get(`${service.origin}/api/v1/client/status`)).body.services.find(
        (one: { service: string }) => one.service === 'minting',
      )
    expect(await minting()).toMatchObject({ status: 'offline', notice: null })
    await database.owner.query(
      `insert into compliance.switch (what, reason, actor, at) values ('mint:VGBP', 'x', 'y', now())`,
    )
    expect(await minting()).toMatchObject({ status: 'halted', notice: expect.stringContaining('VGBP') })
  })

  test('a coin is shown with its deployed contract', async () => {
    await database.owner.query(
      `insert into chains.contract (chain, asset, address, created_at) values ('ETH', 'VCHF', '0xc0', now())`,
    )
    const { body } = await get(`${service.origin}/api/v1/client/assets`)
    const vchf = body.assets.find((one: { symbol: string }) => one.symbol === 'VCHF')
    expect(vchf.blockchains[0]).toMatchObject({ blockchain: 'ETH', contract: '0xc0' })
    expect(vchf.blockchains[1]).toMatchObject({ blockchain: 'BASE', contract: null })
  })

  test('holds are placed and decided, by two', async () => {
    const place = (body: object) => sandbox(service.origin, 'holds', body)
    const requested = { institutionid: acme.institutionid, on: 'next mint', reason: 'aml_review' }
    const { body } = await place(requested)
    const path = `holds/${body.holdid}`
    expect((await sandbox(service.origin, `${path}/release`, {})).body).toEqual({
      holdid: body.holdid,
      status: 'released',
    })
    expect((await sandbox(service.origin, `${path}/reject`, {})).body.details).toMatchObject({ rule: 'decided' })
    expect((await sandbox(service.origin, 'holds/nonsense/release', {})).status).toBe(404)
    expect((await place({ ...requested, on: 'next year' })).status).toBe(400)
    expect((await place({ ...requested, reason: 'whim' })).status).toBe(400)
    expect((await place({ ...requested, on: body.holdid })).status).toBe(400) // a hold cannot be held
  })
})
