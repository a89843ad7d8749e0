import { z } from 'zod'
import type { ApprovalKind } from './approvals.ts'
import { uuid } from '../../fields.ts'

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
