import { conflictAmong, staffRoles, type StaffRole } from '@specie/protocol/people/roles.ts'
import { type CallError, errorAt } from '../../api/error.ts'
import { Check } from '../../kit/form/field.tsx'
import { allowsOf, isDeciding, roleName, roleNotes } from './words.ts'
import style from './staff.module.css'

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

export function RoleChoice({ roles, onChange, error, isTitled = false }: Props) {
  const cure = conflictText(roles) ?? errorAt(error, 'roles')
  return (
    <fieldset className={style['roles']}>
      <legend className={isTitled ? 'vh' : 'small muted'}>Roles</legend>
      {staffRoles.map((role) => (
        <Check
          key={role}
          checked={roles.includes(role)}
          onChange={(is) => onChange(staffRoles.filter((one) => (one === role ? is : roles.includes(one))))}
          label={
            <span title={allowsOf(role).join(' · ')}>
              <b>{roleName(role)}</b> <span className="muted">{roleNotes[role]}</span>
              {isDeciding(role) && <span className="muted"> Two people give it.</span>}
            </span>
          }
        />
      ))}
      {cure !== null && (
        <p className="small is-broken" role="alert">
          {cure}
        </p>
      )}
    </fieldset>
  )
}
