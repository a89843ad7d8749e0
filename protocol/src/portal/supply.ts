import { z } from 'zod'
import { productErrorsOf } from '../endpoints/endpoint.ts'
import { mintTokens, querySupplyChanges } from '../endpoints/supply.ts'
import { anId, assetCode, decimal, isoTime, uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { peopleCall } from '../web-api/call.ts'
import { signedDecimal } from '../web-api/fields.ts'

const state = z.enum([...new Set([...statesOf(machines.mint), ...statesOf(machines.redemption)])])

/** For the page of a mint or a redemption, beside what `querySupplyChanges` tells of it. */
export const supplyStepsCall = peopleCall({
  name: 'supplySteps',
  where: 'portal',
  method: 'GET',
  path: '/account/supply-changes/{id}',
  act: 'money.read',
  tag: 'Supply',
  summary: 'The timeline of a mint or a redemption',
  description:
    'Its steps, the oldest first, those to come, who requested it, what its fee is made of, and when it is due to settle.',
  request: z.strictObject({ id: anId.meta({ description: 'Its `requestid`.' }) }),
  response: z.object({
    requestid: uuid,
    asked_by: z.string().nullable().meta({ description: 'The person, or the API key; null where nobody is known.' }),
    settles_at: isoTime.meta({ description: 'Not before this settlement time, which runs faster in UAT.' }),
    fees: z
      .object({ commission: decimal, spread: decimal, currency: assetCode })
      .meta({ description: 'The two parts of `fee`: ours, and what converting the funding currency costs.' }),
    steps: z.array(z.object({ state, at: isoTime })).meta({
      description:
        'As a timeline shows them: the wait for the reserve is part of `funded`, and a hold is a step of its own. The last one is the present.',
    }),
    ahead: z.array(state).meta({ description: 'The states that follow when nothing goes wrong.' }),
    expected: z
      .array(z.object({ asset: assetCode, amount: signedDecimal }))
      .meta({ description: 'The movements of your balances that are not booked yet; outgoing is negative.' }),
  }),
  errors: ['not_found'],
})

/** For the form: what a smaller mint would be refused with. */
export const smallestMintCall = peopleCall({
  name: 'smallestMint',
  where: 'portal',
  method: 'GET',
  path: '/account/smallest-mint',
  act: 'money.read',
  tag: 'Supply',
  summary: 'The smallest mint of a coin now',
  description:
    'The smallest issuance is set in pounds. This is its worth in the coin at the reference rate of this moment.',
  request: z.strictObject({ asset: mintTokens.request.shape.asset }),
  response: z.object({
    asset: assetCode,
    minimum: decimal.meta({ description: 'In the coin.' }),
    minimum_gbp: decimal,
  }),
  errors: [...productErrorsOf(querySupplyChanges), 'unknown_asset'],
})
