import { type ActName, acts } from '../acts.ts'
import { conflictAmong, type InstitutionRole, type Role, type Side, type StaffRole } from '../roles.ts'

// What needs two people: who may ask and who may decide, one row each. The database holds the same table and refuses
// everyone else, and the maker as the checker.

type Kind = {
  readonly side: Side
  readonly does: string
  readonly makers: readonly (InstitutionRole | StaffRole)[]
  readonly checkers: readonly (InstitutionRole | StaffRole)[]
  /** Who sees such requests: whoever may do this, and the maker. A request tells as much as what it is about. */
  readonly read: ActName
  /** A payment: the institution's keys ask too, by calls of the signed API, and it is asked for once. */
  readonly byKeys?: true
}

const byOperations = { side: 'staff', makers: ['operations'], checkers: ['operations', 'treasury'] } as const
const atBank = { ...byOperations, read: 'bank.read' } as const
const onChain = { ...byOperations, read: 'chains.read' } as const
const inTrading = { ...byOperations, read: 'trading.read' } as const
const byMembers = { side: 'institution', read: 'requests.read' } as const
const payment = { ...byMembers, makers: ['trader'], checkers: ['approver'], byKeys: true } as const

const byCompliance = {
  side: 'staff',
  read: 'institutions.read',
  makers: ['compliance', 'mlro'],
  checkers: ['mlro'],
} as const

export const approvalKinds = {
  'kyb.decide': {
    side: 'staff',
    read: 'kyb.read',
    does: 'Approve, reject or reinstate an institution',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'institution.offboard': {
    side: 'staff',
    read: 'kyb.read',
    does: 'Offboard an institution',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'institution.approver': {
    side: 'staff',
    read: 'institutions.read',
    does: 'Give an institution an approver, where it has none left who could agree',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'address.clear': {
    ...byCompliance,
    does: 'Let a hosted wallet, or one with a hit of the screening, go on',
  },
  'bank_account.clear': { ...byCompliance, does: 'Pay to a bank account in another name than its institution’s' },
  'hold.decide': {
    side: 'staff',
    read: 'holds.read',
    does: 'Release or reject a hold, or freeze what it lies on',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'bank.send_back': { ...atBank, does: 'Send a wire back' },
  'wire.assign': { ...atBank, does: 'Assign a wire without a known owner to an institution' },
  'bank.import': { ...atBank, does: 'Book what a bank file taken by hand tells, before the bank tells it' },
  'bank.retract_file': { ...atBank, does: 'Close a bank file taken by hand that the bank never wrote' },
  'bank.retract': { ...atBank, does: 'Undo an entry that the bank notified and never booked' },
  'bank.match_line': { ...atBank, does: 'Say which entries an unclear line of a bank file tells of' },
  'bank.book_line': { ...atBank, does: 'Book an unclear line of a bank file as a new movement' },
  'bank.account': { ...atBank, does: 'Make an account of ours at the bank known, or change what is known of it' },
  'deposit.assign': { ...atBank, does: 'Say whose a deposit without an owner is' },
  'chain.resume': { ...onChain, does: 'Read a chain again that changed below its final block' },
  'mint.resume': { ...onChain, does: 'Let a coin be minted again' },
  'chain.contract': { ...onChain, does: 'Take a contract for the one of a coin: what it moves is credited' },
  'pair.resume': { ...inTrading, does: 'Let a pair trade again' },
  'venue.register': { ...inTrading, does: 'Trade on the quotes of a venue' },
  'payment.credit': {
    side: 'staff',
    read: 'rails.read',
    does: 'Credit a rail payment that can go neither on nor back to the balance of its institution',
    makers: ['operations', 'compliance'],
    checkers: ['treasury', 'mlro'],
  },
  'rail.resume': {
    side: 'staff',
    read: 'rails.read',
    does: 'Let a suspended payment rail serve again',
    makers: ['operations', 'compliance'],
    checkers: ['operations', 'mlro'],
  },
  'staff.give_role': {
    side: 'staff',
    read: 'staff.read',
    does: 'Give a role that takes two people',
    makers: ['admin'],
    checkers: ['admin', 'mlro'],
  },
  'staff.link': {
    side: 'staff',
    read: 'staff.read',
    does: 'Let somebody in who has a role that takes two people, by a link in two halves',
    makers: ['admin'],
    checkers: ['admin', 'mlro'],
  },
  'member.key': {
    ...byMembers,
    does: 'Register a key that may write',
    makers: ['admin'],
    checkers: ['approver'],
  },
  'member.address': {
    ...byMembers,
    does: 'Add a withdrawal address',
    makers: ['admin'],
    checkers: ['approver'],
  },
  'member.second_person': {
    ...byMembers,
    does: 'Ask for a second person less often, or no longer',
    makers: ['admin'],
    checkers: ['approver'],
  },
  'member.approver': { ...byMembers, does: 'Give the role approver', makers: ['admin'], checkers: ['approver'] },
  'member.bank_account': { ...byMembers, does: 'Add a bank account', makers: ['admin'], checkers: ['approver'] },
  'member.withdrawal': { ...payment, does: 'Pay a withdrawal out' },
  'member.redemption': { ...payment, does: 'Redeem coins to a bank account' },
  'member.mint': { ...payment, does: 'Mint coins to an external wallet' },
} as const satisfies Record<string, Kind>

export type ApprovalKind = keyof typeof approvalKinds

/**
 * Whether one administrator alone may not give this role, nor let anybody in who has it: it decides on requests of others, or
 * cannot be had together with administrator. The database has the same rule (people.needs_two_people).
 */
export const takesTwo = (side: Side, role: string): boolean =>
  Object.values(approvalKinds).some(
    (kind) => kind.side === side && (kind.checkers as readonly string[]).includes(role),
  ) || conflictAmong(side, ['admin', role as Role]) !== null

/** The kinds of requests that somebody with these roles sees, whoever has made them. */
export const kindsReadBy = (roles: readonly string[]): ApprovalKind[] =>
  (Object.keys(approvalKinds) as ApprovalKind[]).filter((kind) =>
    acts[approvalKinds[kind].read].roles.some((role) => roles.includes(role)),
  )

export const approvalStates = ['waiting', 'approved', 'refused', 'expired', 'withdrawn'] as const

/** Nothing waits longer; the database refuses more. */
export const approvalDays = 7
