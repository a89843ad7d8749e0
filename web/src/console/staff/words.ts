import { acts } from '@specie/protocol/people/acts.ts'
import { needsTwoPeople } from '@specie/protocol/people/approvals/approvals.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { RowOf } from '../../api/use-call.ts'
import { sentence } from '../../kit/value/states.ts'

export type Person = RowOf<'listStaff'>

export const roleName = (role: string): string => (role === 'mlro' ? 'MLRO' : sentence(role))
export const rolesText = (roles: readonly string[]): string =>
  roles.length === 0 ? 'none yet' : roles.map(roleName).join(', ')

/** What each role is for, in a sentence. */
export const roleNotes: { readonly [role in StaffRole]: string } = {
  support: 'Reads institutions and their requests, and helps them.',
  operations: 'Runs bank, payouts, chains and trading; decides with treasury.',
  treasury: 'Looks after reserves; decides as the second person of operations.',
  compliance: 'Works on KYB cases and holds, and proposes decisions.',
  mlro: 'Decides as the second person of compliance.',
  admin: 'Invites staff and gives roles. Moves no money.',
  auditor: 'Reads everything, changes nothing.',
}

/** Whether a second person must agree to give a role. */
export const isDeciding = (role: string): boolean => needsTwoPeople('staff', role)

/** What a role allows beyond reading, in the words of the table of acts. */
export const allowsOf = (role: StaffRole): string[] =>
  Object.values(acts)
    .filter(
      ({ side, roles, does }) =>
        side === 'staff' && roles.includes(role as never) && !/^(Read|See|Find|Search)\b/.test(does),
    )
    .map(({ does }) => does)
