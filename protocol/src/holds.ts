/** Why something may be held. */
export const holdReasons = ['aml_review', 'sanctions_review', 'travel_rule', 'edd_required'] as const
export type HoldReason = (typeof holdReasons)[number]

/** What may be held. */
export const heldKinds = ['mint', 'redemption', 'withdrawal', 'deposit', 'wire', 'rail', 'payment'] as const
export type HeldKind = (typeof heldKinds)[number]
