/** What two people decide about a party and the entries of lists that it matches: another one, or the same. */
export const partyDecisions = ['clear', 'confirm'] as const
export type PartyDecision = (typeof partyDecisions)[number]

/** Whom an entry of the own list names. `other`: a person or a company, or a wallet address. */
export const ownKinds = ['person', 'company', 'other'] as const
export type OwnKind = (typeof ownKinds)[number]
