import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorCode, errors } from '@specie/protocol/errors.ts'
import type { Example, Fields, Unprovoked } from '@specie/docs-site/examples/examples.ts'
import { type Client, freshNonce, type OnboardOptions } from '@specie/test/client.ts'
import { testEnv } from '@specie/test/env.ts'
import { member, tokenOf } from '@specie/test/people.ts'
import { say } from '@specie/test/sockets.ts'
import type { Uat } from '@specie/test/programs/uat.ts'
import { treasury } from './normalise.ts'
import type { Sender, Sent } from './recorder.ts'

// A request for every code of the error table. `acme` has money, and is left unchanged.

export type Provoked = Record<string, Example | Unprovoked>

const symbol = 'VCHF/CHF'
const book = { symbol, bids: [['0.9999', '5000000']], asks: [['1.0001', '5000000']], frozen: true }

export async function provokeAll(uat: Uat, send: Sender, acme: Client): Promise<Provoked> {
  await send.sandbox('liquidity', book)
  const provoked: Provoked = {}
  const ways = waysTo(uat, send, acme)
  for (const code of Object.keys(errors) as ErrorCode[]) {
    const found = await ways[code]()
    provoked[code] = 'reason' in found ? found : checked(code, found)
  }
  return provoked
}

function checked(code: ErrorCode, { example, status, body }: Sent): Example {
  const result = status === 200 ? body.error?.code : body.code
  if (result === code && status === errors[code].status) return example
  throw new Error(`the example of ${code} was answered with ${status}: ${JSON.stringify(body)}`)
}

function waysTo(
  uat: Uat,
  send: Sender,
  acme: Client,
): { readonly [code in ErrorCode]: () => Promise<Sent | Unprovoked> } {
  const signed = (name: string, fields: Record<string, string> = {}, client = acme) => send.signed(client, name, fields)
  const order = (over: Record<string, string> = {}) =>
    signed('addOrder', {
      timestamp: new Date().toISOString(),
      clordid: randomUUIDv7Like(),
      symbol,
      side: 'Buy',
      ordtype: 'Limit',
      timeinforce: 'FOK',
      orderqty: '1000',
      price: '1.001',
      ...over,
    })
  const quote = (over: Record<string, string> = {}) =>
    signed('requestQuote', { symbol, side: 'Buy', orderqty: '100', ...over })
  const mint = (over: Record<string, string> = {}) =>
    signed('mintTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: '250000', ...over })
  const withdraw = (over: Record<string, string> = {}) =>
    signed('withdraw', { asset: 'CHF', quantity: '10', destination: 'main', ...over })
  /** Calls as a new institution with this one defect. */
  const of = async (options: OnboardOptions, sql?: string): Promise<Sent> => {
    const client = await uat.onboard(options)
    if (sql !== undefined) await uat.database.owner.query(sql, [client.institutionid])
    return signed('accountBalance', {}, client)
  }
  const portal = (path: string, fields: Fields, headers: Record<string, string> = {}) =>
    send.post(`/portal/v1/${path}`, fields, { origin: uat.service.origin, ...headers })
  /** Calls as a member of the institution who showed a factor `minutes` ago. */
  const asMember = async (role: 'admin' | 'viewer', path: string, fields: Fields, minutes = 0): Promise<Sent> => {
    const { token, id } = await member(testEnv(uat.database), acme.institutionid, role)
    await uat.database.owner.query(
      'update people.session set factor_at = factor_at - make_interval(mins => $2) where id = $1',
      [id, minutes],
    )
    return portal(path, fields, { cookie: `specie=${token}` })
  }
  /** Calls as a program of an administrator. */
  const asProgram = async (path: string, fields: Fields): Promise<Sent> => {
    const env = testEnv(uat.database)
    const { token } = await tokenOf(env, await member(env, acme.institutionid, 'admin'))
    return portal(path, fields, { authorization: `Bearer ${token}` })
  }
  /** Bytes that no client library sends. `shown`: their description. */
  const raw = async (bytes: string, shown: Partial<Example['request']>): Promise<Sent> => {
    const { status, text } = await say(uat.service, bytes)
    const body = JSON.parse(text.split('\r\n\r\n')[1] ?? '')
    const request = {
      method: 'POST',
      path: '/api/v1/private/accountBalance',
      fields: {},
      body: 'form',
      signed: true,
    } as const
    return { example: { request: { ...request, ...shown }, answer: { status, body } }, status, body }
  }
  const claimed =
    `Host: localhost\r\nUser-Agent: t\r\nx-app-public-key: ${acme.publickey}\r\nx-app-nonce: 1\r\n` +
    `x-app-signed-data: ${Buffer.alloc(64, 1).toString('base64url')}\r\nContent-Type: application/x-www-form-urlencoded\r\n`

  return {
    bad_request: () => send.get('/api/v1/client/tradingPairs?status=sleeping'),
    unknown_symbol: () => order({ symbol: 'VCHF/EUR' }),
    invalid_order: () => order({ orderqty: '1000.123456789' }),
    unknown_asset: () => signed('depositAddress', { asset: 'XYZ' }),
    unknown_blockchain: () => signed('depositAddress', { asset: 'VCHF', blockchain: 'XYZ' }),
    invalid_address: () =>
      send.sandbox('addresses', {
        institutionid: acme.institutionid,
        blockchain: 'ETH',
        address: treasury.replace('EE7', 'Ee7'),
        label: 'mistyped',
      }),
    min_amount_below_threshold: () => mint({ quantity: '1' }),
    max_amount_exceeded: () => mint({ quantity: '999999999999' }),
    insufficient_balance: () => withdraw({ quantity: '99999999' }),
    duplicate_clordid: async () => {
      await order({ clordid: 'order-2026-0007' })
      return order({ clordid: 'order-2026-0007', orderqty: '1001' })
    },
    duplicate_clreqid: async () => {
      await withdraw({ clreqid: 'payout-2026-0007' })
      return withdraw({ clreqid: 'payout-2026-0007', quantity: '11' })
    },
    not_cancelable: async () => {
      const { withdrawalid } = (await withdraw()).body
      await signed('cancelWithdrawal', { withdrawalid })
      return signed('cancelWithdrawal', { withdrawalid })
    },
    quote_expired: async () => {
      const { quoteid, expires_at } = (await quote()).body
      await sleep(Math.max(0, Date.parse(expires_at) - Date.now()) + 100)
      return signed('convert', { quoteid })
    },
    quote_used: async () => {
      const { quoteid } = (await quote()).body
      await signed('convert', { quoteid })
      return signed('convert', { quoteid })
    },
    invalid_cursor: () => signed('queryOrders', { cursor: 'nonsense' }),
    signature_failure: () => {
      const nonce = freshNonce()
      return send.signed(acme, 'accountBalance', {}, { nonce, signed: `/private/accountBalance${nonce}` })
    },
    invalid_nonce: async () => {
      const { body } = await signed('keyInfo')
      return send.signed(
        acme,
        'accountBalance',
        {},
        { nonce: body.last_nonce, headers: { 'x-app-nonce': body.last_nonce } },
      )
    },
    kyb_required: () => of({ kyb: 'in_review' }),
    agreement_missing: () => of({ agreements: [] }),
    external_wallet_not_whitelisted: () =>
      withdraw({ asset: 'VCHF', blockchain: 'ETH', destination: '0xde709f2102306220921060314715629080e2fb77' }),
    bank_account_not_registered: () => withdraw({ destination: 'nowhere' }),
    not_signed_in: () => portal('session/sign-out', {}),
    sign_in_failed: () => portal('sign-in/password', { email: 'nobody@acme.example', password: 'x', code: '123456' }),
    browser_required: () => asProgram('tokens', { label: 'nightly' }),
    fresh_factor_required: () => asMember('admin', 'tokens', { label: 'nightly' }, 6),
    role_missing: () => asMember('viewer', 'members/invite', { email: 'a@b.example', name: 'A', roles: ['viewer'] }),
    foreign_origin: () => portal('session/sign-out', {}, { origin: 'https://other.example' }),
    approval_refused: async () => ({
      reason: 'the console answers it to a requester who tries to approve their own request.',
    }),
    scope_missing: () => of({}, `update access.api_key set scopes = '{trade}' where institution_id = $1`),
    ip_not_allowed: () => of({}, `update access.api_key set ip_allowlist = '{192.0.2.0/24}' where institution_id = $1`),
    account_suspended: () => of({ kyb: 'suspended' }),
    limit_exceeded: async () => {
      await quote({ orderqty: '5000000' })
      return quote({ orderqty: '5000000' })
    },
    halted: async () => {
      await send.sandbox('pairs', { symbol: 'VGBP/GBP', halted: 'maintenance' })
      return quote({ symbol: 'VGBP/GBP' })
    },
    not_found: () => send.get('/api/v1/client/nothing'),
    method_not_allowed: () => send.get('/api/v1/private/accountBalance'),
    request_timeout: () =>
      raw(`POST /api/v1/private/accountBalance HTTP/1.1\r\n${claimed}Content-Length: 100\r\n\r\na=`, {
        headers: { 'content-length': '100' },
      }),
    request_in_progress: async () => {
      // The state after a process died while it waited for a venue.
      await uat.database.owner.query(
        `insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills,
           created_at, updated_at)
         values (gen_random_uuid(), $1, 'order-2026-0008', $2, 'Buy', 1000000000, 10010, 'received', 1, 0, '[]',
           now() + interval '1 hour', now())`,
        [acme.institutionid, symbol],
      )
      return order({ clordid: 'order-2026-0008' })
    },
    payload_too_large: () =>
      raw(`POST /api/v1/private/accountBalance HTTP/1.1\r\n${claimed}Content-Length: 16385\r\n\r\n`, {
        headers: { 'content-length': '16385' },
      }),
    rate_limited: async () => {
      await signed('accountBalance')
      return { ...(await paced()) }
    },
    headers_too_large: () =>
      raw(`GET /api/v1/client/time HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, {
        method: 'GET',
        path: '/api/v1/client/time',
        body: 'none',
        signed: false,
        headers: { 'x-long': 'twenty thousand characters' },
      }),
    internal_error: () => send.signed(acme, 'keyInfo', {}, { headers: { 'x-sandbox-fault': 'http_500' } }),
    service_unavailable: () => send.signed(acme, 'keyInfo', {}, { headers: { 'x-sandbox-fault': 'http_503' } }),
    fok_not_fillable: async () => {
      await send.sandbox('liquidity', { ...book, bids: [['0.9999', '50']], asks: [['1.0001', '50']] })
      return order()
    },
    non_marketable_limit_price: () => order({ price: '0.9998' }),
    limit_too_far_from_market_price: () => order({ price: '2' }),
    pair_offline: () => order({ symbol: 'VGBP/GBP' }),
  }

  /** Within the second of the previous call. */
  async function paced(): Promise<Sent> {
    const { example, ...rest } = await send.signed(acme, 'accountBalance', {}, { headers: { 'x-pace': 'kept' } })
    return { example, ...rest }
  }
}

/** A client id that differs in each run, and is replaced like every id. */
const randomUUIDv7Like = (): string => randomUUID().replace(/(?<=^.{14})./, '7')
