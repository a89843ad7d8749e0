import { type HeldKind, heldKinds } from '@specie/protocol/holds.ts'

/** Items, what parties are registered for (register.ts), and exchanges of the Travel Rule. */
export type SubjectKind = HeldKind | PartyOwner | 'exchange'
export type PartyOwner = (typeof partyOwners)[number]
export const subjectKinds = (): SubjectKind[] => [...heldKinds, ...partyOwners, 'exchange']
export const partyOwners = ['institution', 'person', 'bank_account', 'wallet'] as const
