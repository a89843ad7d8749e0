import { z } from 'zod'
import { sandboxCall } from './call.ts'
import { assetCode, chainCode, uuid } from '../fields.ts'
import { institutionid, none } from './fields.ts'

// The outside world of UAT: the bank, the provider and the liquidity providers. They check the values themselves.

const next = z
  .string()
  .optional()
  .meta({ description: 'The next fault. See `misbehaviours` of `GET counterparts/{name}`.' })
const count = z.int().nullish().meta({ description: 'The number of times; once by default.' })
const common = { method: 'POST', tag: 'Counterparts', response: z.looseObject({}), errors: [] } as const

export const counterpart = sandboxCall({
  name: 'counterpart',
  method: 'GET',
  path: '/counterparts/{name}',
  parts: { name: '`bank`, `provider` or `lp`.' },
  tag: 'Counterparts',
  summary: 'The state and the history of a counterpart',
  description: 'Its state, and the faults that can be requested, with their meaning.',
  request: none,
  response: z.object({
    state: z.record(z.string(), z.unknown()),
    misbehaviours: z.record(z.string(), z.string()),
  }),
  errors: ['not_found'],
})

export const bank = sandboxCall({
  ...common,
  name: 'bank',
  path: '/counterparts/bank',
  summary: 'Control the bank',
  description: 'A fault, or the pace of its payments. One of `next`, `sweeps` and `payments`.',
  request: z.strictObject({
    next,
    reason: z.string().nullish().meta({ description: 'An ISO 20022 reason such as AC04.' }),
    count,
    seconds: z.int().nullish().meta({ description: 'The delay.' }),
    bankref: z.string().nullish().meta({ description: 'The wire to recall.' }),
    sweeps: z.string().optional().meta({ description: '`delayed`: reserve transfers wait; `normal` again.' }),
    payments: z.string().optional().meta({ description: '`delayed`: payments wait; `normal` again.' }),
  }),
  example: { next: 'reject_payment', reason: 'AC04' },
})

export const provider = sandboxCall({
  ...common,
  name: 'provider',
  path: '/counterparts/provider',
  summary: 'Control the conversion provider',
  description:
    'A fault (`next`), a reference rate (`symbol`, `price`), rates that no longer change (`stale`), or a payment into a collection account (`reference`, `currency`, `amount`, `payername`).',
  request: z.strictObject({
    next,
    symbol: z.string().optional(),
    price: z.string().optional(),
    frozen: z.boolean().optional().meta({ description: 'The rate does not change.' }),
    stale: z.boolean().optional(),
    count,
    seconds: z.int().nullish().meta({ description: 'The delay.' }),
    reference: z.string().optional().meta({ description: 'The reference of the paid collection.' }),
    currency: z.string().optional(),
    amount: z.string().optional(),
    payername: z.string().optional(),
    payeraccount: z.string().nullish(),
  }),
  example: { symbol: 'ETH/CHF', price: '2950' },
})

export const venue = sandboxCall({
  ...common,
  name: 'venue',
  path: '/counterparts/lp',
  summary: 'Control a liquidity provider',
  description: 'The book of a venue for a symbol; without levels its own book again. Or a fault.',
  request: z.strictObject({
    venue: z.string().optional().meta({ description: '`alpha` or `beta`.' }),
    next,
    symbol: z.string().optional(),
    bids: z.array(z.array(z.string())).optional(),
    asks: z.array(z.array(z.string())).optional(),
    count,
    seconds: z.number().nullish(),
  }),
  example: { venue: 'alpha', next: 'kill' },
})

export const vaspAddress = sandboxCall({
  name: 'vaspAddress',
  method: 'GET',
  path: '/counterparts/vasp/travel-address',
  tag: 'Counterparts',
  summary: 'The travel address of a provider of UAT',
  description: 'For the form of a hosted wallet in the portal. The behaviour follows from the name.',
  request: z.strictObject({
    vasp: z
      .string()
      .trim()
      .min(1)
      .max(140)
      .meta({ description: 'Such as `UAT VASP Approve`.', examples: ['UAT VASP Approve'] }),
  }),
  response: z.object({ vasp: z.string(), travel_address: z.string() }),
  errors: [],
})

export const vaspInquiry = sandboxCall({
  name: 'vaspInquiry',
  method: 'POST',
  path: '/counterparts/vasp/inquiries',
  tag: 'Counterparts',
  summary: 'Another provider announces coins',
  description:
    'The VASP of UAT asks whether it may send coins to the deposit address of an institution (Travel Rule). It is approved if the name is that of the institution; staff decide on another name.',
  request: z.strictObject({
    institutionid,
    asset: assetCode,
    blockchain: chainCode,
    quantity: z
      .string()
      .max(60)
      .meta({ examples: ['1000'] }),
    originator: z.string().trim().min(1).max(100).default('UAT Payer AG'),
    beneficiary: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The name of the payee; by default that of the institution.' }),
    wallet: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Another wallet than its deposit address.' }),
  }),
  response: z.object({
    id: z.string().meta({ description: 'The id of the inquiry at the VASP.' }),
    wallet: z.string(),
  }),
  errors: ['unknown_asset'],
})

export const vaspConfirmation = sandboxCall({
  name: 'vaspConfirmation',
  method: 'POST',
  path: '/counterparts/vasp/confirmations',
  tag: 'Counterparts',
  summary: 'Another provider names its transaction',
  description: 'The VASP of UAT ends an approved inquiry: with a transaction, or without one.',
  request: z.strictObject({
    id: uuid.meta({ description: 'The id of the inquiry at the VASP.' }),
    txid: z.string().trim().min(1).max(100).optional().meta({ description: 'Without it, the transfer is canceled.' }),
  }),
  response: z.object({ id: z.string() }),
  errors: [],
})
