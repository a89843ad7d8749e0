/** What two people decide about a party and the entries of lists that it matches: another one, or the same. */
export const partyDecisions = ['clear', 'confirm'] as const
export type PartyDecision = (typeof partyDecisions)[number]
