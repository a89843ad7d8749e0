import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import type { Fields } from '../caller.ts'
import type { Area, Check } from '../check.ts'
import { expectAnswer, expectError } from '../expect.ts'
import { sampleMint, sampleOrder, sampleWithdrawal, unknownId } from './sample-requests.ts'

// Every signed endpoint exists, names an unknown field, and, if it only reads, answers as its schema says. Lists: their bounds
// and their cursors.

const signed = endpoints.flatMap((endpoint) => (endpoint.access === 'signed' ? [endpoint] : []))

const day = 86_400_000
const time = (ms: number): string => new Date(ms).toISOString()

/** The required fields of each call. Without these fields, the service would answer another error. */
const least: { readonly [name: string]: (now: number) => Fields } = {
  depositAddress: () => ({ asset: 'CHF' }),
  statement: (now) => ({ from: time(now - day), to: time(now) }),
  addOrder: (now) => ({ ...sampleOrder, timestamp: time(now), clordid: 'conformance-fields' }),
  requestQuote: () => ({ symbol: 'VCHF/CHF', side: 'Buy', orderqty: '100' }),
  mintTokens: () => sampleMint,
  redeemTokens: () => sampleMint,
  cancelMint: () => ({ requestid: unknownId }),
  withdraw: () => sampleWithdrawal,
  cancelWithdrawal: () => ({ withdrawalid: unknownId }),
  addPaymentRail: () => ({
    railtype: 'FiatToStablecoin',
    sender: { partytype: 'company', partyname: { name: 'Conformance AG' }, address: { country: 'CH' } },
    wallet: { destination: 'no such wallet' },
    instructions: { currency: 'CHF', asset: 'VCHF', blockchain: 'ETH' },
  }),
}

const reads = signed
  .filter(({ needs }) => needs.scope === 'read')
  .map(({ name }): Check => ({
    name: `${name} answers as its schema says`,
    rule: 'docs/openapi.json',
    run: async ({ call }, { now }) => expectAnswer(await call(name, least[name]?.(now())), name),
  }))

/** Writes are sent as dry runs, in case the field is accepted. */
const unknownFields = signed.map(({ name, path, needs }): Check => ({
  name: `POST ${path} names an unknown field`,
  rule: 'docs/errors.md',
  async run({ call }, { now }) {
    const trial = needs.scope === 'read' ? {} : { validate: 'true' }
    const answer = await call(name, { ...least[name]?.(now()), ...trial, bogus: '1' })
    expectError(answer, 'bad_request', { field: 'bogus', rule: 'unknown_field' })
  },
}))

const lists = signed.filter(({ request }) => 'cursor' in request.shape && 'limit' in request.shape)

const bounds = lists.flatMap(({ name }): Check[] => [
  {
    name: `${name} takes a limit from 1 to 500`,
    rule: 'docs/common.md#lists',
    async run({ call }) {
      expectAnswer(await call(name, { limit: '1' }), name)
      expectError(await call(name, { limit: '501' }), 'bad_request', { field: 'limit' })
    },
  },
  {
    name: `${name} refuses a foreign cursor`,
    rule: 'docs/common.md#lists',
    run: async ({ call }) => expectError(await call(name, { cursor: 'nonsense' }), 'invalid_cursor'),
  },
])

export const endpointAreas: readonly Area[] = [
  { name: 'reads', checks: reads },
  { name: 'fields', checks: unknownFields },
  { name: 'lists', checks: bounds },
]
