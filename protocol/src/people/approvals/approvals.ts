import { type ActName, acts } from '../acts.ts'
import { conflictAmong, type InstitutionRole, type Role, type Side, type StaffRole } from '../roles.ts'

// The acts that need two people: their makers and checkers, one row each. The database holds the same table and refuses
// everyone else, and the maker as the checker.

type Kind = {
  readonly side: Side
  readonly does: string
  readonly makers: readonly (InstitutionRole | StaffRole)[]
  readonly checkers: readonly (InstitutionRole | StaffRole)[]
  /** The readers of such requests: holders of this act, and the maker. A request reveals as much as its subject. */
  readonly read: ActName
  /** A payment: the institution's keys can be makers too, by calls of the signed API, and it is requested once. */
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

const ofRules = { side: 'staff', read: 'rules.read', makers: ['compliance'], checkers: ['mlro'] } as const

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
    does: 'Give an institution a new approver when it has none left',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'institution.recovery': {
    side: 'staff',
    read: 'institutions.read',
    does: 'Reset the sign-in of a person of an institution who has lost every factor',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'address.clear': {
    ...byCompliance,
    does: 'Clear a hosted wallet, or one with a hit of the screening',
  },
  'bank_account.clear': { ...byCompliance, does: 'Clear a bank account in another name than its institution’s' },
  'hold.decide': {
    side: 'staff',
    read: 'holds.read',
    does: 'Release or reject a hold, or freeze the held item',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'party.decide': {
    side: 'staff',
    read: 'holds.read',
    does: 'Clear or confirm the matches of a registered party with lists',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'list.accept': {
    side: 'staff',
    read: 'lists.read',
    does: 'Activate a version of a sanctions list that was refused',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'list.remove': {
    side: 'staff',
    read: 'lists.read',
    does: 'Remove an entry from the own list',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'switch.lift': {
    side: 'staff',
    read: 'switches.read',
    does: 'Lift a switch',
    makers: ['operations', 'treasury', 'compliance', 'mlro'],
    checkers: ['operations', 'treasury', 'mlro'],
  },
  'limit.set': {
    ...byCompliance,
    does: 'Set or remove limits of an institution',
    makers: ['compliance'],
  },
  'case.decide': {
    side: 'staff',
    read: 'cases.read',
    does: 'Decide a case of compliance',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'rule.activate': { ...ofRules, does: 'Activate a version of a monitoring rule' },
  'rule.retire': { ...ofRules, does: 'Retire an active monitoring rule' },
  'bank.send_back': { ...atBank, does: 'Return a wire to its sender' },
  'wire.assign': { ...atBank, does: 'Assign a wire without a known owner to an institution' },
  'bank.import': { ...atBank, does: 'Book the movements of a manual bank file before the bank reports them' },
  'bank.retract_file': { ...atBank, does: 'Close a manual bank file that the bank never wrote' },
  'bank.retract': { ...atBank, does: 'Undo an entry that the bank notified and never booked' },
  'bank.match_line': { ...atBank, does: 'Match an unclear line of a bank file to its entries' },
  'bank.book_line': { ...atBank, does: 'Book an unclear line of a bank file as a new movement' },
  'bank.account': { ...atBank, does: 'Register an account of ours at the bank, or change its data' },
  'deposit.assign': { ...atBank, does: 'Name the owner of a deposit without one' },
  'chain.resume': { ...onChain, does: 'Resume reading a chain that changed below its final block' },
  'mint.resume': { ...onChain, does: 'Resume the minting of a coin' },
  'chain.contract': { ...onChain, does: 'Record the contract of a coin so that its transfers are credited' },
  'allow_list.switch': {
    ...onChain,
    does: 'Switch the allow list of a coin on a chain, so that it moves between listed holders only, or between all',
  },
  'pair.resume': { ...inTrading, does: 'Resume trading of a pair' },
  'venue.register': { ...inTrading, does: 'Use the quotes of a venue' },
  'payment.credit': {
    side: 'staff',
    read: 'rails.read',
    does: 'Credit a rail payment that can neither continue nor be returned to the balance of its institution',
    makers: ['operations', 'compliance'],
    checkers: ['treasury', 'mlro'],
  },
  'rail.resume': {
    side: 'staff',
    read: 'rails.read',
    does: 'Resume a suspended payment rail',
    makers: ['operations', 'compliance'],
    checkers: ['operations', 'mlro'],
  },
  'staff.give_role': {
    side: 'staff',
    read: 'staff.read',
    does: 'Grant a role that needs two people',
    makers: ['admin'],
    checkers: ['admin', 'mlro'],
  },
  'staff.link': {
    side: 'staff',
    read: 'staff.read',
    does: 'Reset the sign-in of a person whose role needs two people, by a link in two halves',
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
    does: 'Require a second approver less often, or no longer',
    makers: ['admin'],
    checkers: ['approver'],
  },
  'member.approver': { ...byMembers, does: 'Grant the role approver', makers: ['admin'], checkers: ['approver'] },
  'member.bank_account': { ...byMembers, does: 'Add a bank account', makers: ['admin'], checkers: ['approver'] },
  'member.withdrawal': { ...payment, does: 'Pay a withdrawal out' },
  'member.redemption': { ...payment, does: 'Redeem coins to a bank account' },
  'member.mint': { ...payment, does: 'Mint coins to an external wallet' },
} as const satisfies Record<string, Kind>

export type ApprovalKind = keyof typeof approvalKinds

/**
 * Whether one administrator alone may not grant this role, nor let its holder back in. It decides on requests of others, or
 * excludes the role administrator. The database has the same rule (people.needs_two_people).
 */
export const needsTwoPeople = (side: Side, role: string): boolean =>
  Object.values(approvalKinds).some(
    (kind) => kind.side === side && (kind.checkers as readonly string[]).includes(role),
  ) || conflictAmong(side, ['admin', role as Role]) !== null

/** The kinds of requests that these roles see, of any maker. */
export const kindsReadBy = (roles: readonly string[]): ApprovalKind[] =>
  (Object.keys(approvalKinds) as ApprovalKind[]).filter((kind) =>
    acts[approvalKinds[kind].read].roles.some((role) => roles.includes(role)),
  )

export const approvalStates = ['waiting', 'approved', 'refused', 'expired', 'withdrawn'] as const

/** The maximum lifetime of a request; the database refuses more. */
export const approvalDays = 7
