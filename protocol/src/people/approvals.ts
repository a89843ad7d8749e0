import type { InstitutionRole, Side, StaffRole } from './roles.ts'

// What needs two people: who may ask and who may decide, one row each. The database holds the same table and refuses
// everyone else, and the maker as the checker.

type Kind = {
  readonly side: Side
  readonly does: string
  readonly makers: readonly (InstitutionRole | StaffRole)[]
  readonly checkers: readonly (InstitutionRole | StaffRole)[]
}

export const approvalKinds = {
  'kyb.decide': { side: 'staff', does: 'Approve or reject a KYB case', makers: ['compliance'], checkers: ['mlro'] },
  'institution.offboard': {
    side: 'staff',
    does: 'Offboard an institution',
    makers: ['compliance'],
    checkers: ['mlro'],
  },
  'hold.decide': { side: 'staff', does: 'Release or reject a hold', makers: ['compliance'], checkers: ['mlro'] },
  'bank.send_back': {
    side: 'staff',
    does: 'Send a wire back',
    makers: ['operations'],
    checkers: ['operations', 'treasury'],
  },
  'bank.import': {
    side: 'staff',
    does: 'Import a bank file by hand',
    makers: ['operations'],
    checkers: ['operations', 'treasury'],
  },
  'deposit.assign': {
    side: 'staff',
    does: 'Assign a deposit or a wire by hand',
    makers: ['operations'],
    checkers: ['operations', 'treasury'],
  },
  'chain.resume': {
    side: 'staff',
    does: 'Resume a chain, a mint or a pair that was halted',
    makers: ['operations'],
    checkers: ['operations', 'treasury'],
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
    does: 'Stop asking for a second person',
    makers: ['admin'],
    checkers: ['approver'],
  },
  'member.bank_account': { side: 'institution', does: 'Add a bank account', makers: ['admin'], checkers: ['approver'] },
} as const satisfies Record<string, Kind>

export type ApprovalKind = keyof typeof approvalKinds
export const approvalStates = ['waiting', 'approved', 'refused', 'expired', 'withdrawn'] as const
