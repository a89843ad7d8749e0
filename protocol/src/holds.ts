/** Why people of the service look at something first. */
export const reviewReasons = ['aml_review', 'sanctions_review', 'travel_rule', 'edd_required'] as const

/**
 * Why something may be held. `approval_required`: it waits for a second person of the institution itself;
 * `account_suspended`: for the institution, which is suspended or offboarded (standing.ts). `debt_review`: the institution
 * owes money, and people of the service look at what leaves.
 */
export const holdReasons = [...reviewReasons, 'approval_required', 'account_suspended', 'debt_review'] as const
export type HoldReason = (typeof holdReasons)[number]

/** In the middle of a sentence. */
export const holdReasonWords: { readonly [reason in HoldReason]: string } = {
  aml_review: 'AML review',
  sanctions_review: 'sanctions review',
  travel_rule: 'Travel Rule',
  edd_required: 'enhanced due diligence',
  approval_required: 'approval by a second person',
  account_suspended: 'suspended account',
  debt_review: 'review because of a debt',
}

/**
 * What two people decide about it. `reject`: it is not done, or goes back to where it came from. `freeze`: money that came in
 * stays with us, for an authority, and is no longer its institution's.
 */
export const holdDecisions = ['release', 'reject', 'freeze'] as const
export type HoldDecision = (typeof holdDecisions)[number]

/** What may be held. */
export const heldKinds = ['mint', 'redemption', 'withdrawal', 'deposit', 'wire', 'rail', 'payment'] as const
export type HeldKind = (typeof heldKinds)[number]
