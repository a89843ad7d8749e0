import type { InstitutionRole, Side, StaffRole } from './roles.ts'

// What needs two people: who may ask and who may decide, one row each. The database holds the same table and refuses
// everyone else, and the maker as the checker.

type Kind = {
  readonly side: Side
  readonly does: string
  readonly makers: readonly (InstitutionRole | StaffRole)[]
  readonly checkers: readonly (InstitutionRole | StaffRole)[]
  /** A payment: the institution's keys ask too, by calls of the signed API, and it is asked for once. */
  readonly byKeys?: true
}

const byOperations = { side: 'staff', makers: ['operations'], checkers: ['operations', 'treasury'] } as const
const payment = { side: 'institution', makers: ['trader'], checkers: ['approver'], byKeys: true } as const

export const approvalKinds = {
  'kyb.decide': {
    side: 'staff',
    does: 'Approve, reject or reinstate an institution',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'institution.offboard': {
    side: 'staff',
    does: 'Offboard an institution',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'hold.decide': { side: 'staff', does: 'Release or reject a hold', makers: ['compliance'], checkers: ['mlro'] },
  'bank.send_back': { ...byOperations, does: 'Send a wire back' },
  'wire.assign': { ...byOperations, does: 'Say whose a wire is that nobody could be found for' },
  'bank.import': { ...byOperations, does: 'Book what a bank file taken by hand tells, before the bank tells it' },
  'bank.disown_file': { ...byOperations, does: 'Close a bank file taken by hand that the bank never wrote' },
  'bank.disown': { ...byOperations, does: 'Undo an entry that the bank notified and never booked' },
  'bank.match_line': { ...byOperations, does: 'Say which entries an unclear line of a bank file tells of' },
  'bank.book_line': { ...byOperations, does: 'Book an unclear line of a bank file as a movement of its own' },
  'bank.account': { ...byOperations, does: 'Make an account of ours at the bank known, or change what is known of it' },
  'deposit.assign': { ...byOperations, does: 'Say whose a deposit without an owner is' },
  'chain.resume': { ...byOperations, does: 'Read a chain again that changed below its final block' },
  'mint.resume': { ...byOperations, does: 'Let a coin be minted again' },
  'chain.contract': { ...byOperations, does: 'Take a contract for the one of a coin: what it moves is credited' },
  'pair.resume': { ...byOperations, does: 'Let a pair trade again' },
  'venue.register': { ...byOperations, does: 'Trade on the quotes of a venue' },
  'rail.resume': {
    side: 'staff',
    does: 'Let a suspended payment rail serve again',
    makers: ['operations', 'compliance'],
    checkers: ['operations', 'mlro'],
  },
  'staff.give_role': {
    side: 'staff',
    does: 'Give a role that decides on requests of others',
    makers: ['admin'],
    checkers: ['admin', 'mlro'],
  },
  'member.key': {
    side: 'institution',
    does: 'Register a key that may write',
    makers: ['admin'],
    checkers: ['approver'],
  },
  'member.address': {
    side: 'institution',
    does: 'Add a withdrawal address',
    makers: ['admin'],
    checkers: ['approver'],
  },
  'member.second_person': {
    side: 'institution',
    does: 'Ask for a second person less often, or no longer',
    makers: ['admin'],
    checkers: ['approver'],
  },
  'member.bank_account': { side: 'institution', does: 'Add a bank account', makers: ['admin'], checkers: ['approver'] },
  'member.withdrawal': { ...payment, does: 'Pay a withdrawal out' },
  'member.mint': { ...payment, does: 'Mint coins to an external wallet' },
} as const satisfies Record<string, Kind>

export type ApprovalKind = keyof typeof approvalKinds
export const approvalStates = ['waiting', 'approved', 'refused', 'expired', 'withdrawn'] as const

/** Nothing waits longer; the database refuses more. */
export const approvalDays = 7
