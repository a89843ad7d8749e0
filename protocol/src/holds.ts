/** The reasons of reviews. Staff can place holds with these reasons only; the service places all others. */
export const reviewReasons = ['aml_review', 'sanctions_review', 'travel_rule', 'edd_required'] as const

/**
 * The reasons of holds. `approval_required`: it waits for a second person of the institution itself; `account_suspended`: the
 * institution is suspended or offboarded (standing.ts). `debt_review`: the institution owes money, and staff review its
 * outgoing payments.
 */
export const holdReasons = [...reviewReasons, 'approval_required', 'account_suspended', 'debt_review'] as const
export type HoldReason = (typeof holdReasons)[number]

/** For the middle of a sentence. */
export const holdReasonWords: { readonly [reason in HoldReason]: string } = {
  aml_review: 'AML review',
  sanctions_review: 'sanctions review',
  travel_rule: 'Travel Rule',
  edd_required: 'enhanced due diligence',
  approval_required: 'approval by a second approver',
  account_suspended: 'suspended account',
  debt_review: 'review because of a debt',
}

/**
 * The decisions of two people. `reject`: it is not done, or is returned to its source. `freeze`: incoming money stays with us,
 * for an authority, and no longer belongs to its institution.
 */
export const holdDecisions = ['release', 'reject', 'freeze'] as const
export type HoldDecision = (typeof holdDecisions)[number]

/** The kinds of subjects. */
export const heldKinds = ['mint', 'redemption', 'withdrawal', 'deposit', 'wire', 'rail', 'payment'] as const
export type HeldKind = (typeof heldKinds)[number]
