import { z } from 'zod'
import type { ApprovalKind } from './approvals.ts'
import { uuid } from '../../fields.ts'

/**
 * Outgoing money: a second person is required above an amount. The choice for withdrawals also counts for redemptions to a bank
 * account.
 */
export const paymentKinds = ['member.withdrawal', 'member.mint'] as const satisfies ApprovalKind[]
export type PaymentKind = (typeof paymentKinds)[number]

/** The requests that a payment causes. */
export type PaymentRequestKind = PaymentKind | 'member.redemption'

/** The acts for which an institution may require a second person of its own. */
export const chosenKinds = [
  'member.key',
  'member.address',
  'member.bank_account',
  ...paymentKinds,
] as const satisfies ApprovalKind[]

/** The payload of a payment's approval. */
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
