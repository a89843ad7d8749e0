import { conflictAmong, staffRoles, type StaffRole } from '@specie/protocol/people/roles.ts'
import { type CallError, errorAt } from '../../api/error.ts'
import { RoleChoice } from '../../shared/people/role-choice.tsx'
import { allowsOf, isDeciding, roleName, roleNotes } from './words.ts'

type Props = {
  roles: readonly StaffRole[]
  onChange: (roles: readonly StaffRole[]) => void
  error: CallError | null
  /** The page names it already. */
  isTitled?: boolean
}

/** Two roles that one person cannot have, in words; null: they go together. */
export function conflictText(roles: readonly StaffRole[]): string | null {
  const pair = conflictAmong('staff', roles)
  return pair && `One person cannot have the roles ${roleName(pair[0])} and ${roleName(pair[1])}.`
}

export function StaffRoles({ roles, onChange, error, isTitled = false }: Props) {
  return (
    <RoleChoice
      all={staffRoles}
      describe={describe}
      chosen={roles}
      onChange={onChange}
      problem={conflictText(roles) ?? errorAt(error, 'roles')}
      isTitled={isTitled}
    />
  )
}

const describe = (role: StaffRole) => ({
  name: roleName(role),
  note: isDeciding(role) ? `${roleNotes[role]} Two people give it.` : roleNotes[role],
  allows: allowsOf(role),
})
