import { type ActName, acts } from '@specie/protocol/people/acts.ts'
import { needsTwoPeople } from '@specie/protocol/people/approvals/approvals.ts'
import { conflictAmong, type Role, type Side } from '@specie/protocol/people/roles.ts'
import { type RowOf, useCall } from '../../api/use-call.ts'
import { sentence } from '../../kit/value/states.ts'

/** What differs between the staff and the people of an institution. */
export type People = {
  side: Side
  title: string
  /** Of the list. */
  path: string
  about: string
  calls: {
    list: 'listStaff' | 'listMembers'
    invite: 'inviteStaff' | 'inviteMember'
    setRoles: 'setStaffRoles' | 'setMemberRoles'
    link: 'linkStaff' | 'linkMember'
    suspend: 'suspendStaff' | 'suspendMember'
    reinstate: 'reinstateStaff' | 'reinstateMember'
    remove: 'removeStaff' | 'removeMember'
  }
  edit: ActName
  /** Requests to give a role. */
  requests: 'staff.give_role' | 'member.approver'
  /** Who approves such a request. */
  approver: string
  /** What each role is for, in a sentence. */
  notes: Readonly<Record<string, string>>
  /** Shown to people who may not invite. */
  inviter: string
  /** What a second person decides before an invitation with these roles. */
  inviteNote: (roles: string) => string
  /** How a person with such a role gets a new link. */
  linkNote: (name: string) => string
}

export type Person = RowOf<'listStaff' | 'listMembers'>

export const roleName = (role: string): string => (role === 'mlro' ? 'MLRO' : sentence(role))
export const rolesText = (roles: readonly string[]): string =>
  roles.length === 0 ? 'none yet' : roles.map(roleName).join(', ')

/** Whether a second person must agree to give a role; in an institution, while it asks for one for any act. */
export function useDeciding(side: Side): (role: string) => boolean {
  const { data } = useCall('secondPerson', {}, { enabled: side === 'institution' })
  const needsTwo = side === 'staff' || (data?.kinds.length ?? 0) > 0
  return (role) => needsTwo && needsTwoPeople(side, role)
}

/** What a role allows beyond reading, in the words of the table of acts. */
export const allowsOf = (of: Side, role: string): string[] =>
  Object.values(acts)
    .filter(
      ({ side, roles, does }) =>
        side === of && (roles as readonly string[]).includes(role) && !/^(Read|See|Find|Search)\b/.test(does),
    )
    .map(({ does }) => does)

/** Two roles that one person cannot have, in words; null if they are compatible. */
export function conflictText(side: Side, roles: readonly string[]): string | null {
  const pair = conflictAmong(side, roles as readonly Role[])
  return pair && `One person cannot have the roles ${roleName(pair[0])} and ${roleName(pair[1])}.`
}
