import { z } from 'zod'
import { assetCode, decimalInput } from '../fields.ts'
import { chosenKinds, paymentKinds } from '../people/approvals/second-person.ts'

/** What an institution has chosen to have approved by a second person. */
export const chosen = {
  kinds: z.array(z.enum(chosenKinds)).meta({ description: 'What needs a second person now.' }),
  amounts: z
    .array(z.object({ kind: z.enum(paymentKinds), asset: assetCode, amount: decimalInput }))
    .meta({ description: 'Up to which a payment needs none. Of an asset that is not here every payment needs one.' }),
  approvers: z.int().meta({
    description:
      'How many people of the institution can decide on what you ask for: active approvers other than you who are no administrators. While there is none, payments wait until they are taken back after seven days.',
  }),
}
