import { z } from 'zod'
import { fiatCodes } from '../assets.ts'
import { assetCode, chainCode, decimalInput } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { byId, sandboxCall } from './call.ts'
import { institutionid, none } from './fields.ts'

// Incoming money, and payments over rails.

const money = { method: 'POST', tag: 'Money' } as const

export const wires = sandboxCall({
  ...money,
  name: 'wires',
  path: '/wires',
  summary: 'Send a wire',
  description:
    'A wire arrives at the bank of UAT and is imported from its statement, as in production. It is credited once some time has passed (`clock/advance`).',
  request: z.strictObject({
    institutionid,
    currency: z.enum(fiatCodes),
    amount: decimalInput.meta({ examples: ['300000'] }),
    sendername: z
      .string()
      .trim()
      .min(1)
      .max(140)
      .optional()
      .meta({ description: 'By default the institution itself. Another name makes the sender a third party.' }),
    reference: z.string().max(140).optional().meta({
      description:
        'By default the institution’s own reference. Empty means no reference, so that the owner is unknown.',
    }),
    recall: z.boolean().optional().meta({ description: 'Its sender’s bank recalls it later.' }),
  }),
  response: z.object({ bankref: z.string().meta({ description: 'The bank’s own reference.' }) }),
  errors: [],
})

export const deposits = sandboxCall({
  ...money,
  name: 'deposits',
  path: '/deposits',
  summary: 'Send coins or crypto',
  description: 'Real tokens or coins arrive at the institution’s deposit address on a chain of UAT.',
  request: z.strictObject({ institutionid, asset: assetCode, blockchain: chainCode, quantity: decimalInput }),
  response: z.object({
    txid: z.string().meta({ description: 'Empty if it was not signed within a few seconds.' }),
    address: z.string(),
  }),
  errors: ['unknown_asset', 'unknown_blockchain', 'insufficient_balance'],
})

export const payments = sandboxCall({
  ...money,
  name: 'payments',
  path: '/payments',
  summary: 'Pay over a rail',
  description: 'A payment over a rail: fiat at the provider for an on-ramp, coins on a chain for an off-ramp.',
  request: z.strictObject({
    railid: z.uuid('the id of a rail').toLowerCase(),
    amount: decimalInput.meta({ description: 'Fiat over an on-ramp, coins over an off-ramp.', examples: ['1000'] }),
    currency: z.enum(fiatCodes).optional().meta({
      description:
        'Over an on-ramp, by default the currency of the rail. A payment in another currency tests how the rail handles a wrong payment.',
    }),
    sendername: z.string().trim().min(1).max(70).optional().meta({
      description:
        'Over an on-ramp, by default the sender of the rail. Another name makes it a payment from a third party. Coins carry no name.',
    }),
    asset: assetCode.optional().meta({ description: 'Over an off-ramp, by default the coin of the rail.' }),
    blockchain: chainCode.optional().meta({ description: 'Over an off-ramp, by default the chain of the rail.' }),
    count: z.int().min(1).max(200).default(1).meta({ description: 'The number of payments of this amount.' }),
  }),
  response: z.object({
    railid: z.string(),
    arrivals: z
      .array(z.unknown())
      .optional()
      .meta({ description: 'For an on-ramp, the payments received by the provider.' }),
    address: z.string().optional().meta({ description: 'For an off-ramp, the address that received the coins.' }),
    txids: z.array(z.string()).optional().meta({ description: 'For an off-ramp, the transactions of the coins.' }),
  }),
  errors: ['insufficient_balance'],
})

const paymentId = byId('id', 'a payment: its `paymentid`')
export const resumePayment = sandboxCall({
  ...money,
  name: 'resumePayment',
  path: '/payments/{id}/resume',
  parts: paymentId,
  summary: 'Resume a payment that failed',
  description: 'Staff resume a failed payment.',
  request: none,
  response: z.object({ paymentid: z.string() }),
  errors: ['not_found'],
})

export const creditPayment = sandboxCall({
  ...money,
  name: 'creditPayment',
  path: '/payments/{id}/credit',
  parts: paymentId,
  summary: 'Credit a payment that failed',
  description: 'Two members of staff credit the rest of a payment that waits for an operator to its institution.',
  request: none,
  response: z.object({ paymentid: z.string() }),
  errors: ['not_found'],
})

const railStatus = z.object({ railid: z.string(), status: z.enum(statesOf(machines.payment_rail)) })
const rail = {
  ...money,
  parts: byId('id', 'a rail: its `railid`'),
  request: none,
  response: railStatus,
  errors: ['not_found'],
} as const

export const suspendRail = sandboxCall({
  ...rail,
  name: 'suspendRail',
  path: '/rails/{id}/suspend',
  summary: 'Suspend a rail',
  description: 'Incoming payments wait.',
})
export const resumeRail = sandboxCall({
  ...rail,
  name: 'resumeRail',
  path: '/rails/{id}/resume',
  errors: ['not_found', 'approval_refused'],
  summary: 'Resume a rail',
  description: 'Two simulated officers agree to resume it.',
})
export const closeRail = sandboxCall({
  ...rail,
  name: 'closeRail',
  path: '/rails/{id}/close',
  summary: 'Close a rail',
  description: 'Permanent. Later payments are returned.',
})
