import { assets } from '@specie/protocol/assets.ts'
import type { Json } from '@specie/protocol/json.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import type { Operation, Schema } from './document.ts'

// Example answers: a real one where it is more useful, otherwise one built from the schema.

const timestamp = '2026-11-14T12:00:00.000Z'

const written: { readonly [operationId: string]: Json } = {
  getAssets: { assets: [{ ...assets.VCHF, blockchains: assets.VCHF.blockchains.slice(0, 1) }] },
  getTradingPairs: { pairs: pairs.slice(0, 1).map((pair) => ({ ...pair, status: 'online' })) },
  getStatus: {
    timestamp,
    environment: 'production',
    version: '0.1.0',
    status: 'degraded',
    blockchains: [{ blockchain: 'ETH', status: 'online', notice: null }],
    services: [
      { service: 'ledger', status: 'online', notice: null },
      { service: 'withdrawals', status: 'halted', notice: 'Back at 14:00 UTC.' },
    ],
  },
  accountBalance: {
    timestamp,
    result: 'ok',
    balances: [
      { asset: 'VCHF', available: '250000', pending: '0' },
      { asset: 'GBP', available: '1000.5', pending: '120000' },
    ],
  },
  depositAddress: {
    timestamp,
    result: 'ok',
    asset: 'CHF',
    blockchain: null,
    address: null,
    memo: null,
    min_deposit: '0.01',
    confirmations: null,
    currency: 'CHF',
    iban: 'CH4431999123000889012',
    bic: 'UATBCHZZXXX',
    accountname: 'Specie Client Money',
    reference: '210000000003139471430009017',
    sortcode: null,
    accountnumber: null,
  },
  withdraw: {
    timestamp,
    result: 'ok',
    withdrawalid: '01a1dd54-5063-7092-8f3f-964aafc2e729',
    clreqid: 'payout-2026-0042',
    status: 'pending',
    destination: 'main account',
    address: null,
    identifier: 'CH9300762011623852957',
    txids: [],
    fee: '0',
    fee_currency: 'CHF',
    validated: false,
  },
  keyInfo: {
    timestamp,
    result: 'ok',
    keyid: '019a8f3e-5c11-7d20-9a4b-2f6d1c0e8b73',
    label: 'treasury-1',
    status: 'active',
    scopes: ['read', 'trade'],
    institutionid: '019a8f3e-5bf0-7a51-8c9e-7be1d2a40f15',
    institution: 'Acme Treasury AG',
    environment: 'production',
    last_nonce: '1794657600000',
    rate_limit: { requests: 1, per_seconds: 1 },
    nonce_window_ms: null,
    ip_allowlist: ['203.0.113.7'],
    limits: [],
  },
}

export function answerExample({ id, answer }: Operation): Json {
  return written[id] ?? exampleOf(answer)
}

function exampleOf(schema: Schema): Json {
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0])
  return ofType(schema)
}

function ofType(schema: Schema): Json {
  const type = typeof schema.type === 'object' ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, field]) => [key, exampleOf(field)]))
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : []
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return '…'
  }
}

/** The minimal request: the required fields. */
export function requestExample(schema: Schema): { [field: string]: Json } {
  const required = (schema.required ?? []).map((name): [string, Json] => [name, exampleOf(schema.properties![name]!)])
  return Object.fromEntries(required)
}
