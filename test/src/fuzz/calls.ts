import { basePath, type Endpoint, errorsOf } from '@specie/protocol/endpoints/endpoint.ts'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import type { ErrorCode } from '@specie/protocol/errors.ts'
import { addresses, bankAccounts } from '@specie/protocol/sandbox/destinations.ts'
import { institutions } from '@specie/protocol/sandbox/institutions.ts'
import { holds, liquidity, pairs } from '@specie/protocol/sandbox/market.ts'
import { deposits, payments, wires } from '@specie/protocol/sandbox/money.ts'
import { advanceClock } from '@specie/protocol/sandbox/time.ts'
import { bankNextAsk } from '@specie/counterparts/bank/control.ts'
import { venueBookAsk, venueNextAsk } from '@specie/counterparts/liquidity/control.ts'
import { arrivalAsk } from '@specie/counterparts/provider/custody-routes.ts'
import { providerNextAsk, providerRateAsk } from '@specie/counterparts/provider/routes.ts'
import { z } from 'zod'
import type { Fields } from './shapes.ts'

// Every call, with its fields and its possible answers.

export type Call = {
  /** In the report. */
  readonly name: string
  readonly access: 'signed' | 'public' | 'sandbox'
  readonly method: 'GET' | 'POST'
  /** `:id` is an id of a row. */
  readonly path: string
  readonly body: 'none' | 'form' | 'json'
  readonly request: z.ZodType
  readonly response: z.ZodType
  readonly errors: ReadonlySet<ErrorCode>
  /** Its relative frequency. */
  readonly weight: number
  /** The possible values of its fields, if they differ from those of other calls. */
  readonly told: Record<string, readonly unknown[]>
  /** Fields that belong together. */
  readonly sets: readonly Fields[]
}

const order = { ordtype: 'Limit', timeinforce: 'FOK', timestamp: new Date().toISOString(), symbol: 'VCHF/CHF' }
const rail = {
  sender: { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}

/** Random fields would hardly ever be accepted. */
const setsOf: Record<string, readonly Fields[]> = {
  addOrder: [
    { ...order, side: 'Buy', orderqty: '1', price: '1.001' },
    { ...order, side: 'Sell', orderqty: '0.1', price: '0.999' },
    { ...order, side: 'Buy', orderqty: '10', price: '1.0001', validate: 'true' },
  ],
  requestQuote: [{ symbol: 'VCHF/CHF', side: 'Buy', orderqty: '10' }],
  convert: [
    { from_currency: 'CHF', to_currency: 'VCHF', quantity: '10', min_received: '0' },
    { from_currency: 'VCHF', to_currency: 'CHF', quantity: '1', min_received: '0.5' },
    {},
  ],
  mintTokens: [
    { asset: 'VCHF', blockchain: 'BASE', quantity: '250' },
    { asset: 'VGBP', blockchain: 'ETH', quantity: '150.25', funding_currency: 'CHF' },
    { asset: 'VCHF', blockchain: 'ETH', quantity: '200', destination: 'vault' },
    { asset: 'VCHF', blockchain: 'BASE', quantity: '300', funding_currency: 'ETH' },
  ],
  redeemTokens: [
    { asset: 'VCHF', blockchain: 'BASE', quantity: '1' },
    { asset: 'VCHF', blockchain: 'BASE', quantity: '2.5', bankaccount: 'main' },
  ],
  withdraw: [
    { asset: 'CHF', quantity: '10', destination: 'main' },
    { asset: 'GBP', quantity: '0.01', destination: 'pounds' },
    { asset: 'VCHF', quantity: '1', destination: 'vault', blockchain: 'ETH' },
    { asset: 'ETH', quantity: '0.01', destination: 'vault' },
  ],
  addPaymentRail: [
    { ...rail, railtype: 'FiatToStablecoin', wallet: { destination: 'vault' } },
    { ...rail, railtype: 'StablecoinToFiat', bankaccount: { destination: 'CH9300762011623852957' } },
  ],
}

const ofProtocol = (endpoint: Endpoint): Call => ({
  name: endpoint.name,
  access: endpoint.access,
  method: endpoint.method,
  path: basePath + endpoint.path,
  body: endpoint.body,
  request: endpoint.request,
  response: endpoint.response,
  errors: new Set(errorsOf(endpoint)),
  weight: endpoint.access === 'signed' ? 12 : 8,
  told: {},
  sets: setsOf[endpoint.name] ?? [],
})

/** The possible answers of the sandbox next to 200: it uses the error table for all calls. */
const sandboxErrors = new Set<ErrorCode>([
  'bad_request',
  'unknown_symbol',
  'unknown_asset',
  'unknown_blockchain',
  'invalid_address',
  'insufficient_balance',
  'not_found',
  'payload_too_large',
  'request_timeout',
  'headers_too_large',
])

const none = z.strictObject({})
const anything = z.record(z.string(), z.unknown())

function sandbox(method: 'GET' | 'POST', path: string, request: z.ZodType, over: Partial<Call> = {}): Call {
  return {
    name: `sandbox ${path}`,
    access: 'sandbox',
    method,
    path: `/sandbox/v1/${path}`,
    body: method === 'GET' ? 'none' : 'json',
    request,
    response: anything,
    errors: sandboxErrors,
    weight: 6,
    told: {},
    sets: [],
    ...over,
  }
}

/** Pairs and chains that the other calls do not use: changing them does not affect the rest of the world. */
const aside = { symbol: ['VGBP/ETH'] }

/** The outside world gets unknown faults only: real ones would dominate the run. */
const harmless = (ask: z.ZodObject): z.ZodType => ask.extend({ next: z.literal('nothing') })

const sandboxCalls: readonly Call[] = [
  sandbox('POST', 'institutions', institutions.request, { response: institutions.response, told: { publickey: [] } }),
  sandbox('POST', 'wires', wires.request, { told: { amount: ['10', '250.05'] } }),
  sandbox('POST', 'bankaccounts', bankAccounts.request, {
    told: { label: ['main', 'other'], identifier: ['CH9300762011623852957', '12-34-56 12345678'] },
  }),
  sandbox('POST', 'bankaccounts/:id/disable', none),
  sandbox('POST', 'addresses', addresses.request, {
    told: { label: ['vault', 'other'], address: ['0x52908400098527886E0F7030069857D2E4169EE7'] },
  }),
  ...['revoke', 'suspend', 'reinstate'].map((what) => sandbox('POST', `addresses/:id/${what}`, none)),
  sandbox('POST', 'deposits', deposits.request, {
    weight: 2,
    told: { quantity: ['1', '5'], blockchain: ['BASE', 'ETH'] },
  }),
  sandbox('POST', 'payments', payments.request, {
    weight: 2,
    told: { amount: ['10'], count: [1], blockchain: ['ETH'] },
  }),
  sandbox('POST', 'payments/:id/resume', none),
  ...['suspend', 'resume', 'close'].map((what) => sandbox('POST', `rails/:id/${what}`, none)),
  sandbox('POST', 'holds', holds.request),
  ...['release', 'reject'].map((what) => sandbox('POST', `holds/:id/${what}`, none)),
  sandbox('POST', 'liquidity', liquidity.request, { told: { ...aside, bids: [[['0.0001', '5']], []], asks: [[]] } }),
  sandbox('POST', 'pairs', pairs.request, { told: { symbol: ['VGBP/BTC'], halted: [null, 'a test'] } }),
  sandbox('GET', 'clock', none, { weight: 2 }),
  sandbox('POST', 'clock/advance', advanceClock.request, { weight: 1, told: { seconds: [0, 1] } }),
  sandbox('GET', 'rates', none, { weight: 2 }),
  sandbox('GET', 'scenarios', none, { weight: 2, response: z.unknown() }),
  // Controls that do not affect the chains; near misses of the others are refused.
  sandbox('POST', 'chains/BASE/drop-next', z.strictObject({ count: z.literal(0) })),
  sandbox('POST', 'chains/BASE/revert-next', z.strictObject({ count: z.literal(0) })),
  sandbox('POST', 'chains/BASE/mine', z.strictObject({ blocks: z.literal(1) })),
  sandbox('POST', 'chains/BASE/resume', none),
  sandbox('POST', 'chains/:id/resume', none),
  sandbox('POST', 'chains/BASE/:id', none),
  sandbox('POST', 'counterparts/bank', harmless(bankNextAsk.options[0])),
  sandbox('POST', 'counterparts/provider', harmless(providerNextAsk)),
  sandbox('POST', 'counterparts/provider', providerRateAsk.options[0], {
    told: { symbol: ['BTC/GBP'], price: ['82222'] },
  }),
  sandbox('POST', 'counterparts/provider', arrivalAsk, { told: { amount: ['10'], count: [1] } }),
  sandbox('POST', 'counterparts/lp', harmless(venueNextAsk.options[0])),
  sandbox('POST', 'counterparts/lp', venueBookAsk, { told: { ...aside, bids: [[]], asks: [[]] } }),
]

export const calls: readonly Call[] = [...endpoints.map(ofProtocol), ...sandboxCalls]
