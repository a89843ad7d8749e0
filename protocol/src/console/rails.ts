import { z } from 'zod'
import { fiatCodes } from '../assets.ts'
import { assetCode, chainCode, decimal, isoTime, uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { railTypes } from '../endpoints/rails.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'

// Payment rails, for staff. One person suspends a rail at once; two resume it (approvals-calls.ts: rail.resume).

const railState = z.enum(statesOf(machines.payment_rail))
const paymentState = z.enum(statesOf(machines.payment))
const common = { where: 'console', tag: 'Rails' } as const
const institution = {
  institutionid: uuid,
  institution: z.string().meta({ description: 'Its name.' }),
}

export const railsCall = peopleCall({
  ...common,
  name: 'rails',
  method: 'GET',
  path: '/rails',
  act: 'rails.read',
  summary: 'Payment rails',
  description: 'Rails of every institution, newest first.',
  request: z.strictObject({
    state: railState.optional(),
    institutionid: uuid.optional(),
    railid: uuid.optional(),
    ...paged,
  }),
  response: listOf(
    z.object({
      railid: uuid,
      ...institution,
      railtype: z.enum(railTypes),
      state: railState,
      asset: assetCode,
      currency: z.enum(fiatCodes),
      blockchain: chainCode,
      destination: z.string().meta({ description: 'The address of a wallet, or a bank account.' }),
      reason: z.string().nullable(),
      on_hold: z.boolean(),
      under_way: z.int().meta({ description: 'Its open payments.' }),
      created_at: isoTime,
      updated_at: isoTime,
    }),
  ),
  errors: ['invalid_cursor'],
})

export const railPaymentsCall = peopleCall({
  ...common,
  name: 'railPayments',
  method: 'GET',
  path: '/payments',
  act: 'rails.read',
  summary: 'Payments over rails',
  description:
    'Payments of every institution, newest first. `stuck` names the leg at which a payment waits for an operator.',
  request: z.strictObject({
    state: paymentState.optional(),
    stuck: z.enum(['true', 'false']).optional().meta({ description: '`true`: those that wait for an operator.' }),
    paymentid: uuid.optional(),
    railid: uuid.optional(),
    institutionid: uuid.optional(),
    ...paged,
  }),
  response: listOf(
    z.object({
      paymentid: uuid,
      railid: uuid,
      ...institution,
      state: paymentState,
      stuck: z.string().nullable(),
      reason: z.string().nullable(),
      on_hold: z.boolean(),
      received: decimal,
      received_currency: assetCode,
      sent: decimal.nullable(),
      sent_currency: assetCode,
      created_at: isoTime,
      updated_at: isoTime,
    }),
  ),
  errors: ['invalid_cursor'],
})

const change = {
  ...common,
  method: 'POST',
  request: z.strictObject({ id: uuid, reason }),
  errors: ['not_found'],
} as const
const railChanged = z.object({ railid: uuid, state: railState })

export const suspendRailCall = peopleCall({
  ...change,
  name: 'suspendRail',
  path: '/rails/{id}/suspend',
  act: 'rails.suspend',
  summary: 'Suspend a payment rail',
  description: 'Effective at once. Incoming payments are returned until two people resume the rail.',
  response: railChanged,
})

export const closeRailCall = peopleCall({
  ...change,
  name: 'closeRail',
  path: '/rails/{id}/close',
  act: 'rails.close',
  summary: 'Close a payment rail',
  description: 'Permanent. Later payments are returned.',
  response: railChanged,
})

export const retryPaymentCall = peopleCall({
  ...change,
  name: 'retryPayment',
  path: '/payments/{id}/retry',
  act: 'payments.retry',
  summary: 'Let a payment continue',
  description:
    'A payment that waits for an operator continues from its last step, to its original destination. Its case is closed.',
  response: z.object({ paymentid: uuid, state: paymentState }),
})

export const railCalls = [railsCall, railPaymentsCall, suspendRailCall, closeRailCall, retryPaymentCall] as const
