import { generateKeyPairSync } from 'node:crypto'
import { systemClock } from '@specie/service/base/clock.ts'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { errorsOf } from '@specie/protocol/endpoints/endpoint.ts'
import { describe, expect, test } from 'vitest'
import { clientOf, get, freshNonce, onboard, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { serviceForTests } from '../programs/service-for-tests.ts'
import { startService, type RunningService } from '../programs/service.ts'

let database: TestDatabase
let service: RunningService
serviceForTests((served) => void ({ database, service } = served))

const client = (path: string) => get(`${service.origin}/api/v1/client/${path}`)

describe('public calls', () => {
  test('assets: each with its symbol and name, and its chains', async () => {
    const { status, body } = await client('assets')
    expect(status).toBe(200)
    const symbols = body.assets.map((asset: any) => asset.symbol)
    expect(symbols.toSorted()).toEqual(['BTC', 'CHF', 'ETH', 'GBP', 'USDC', 'VCHF', 'VGBP'])
    const chains = (symbol: string) =>
      body.assets.find((asset: any) => asset.symbol === symbol).blockchains.map((chain: any) => chain.blockchain)
    expect(chains('VCHF')).toEqual(['ETH', 'BASE', 'ARB', 'AVAX', 'POL', 'SOL'])
    expect(chains('VGBP')).toEqual(['ETH', 'BASE', 'CELO', 'SOL'])
  })

  test('assets also take the public key that clients send along', async () => {
    const headers = { 'user-agent': 'specie-test', 'x-app-public-key': 'whatever' }
    expect((await get(`${service.origin}/api/v1/client/assets`, headers)).status).toBe(200)
  })

  test('trading pairs, and those that accept orders now', async () => {
    const { body } = await client('tradingPairs')
    expect(body.pairs).toHaveLength(15)
    expect(body.pairs.find((pair: any) => pair.symbol === 'VCHF/CHF')).toMatchObject({
      base: 'VCHF',
      quote: 'CHF',
      min_order_size: '0.1',
    })
    const online = await client('tradingPairs?status=online')
    expect(online.body.pairs).toEqual(body.pairs.filter((pair: any) => pair.status === 'online'))
  })

  test('status and time', async () => {
    const status = await client('status')
    expect(status.body).toMatchObject({ environment: 'uat', status: 'online' })
    const before = Date.now()
    const { body } = await client('time')
    expect(body.unix_ms).toBeGreaterThanOrEqual(before)
    expect(body.unix_ms).toBeLessThanOrEqual(Date.now())
    expect(new Date(body.timestamp).getTime()).toBe(body.unix_ms)
  })

  test('the OpenAPI document lists every endpoint with all of its errors', async () => {
    const { status, body } = await client('openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toMatch(/^3\.1\./)
    for (const endpoint of Object.values(endpoints)) {
      const operation = body.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      expect(operation, endpoint.path).toBeDefined()
      for (const code of errorsOf(endpoint))
        expect(JSON.stringify(operation) + JSON.stringify(body.components), code).toContain(code)
    }
  })
})

describe('private calls', () => {
  test('before the bank has reported its accounts, there are no deposit details for francs', async () => {
    const acme = await onboard(service.origin)
    const { status, body, headers } = await acme.call('depositAddress', { asset: 'CHF' })
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1'])
    expect(body.message).toContain('CHF')
  })

  test('a new account has zero of every supported asset', async () => {
    const acme = await onboard(service.origin)
    const { status, body } = await acme.call('accountBalance')
    expect(status).toBe(200)
    const zero = ['VCHF', 'VGBP', 'CHF', 'GBP', 'USDC', 'BTC', 'ETH'].map((asset) => ({
      asset,
      available: '0',
      pending: '0',
    }))
    expect(body).toEqual({ timestamp: expect.any(String), result: 'ok', balances: zero })
  })

  test('the balance is that of the ledger', async () => {
    const acme = await onboard(service.origin)
    const { account } = await import('@specie/service/ledger/chart.ts')
    const { credit, debit } = await import('@specie/service/ledger/posting/journal.ts')
    const { post } = await import('../post.ts')
    const env = { db: database.app, clock: systemClock }
    const of = (name: 'available' | 'pending' | 'held') => account('client', name, acme.institutionid, 'CHF')
    const bank = account('client', 'bank', 'CHF')
    const lines = [
      debit(bank, 100_050n),
      credit(of('available'), 100_000n),
      credit(of('pending'), 20n),
      credit(of('held'), 30n),
    ]
    await post(env, { key: 'test:fund', kind: 'wire', lines })
    const { body } = await acme.call('accountBalance')
    expect(body.balances).toContainEqual({ asset: 'CHF', available: '1000', pending: '0.5' })
  })

  test('keyInfo has the rights of the key and the last nonce', async () => {
    const acme = await onboard(service.origin, { name: 'Zürich Handels AG' })
    const nonce = freshNonce()
    const { status, body } = await acme.call('keyInfo', {}, { nonce })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      result: 'ok',
      status: 'active',
      institution: 'Zürich Handels AG',
      institutionid: acme.institutionid,
      environment: 'uat',
      last_nonce: nonce,
      scopes: ['read', 'trade', 'mint', 'withdraw', 'rails'],
      rate_limit: { requests: 1, per_seconds: 1 },
      ip_allowlist: [],
    })
  })
})

describe('the gate', () => {
  const kybStates = [
    'draft',
    'submitted',
    'screening',
    'edd_required',
    'in_review',
    'info_requested',
    'rejected',
    'review_overdue',
  ]

  test.each(kybStates)('KYB %s: 403 kyb_required', async (kyb) => {
    const acme = await onboard(service.origin, { kyb })
    expect(await acme.call('accountBalance')).toMatchObject({
      status: 403,
      body: { code: 'kyb_required', details: { reason: kyb } },
    })
  })

  test('KYB under review in time: as approved', async () => {
    const acme = await onboard(service.origin, { kyb: 'periodic_review' })
    expect((await acme.call('accountBalance')).status).toBe(200)
  })

  test.each(['suspended', 'offboarded'])('KYB %s: 403 account_suspended', async (kyb) => {
    const acme = await onboard(service.origin, { kyb })
    expect(await acme.call('accountBalance')).toMatchObject({
      status: 403,
      body: { code: 'account_suspended', details: { reason: kyb } },
    })
  })

  test('no agreement: 403 agreement_missing; one is enough', async () => {
    const none = await onboard(service.origin, { agreements: [] })
    expect(await none.call('accountBalance')).toMatchObject({ status: 403, body: { code: 'agreement_missing' } })
    const one = await onboard(service.origin, { agreements: ['crypto_conversion'] })
    expect((await one.call('accountBalance')).status).toBe(200)
  })

  test('KYB is asked before the agreement', async () => {
    const acme = await onboard(service.origin, { kyb: 'in_review', agreements: [] })
    expect((await acme.call('accountBalance')).body.code).toBe('kyb_required')
  })

  test('a key without the scope, or from another network', async () => {
    const acme = await onboard(service.origin)
    await database.owner.query(`update access.api_key set scopes = '{trade}' where institution_id = $1`, [
      acme.institutionid,
    ])
    expect(await acme.call('accountBalance')).toMatchObject({
      status: 403,
      body: { code: 'scope_missing', details: { scope: 'read' } },
    })
    const other = await onboard(service.origin)
    const allow = (networks: string) =>
      database.owner.query('update access.api_key set ip_allowlist = $2 where institution_id = $1', [
        other.institutionid,
        networks,
      ])
    await allow('{10.0.0.0/8,2001:db8::/32}')
    expect(await other.call('accountBalance')).toMatchObject({
      status: 403,
      body: { code: 'ip_not_allowed', details: { ip: '127.0.0.1' } },
    })
    await allow('{10.0.0.0/8,127.0.0.0/8}')
    await database.owner.query(`update access.key_use set next_at = '-infinity'`)
    expect((await other.call('accountBalance')).status).toBe(200)
  })
})

describe('sandbox', () => {
  test('makes a key pair if none is sent, and returns the private key once', async () => {
    const { status, body } = await sandbox(service.origin, 'institutions', { name: 'Generated Ltd' })
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['institutionid', 'name', 'privatekey', 'publickey'])
    const made = clientOf(service.origin, body.institutionid, body.publickey, body.privatekey)
    expect((await made.call('accountBalance')).status).toBe(200)
  })

  const spki = (namedCurve: string) =>
    generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'der' })
  const rsa = () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' })

  test.each([
    ['another curve', () => spki('secp256k1').toString('base64'), /secp256k1/],
    ['RSA', () => rsa().toString('base64'), /rsa/],
    ['not a key', () => 'AAAA', /3 bytes/],
    ['not base64', () => 'ü', /base64/],
    [
      'a point off the curve',
      () => Buffer.concat([spki('prime256v1').subarray(0, 59), Buffer.alloc(32, 1)]).toString('base64'),
      /curve/,
    ],
  ])('refuses %s with the reason', async (_name, publickey, reason) => {
    const { status, body } = await sandbox(service.origin, 'institutions', { name: 'X', publickey: publickey() })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'bad_request', details: { field: 'publickey', rule: 'p256_spki' } })
    expect(body.message).toMatch(reason)
  })

  test('a key is registered once', async () => {
    const acme = await onboard(service.origin)
    const { status, body } = await sandbox(service.origin, 'institutions', { name: 'Again', publickey: acme.publickey })
    expect(status).toBe(400)
    expect(body.details).toEqual({ field: 'publickey', rule: 'key_registered', institutionid: acme.institutionid })
    const [left] = await database.owner.query<{ n: bigint }>(
      `select count(*) as n from directory.institution where name = 'Again'`,
    )
    expect(left?.n).toBe(0n)
  })

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'X', kyb: 'fine' }, 'kyb'],
    [{ name: 'X', agreements: ['other'] }, 'agreements.0'],
    [{ name: 'X', color: 'red' }, 'color'],
  ])('names the field at fault in %j', async (ask, field) => {
    const { status, body } = await sandbox(service.origin, 'institutions', ask)
    expect([status, body.details.field]).toEqual([400, field])
  })

  test('a configured token is required of every caller, including this machine', async () => {
    const guarded = await startService(database.url, { SANDBOX_TOKEN: 'test-token-not-a-secret' })
    const ask = (headers: Record<string, string>) =>
      fetch(`${guarded.origin}/sandbox/v1/institutions`, {
        method: 'POST',
        headers: { 'user-agent': 't', 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name: 'Outside' }),
      })
    expect((await ask({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(403)
    expect((await ask({ 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer wrong' })).status).toBe(403)
    expect(
      (await ask({ 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer test-token-not-a-secret' })).status,
    ).toBe(200)
    expect((await ask({})).status).toBe(403)
    await guarded.stop()
  })

  test('an external page cannot reach it through a DNS name of its own', async () => {
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      const url = `${service.origin}/sandbox/v1/institutions`
      const requested = request(
        url,
        { method: 'POST', headers: { host: 'evil.example', 'user-agent': 't', 'content-type': 'application/json' } },
        (response) => resolve(response.statusCode),
      )
      requested.on('error', reject)
      requested.end('{"name":"Lured"}')
    })
    expect(status).toBe(403)
  })
})

test('production has no sandbox, refuses to enable one, and refuses a UAT database', async () => {
  await expect(startService(database.url, { SPECIE_ENV: 'production' })).rejects.toThrow(/this database belongs to uat/)
  await expect(startService(database.url, { SPECIE_ENV: 'production', SANDBOX: 'on' })).rejects.toThrow(
    /^SANDBOX is for UAT only/,
  )
  await expect(startService(database.url, { SPECIE_ENV: 'production', SANDBOX_TOKEN: 'x'.repeat(20) })).rejects.toThrow(
    /^SANDBOX_TOKEN is for UAT only/,
  )
  const own = await freshDatabase('production')
  const production = await startService(own.url, { SPECIE_ENV: 'production' })
  expect((await sandbox(production.origin, 'institutions', { name: 'X' })).status).toBe(404)
  expect((await get(`${production.origin}/api/v1/client/status`)).body.environment).toBe('production')
  await production.stop()
  await own.drop()
})
