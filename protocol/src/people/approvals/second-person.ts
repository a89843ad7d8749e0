import { z } from 'zod'
import { assetCode, decimalInput, uuid } from '../../fields.ts'
import type { ApprovalKind } from './approvals.ts'
import { peopleCall } from '../call.ts'

/**
 * Money that leaves: a second person is asked above an amount. What is chosen for withdrawals counts for redemptions to a bank account
 * too.
 */
export const paymentKinds = ['member.withdrawal', 'member.mint'] as const satisfies ApprovalKind[]
export type PaymentKind = (typeof paymentKinds)[number]

/** The requests that a payment causes. */
export type PaymentRequestKind = PaymentKind | 'member.redemption'

/** What an institution may choose to have approved by a second person of its own. */
export const chosenKinds = [
  'member.key',
  'member.address',
  'member.bank_account',
  ...paymentKinds,
] as const satisfies ApprovalKind[]

/** What a second person approves of a payment. */
export const paymentPayload = z.strictObject({
  id: uuid,
  institutionid: z.string(),
  asset: z.string(),
  quantity: z.string(),
  blockchain: z.string().nullable(),
  destination: z.string(),
  paid_to: z.string(),
})
export type PaymentPayload = z.infer<typeof paymentPayload>

const chosen = {
  kinds: z.array(z.enum(chosenKinds)).meta({ description: 'What needs a second person now.' }),
  amounts: z
    .array(z.object({ kind: z.enum(paymentKinds), asset: assetCode, amount: decimalInput }))
    .meta({ description: 'Up to which a payment needs none. Of an asset that is not here every payment needs one.' }),
  approvers: z.int().meta({
    description:
      'How many people of the institution can decide on what you ask for: active approvers other than you who are no administrators. While there is none, payments wait until they are taken back after seven days.',
  }),
}

export const secondPersonCall = peopleCall({
  name: 'secondPerson',
  where: 'portal',
  method: 'GET',
  path: '/second-person',
  act: 'company.read',
  tag: 'Company',
  summary: 'What needs a second person',
  description: 'As the institution has chosen.',
  request: z.strictObject({}),
  response: z.object(chosen),
  errors: [],
})

export const setSecondPersonCall = peopleCall({
  name: 'setSecondPerson',
  where: 'portal',
  method: 'POST',
  path: '/second-person',
  act: 'company.settings',
  tag: 'Company',
  summary: 'Choose what needs a second person',
  description:
    'To ask for a second person, and to lower an amount, takes effect at once. To stop asking, and to raise an amount, is itself approved by a second person. Refused while nobody is an active `approver` without the role `admin`: what waits could not be decided on. From the first choice on, the role `approver` itself needs a second person.',
  request: z.strictObject({
    kind: z.enum(chosenKinds),
    needed: z.boolean(),
    amounts: z
      .array(z.strictObject({ asset: assetCode, amount: z.string().max(40) }))
      .max(20)
      .optional()
      .meta({
        description:
          'For payments: the amounts up to which no second person is asked, for all assets. Left out, they stay as they are. Every payment in an asset that is not named needs a second person.',
      }),
  }),
  response: z.object({ ...chosen, approvalid: z.string().nullable() }),
  errors: [],
})

export const secondPersonCalls = [secondPersonCall, setSecondPersonCall] as const
