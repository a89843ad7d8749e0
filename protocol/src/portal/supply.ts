import { z } from 'zod'
import { productErrorsOf } from '../endpoints/endpoint.ts'
import { mintTokens, querySupplyChanges } from '../endpoints/supply.ts'
import { anId, assetCode, decimal, isoTime, uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { peopleCall } from '../web-api/call.ts'
import { confirmations, exchangeSteps, signedDecimal } from '../web-api/fields.ts'

const state = z.enum([...new Set([...statesOf(machines.mint), ...statesOf(machines.redemption)])])

/** For the page of a mint or a redemption, in addition to `querySupplyChanges`. */
export const supplyStepsCall = peopleCall({
  name: 'supplySteps',
  where: 'portal',
  method: 'GET',
  path: '/account/supply-changes/{id}',
  act: 'money.read',
  tag: 'Supply',
  summary: 'The timeline of a mint or a redemption',
  description: 'Its past steps, oldest first, its requester, the parts of its fee, and its settlement time.',
  request: z.strictObject({ id: anId.meta({ description: 'Its `requestid`.' }) }),
  response: z.object({
    requestid: uuid,
    asked_by: z.string().nullable().meta({ description: 'The person, or the API key; null if unknown.' }),
    settles_at: isoTime.meta({ description: 'The earliest settlement time, which runs faster in UAT.' }),
    fees: z
      .object({ commission: decimal, spread: decimal, currency: assetCode })
      .meta({ description: 'The two parts of `fee`: ours, and the cost of converting the funding currency.' }),
    steps: z.array(z.object({ state, at: isoTime })).meta({
      description:
        'The steps as a timeline shows them. The wait for the reserve is part of `funded`, and a hold is a separate step. The last step is the current one.',
    }),
    confirmations: confirmations
      .nullable()
      .meta({ description: 'The confirmations of its latest transaction; null if none is signed.' }),
    exchange: exchangeSteps
      .nullable()
      .meta({ description: 'The exchange with the provider of a hosted wallet; null if there is none.' }),
    expected: z
      .array(z.object({ asset: assetCode, amount: signedDecimal }))
      .meta({ description: 'The movements of your balances that are not booked yet; outgoing ones are negative.' }),
  }),
  errors: ['not_found'],
})

/** The minimum of a mint, for the form. */
export const smallestMintCall = peopleCall({
  name: 'smallestMint',
  where: 'portal',
  method: 'GET',
  path: '/account/smallest-mint',
  act: 'money.read',
  tag: 'Supply',
  summary: 'The current minimum of a mint',
  description: 'The minimum mint is set in pounds. This is its equivalent in the coin at the current reference rate.',
  request: z.strictObject({ asset: mintTokens.request.shape.asset }),
  response: z.object({
    asset: assetCode,
    minimum: decimal.meta({ description: 'In the coin.' }),
    minimum_gbp: decimal,
  }),
  errors: [...productErrorsOf(querySupplyChanges), 'unknown_asset'],
})
