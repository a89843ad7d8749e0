import { z } from 'zod'
import { productErrorsOf } from '../endpoints/endpoint.ts'
import { assetCode, instant, isoTime } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { signedDecimal, statement, statementReference } from '../endpoints/transfers.ts'
import { peopleCall } from '../web-api/call.ts'
import { confirmations, exchangeSteps, id, reason } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'
import { movementGroups } from './phrases.ts'

// Calls of pages, in addition to the calls that keys can make too (money.ts).

/** The operations whose steps an institution sees. */
export const steppedMachines = [
  'deposit',
  'wire',
  'withdrawal',
  'payment_rail',
  'payment',
] as const satisfies (keyof typeof machines)[]

export const stepsCall = peopleCall({
  name: 'accountSteps',
  where: 'portal',
  method: 'GET',
  path: '/account/steps/{id}',
  act: 'money.read',
  tag: 'Account',
  summary: 'The steps of a movement',
  description:
    'The states of a deposit, withdrawal, rail or payment so far, oldest first, by the names of its list: for a withdrawal its `stage`, else its `status`.',
  request: z.strictObject({ id }),
  response: z.object({
    machine: z.enum(steppedMachines),
    steps: z.array(z.object({ state: z.string(), at: isoTime })),
    confirmations: confirmations
      .nullable()
      .meta({ description: 'The confirmations of its latest transaction; null if it has none.' }),
    exchange: exchangeSteps
      .nullable()
      .meta({ description: 'The exchange with the provider of a hosted wallet; null if there is none.' }),
  }),
  errors: [...productErrorsOf(statement).filter((code) => code !== 'unknown_asset'), 'not_found'],
})

const { from, to, asset } = statement.request.shape

export const statementFileCall = peopleCall({
  name: 'statementFile',
  where: 'portal',
  method: 'GET',
  path: '/account/statement/file',
  act: 'money.read',
  tag: 'Transfers',
  summary: 'Statement of account, as a file',
  description:
    'The same as `statement`: a PDF or a CSV of one asset or of all, or a camt.053.001.08 of CHF or GBP, which requires `asset`.',
  request: z.strictObject({ from, to, asset, format: z.enum(['pdf', 'csv', 'camt053']) }),
  response: z.object({}),
  download: true,
  errors: productErrorsOf(statement),
})

const movement = z.object({
  at: isoTime,
  asset: assetCode,
  amount: signedDecimal,
  available_after: signedDecimal.meta({
    description:
      'The available balance of the asset after this movement, with any filter. For money that is credited some time after its arrival, it is the balance after the credit.',
  }),
  phrase: z.string().meta({ description: 'The movement in words.', examples: ['Wire from Kestrel Ltd'] }),
  counterparty: z
    .string()
    .nullable()
    .meta({ description: 'The other party, or its address on a chain; null means none, or unknown.' }),
  kind: z.string(),
  ref: z.string(),
  reftype: statementReference.nullable(),
  bankref: z.string().nullable(),
  value_date: z.string().nullable(),
})

const movementsRequest = z.strictObject({
  asset: assetCode.optional(),
  group: z.enum(movementGroups).optional(),
  counterparty: z.string().trim().min(1).max(140).optional().meta({ description: 'A part of its name or address.' }),
  from: instant.optional(),
  to: instant.optional(),
  ...paged,
})
export type MovementsRequest = z.infer<typeof movementsRequest>

export const movementsCall = peopleCall({
  name: 'movements',
  where: 'portal',
  method: 'GET',
  path: '/account/movements',
  act: 'money.read',
  tag: 'Account',
  summary: 'Movements of all balances',
  description:
    'Every movement of a statement, newest first, with its counterparty and the balance that was available after it.',
  request: movementsRequest,
  response: listOf(movement),
  errors: [...productErrorsOf(statement).filter((code) => code !== 'unknown_asset'), 'invalid_cursor'],
})

export const closeOwnRailCall = peopleCall({
  name: 'closeOwnRail',
  where: 'portal',
  method: 'POST',
  path: '/account/rails/{id}/close',
  act: 'money.rails',
  tag: 'Rails',
  summary: 'Close a payment rail',
  description: 'Permanent. Later payments are returned. Earlier payments continue.',
  request: z.strictObject({ id, reason }),
  response: z.object({ railid: id, status: z.enum(statesOf(machines.payment_rail)) }),
  errors: ['not_found'],
})

export const accountCalls = [stepsCall, movementsCall, statementFileCall, closeOwnRailCall] as const
