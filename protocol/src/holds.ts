/** Why people of the service look at something first. */
export const reviewReasons = ['aml_review', 'sanctions_review', 'travel_rule', 'edd_required'] as const

/**
 * Why something may be held. `approval_required`: it waits for a second person of the institution itself;
 * `account_suspended`: for the institution, which is suspended or offboarded (standing.ts).
 */
export const holdReasons = [...reviewReasons, 'approval_required', 'account_suspended'] as const
export type HoldReason = (typeof holdReasons)[number]

/** In the middle of a sentence. */
export const holdReasonWords: { readonly [reason in HoldReason]: string } = {
  aml_review: 'AML review',
  sanctions_review: 'sanctions review',
  travel_rule: 'Travel Rule',
  edd_required: 'enhanced due diligence',
  approval_required: 'approval by a second person',
  account_suspended: 'suspended account',
}

/** What may be held. */
export const heldKinds = ['mint', 'redemption', 'withdrawal', 'deposit', 'wire', 'rail', 'payment'] as const
export type HeldKind = (typeof heldKinds)[number]
