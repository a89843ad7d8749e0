import { randomUUID } from 'node:crypto'
import { errors, type ErrorCode } from '@specie/protocol/errors.ts'
import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Client, freshNonce, get, read, sandbox } from '../client.ts'
import { testEnv } from '../env.ts'
import { member, tokenOf } from '../people.ts'
import type { RunningService } from '../programs/service.ts'
import { say } from '../sockets.ts'
import { endow, orderFields } from '../trading.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { withConstants } from '../programs/constants.ts'

// Every code of the error table, each with a request that causes it. A code without a row here cannot occur, and does not
// belong in the table.

let uat: Uat
let acme: Client
let strict: RunningService

const symbol = 'VCHF/CHF'
const bank = { label: 'main', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Acme Treasury AG' }

beforeAll(async () => {
  uat = await startUat(withConstants({ requestTimeoutMs: 1_000 }), { DEVNET_CHAINS: 'ETH' })
  strict = await uat.another({ PUBLIC_PER_SECOND: '1', SPECIE_ROLE: 'api' })
  acme = await uat.onboard()
  const env = testEnv(uat.database)
  await endow(env, house, { CHF: '9000000', VCHF: '9000000' })
  await endow(env, acme.institutionid, { CHF: '1000000' })
  const book = { symbol, bids: [['0.9999', '5000000']], asks: [['1.0001', '5000000']], frozen: true }
  expect((await sandboxControl('liquidity', book)).status).toBe(200)
  expect((await sandboxControl('bankaccounts', { institutionid: acme.institutionid, ...bank })).status).toBe(200)
})
afterAll(async () => {
  await strict.stop()
  await uat.end()
})

const sandboxControl = (path: string, ask: unknown) => sandbox(uat.service.origin, path, ask)
const signed = (name: string, fields: Record<string, string> = {}, client = acme) => uat.call(client, name, fields)
const publicly = (path: string) => get(`${uat.service.origin}/api/v1/client/${path}`)

const order = (over: Record<string, string> = {}) => signed('addOrder', orderFields(over))

const quote = (over: Record<string, string> = {}) =>
  signed('requestQuote', { symbol, side: 'Buy', orderqty: '100', ...over })
const mint = (over: Record<string, string> = {}) =>
  signed('mintTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: '250000', ...over })
const withdraw = (over: Record<string, string> = {}) =>
  signed('withdraw', { asset: 'CHF', quantity: '10', destination: 'main', ...over })

/** Calls as a new institution with this one defect. */
const of = async (options: Parameters<Uat['onboard']>[0], sql?: string): Promise<Answer> => {
  const client = await uat.onboard(options)
  if (sql !== undefined) await uat.database.owner.query(sql, [client.institutionid])
  return signed('accountBalance', {}, client)
}

/** Raw bytes, and the answer to them. */
async function raw(bytes: string): Promise<Answer> {
  const { status, text } = await say(uat.service, bytes)
  return { status, headers: new Headers(), body: JSON.parse(text.split('\r\n\r\n')[1] ?? '') }
}

const claimed = () =>
  `Host: localhost\r\nUser-Agent: t\r\nx-app-public-key: ${acme.publickey}\r\nx-app-nonce: 1\r\n` +
  `x-app-signed-data: ${Buffer.alloc(64, 1).toString('base64url')}\r\nContent-Type: application/x-www-form-urlencoded\r\n`

/** A call of the portal like a browser's. */
const portal = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
  read(
    await fetch(`${uat.service.origin}/portal/v1/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'specie-test',
        origin: uat.service.origin,
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  )

/** Calls as a viewer who showed a factor `minutes` ago. */
async function asViewer(path: string, body: unknown, minutes = 0): Promise<Answer> {
  const { token, id } = await member(testEnv(uat.database), acme.institutionid, minutes > 0 ? 'admin' : 'viewer')
  await uat.database.owner.query(
    'update people.session set factor_at = factor_at - make_interval(mins => $2) where id = $1',
    [id, minutes],
  )
  return portal(path, body, { cookie: `specie=${token}` })
}

/** Calls as a program of an administrator. */
async function asProgram(path: string, body: unknown): Promise<Answer> {
  const env = testEnv(uat.database)
  const { token } = await tokenOf(env, await member(env, acme.institutionid, 'admin'))
  return portal(path, body, { authorization: `Bearer ${token}` })
}

// approval_refused is tested with approvals.
const provoked: { readonly [code in Exclude<ErrorCode, 'approval_refused'>]: () => Promise<Answer> } = {
  bad_request: () => publicly('tradingPairs?colour=red'),
  unknown_symbol: () => order({ symbol: 'VCHF/EUR' }),
  invalid_order: () => order({ ordtype: 'Market' }),
  unknown_asset: () => signed('depositAddress', { asset: 'XYZ' }),
  unknown_blockchain: () => signed('depositAddress', { asset: 'CHF', blockchain: 'ETH' }),
  invalid_address: () =>
    sandboxControl('addresses', {
      institutionid: acme.institutionid,
      blockchain: 'ETH',
      label: 'mistyped',
      address: '0x52908400098527886E0F7030069857D2E4169Ee7',
    }),
  min_amount_below_threshold: () => mint({ quantity: '1' }),
  max_amount_exceeded: () => mint({ quantity: '999999999999' }),
  insufficient_balance: () => withdraw({ quantity: '99999999' }),
  duplicate_clordid: async () => {
    await order({ clordid: 'twice' })
    return order({ clordid: 'twice', orderqty: '101' })
  },
  duplicate_clreqid: async () => {
    await withdraw({ clreqid: 'twice' })
    return withdraw({ clreqid: 'twice', quantity: '11' })
  },
  not_cancelable: async () => {
    const { withdrawalid } = (await withdraw()).body
    await signed('cancelWithdrawal', { withdrawalid })
    return signed('cancelWithdrawal', { withdrawalid })
  },
  quote_expired: async () => {
    const quoteid = randomUUID()
    await uat.database.owner.query(
      `insert into trading.quote (id, institution_id, symbol, side, qty, amount, fee, created_at, expires_at)
       values ($1, $2, $3, 'Buy', 100000000, 10001, 0, now() - interval '2 minutes', now() - interval '1 minute')`,
      [quoteid, acme.institutionid, symbol],
    )
    return signed('convert', { quoteid })
  },
  quote_used: async () => {
    const { quoteid } = (await quote()).body
    expect((await signed('convert', { quoteid })).status).toBe(200)
    return signed('convert', { quoteid })
  },
  invalid_cursor: () => signed('queryOrders', { cursor: 'nonsense' }),
  signature_failure: () => acme.call('accountBalance', {}, { signed: 'something else' }),
  invalid_nonce: async () => {
    const nonce = freshNonce()
    await acme.call('accountBalance', {}, { nonce })
    return acme.call('accountBalance', {}, { nonce })
  },
  kyb_required: () => of({ kyb: 'in_review' }),
  agreement_missing: () => of({ agreements: [] }),
  external_wallet_not_whitelisted: () =>
    withdraw({ asset: 'VCHF', blockchain: 'ETH', destination: '0x52908400098527886E0F7030069857D2E4169EE7' }),
  bank_account_not_registered: () => withdraw({ destination: 'nowhere' }),
  not_signed_in: () => portal('session/sign-out', {}),
  sign_in_failed: () => portal('sign-in/password', { email: 'nobody@acme.example', password: 'x', code: '123456' }),
  browser_required: () => asProgram('tokens', { label: 'nightly' }),
  fresh_factor_required: () => asViewer('tokens', { label: 'nightly' }, 6),
  role_missing: () => asViewer('members/invite', { email: 'a@b.example', name: 'A', roles: ['viewer'] }),
  foreign_origin: () => portal('session/sign-out', {}, { origin: 'https://evil.example' }),
  scope_missing: () => of({}, `update access.api_key set scopes = '{trade}' where institution_id = $1`),
  ip_not_allowed: () => of({}, `update access.api_key set ip_allowlist = '{192.0.2.0/24}' where institution_id = $1`),
  account_suspended: () => of({ kyb: 'suspended' }),
  limit_exceeded: async () => {
    const { max_order_size } = (await publicly('tradingPairs')).body.pairs.find(
      (pair: { symbol: string }) => pair.symbol === symbol,
    )
    await quote({ orderqty: max_order_size })
    return quote({ orderqty: max_order_size })
  },
  halted: async () => {
    await sandboxControl('pairs', { symbol: 'VGBP/GBP', halted: 'for a test' })
    return quote({ symbol: 'VGBP/GBP' })
  },
  not_found: () => publicly('nothing'),
  method_not_allowed: () => get(`${uat.service.origin}/api/v1/private/accountBalance`),
  request_timeout: () =>
    raw(`POST /api/v1/private/accountBalance HTTP/1.1\r\n${claimed()}Content-Length: 100\r\n\r\na=`),
  request_in_progress: async () => {
    // The state after a process died while it waited for a venue.
    await uat.database.owner.query(
      `insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills,
         created_at, updated_at)
       values (gen_random_uuid(), $1, 'under.way', $2, 'Buy', 100000000, 10010, 'received', 1, 0, '[]',
         now() + interval '1 hour', now())`,
      [acme.institutionid, symbol],
    )
    return order({ clordid: 'under.way' })
  },
  payload_too_large: () =>
    raw(`POST /api/v1/private/accountBalance HTTP/1.1\r\n${claimed()}Content-Length: 16385\r\n\r\n`),
  rate_limited: async () => {
    const request = await Promise.all(Array.from({ length: 20 }, () => get(`${strict.origin}/api/v1/client/time`)))
    return request.find(({ status }) => status !== 200)!
  },
  headers_too_large: () =>
    raw(`GET /api/v1/client/time HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
  internal_error: () => acme.call('keyInfo', {}, { headers: { 'x-sandbox-fault': 'http_500' } }),
  service_unavailable: () => mint({ blockchain: 'AVAX' }),
  fok_not_fillable: async () => {
    await sandboxControl('liquidity', { symbol, bids: [['0.9999', '50']], asks: [['1.0001', '50']], frozen: true })
    return order()
  },
  non_marketable_limit_price: () => order({ price: '0.9998' }),
  limit_too_far_from_market_price: () => order({ price: '2' }),
  pair_offline: () => order({ symbol: 'VGBP/GBP' }),
}

test.each(Object.keys(errors).filter((code) => code in provoked) as (keyof typeof provoked)[])('%s', async (code) => {
  await uat.database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const { status, body } = await provoked[code]()
  const answer = status === 200 ? body.error.code : body.code
  expect([answer, status]).toEqual([code, errors[code].status])
})
