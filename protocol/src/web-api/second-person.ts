import { z } from 'zod'
import { assetCode, decimalInput } from '../fields.ts'
import { chosenKinds, paymentKinds } from '../people/approvals/second-person.ts'

/** The actions for which an institution requires a second person. */
export const chosen = {
  kinds: z.array(z.enum(chosenKinds)).meta({ description: 'The actions that currently need a second approver.' }),
  amounts: z.array(z.object({ kind: z.enum(paymentKinds), asset: assetCode, amount: decimalInput })).meta({
    description:
      'The amounts up to which a payment needs no second approver. A payment in any other asset needs a second approver.',
  }),
  approvers: z.int().meta({
    description:
      'The number of people of the institution who can decide on your requests: active approvers other than you who are not administrators. While there is none, payments wait until their requests expire after seven days.',
  }),
}
