import { rolesOf } from '@specie/protocol/people/roles.ts'
import { type CallError, errorAt } from '../../api/error.ts'
import { Check } from '../../kit/form/field.tsx'
import { allowsOf, conflictText, type People, roleName, useDeciding } from './people.ts'
import style from './people.module.css'

type Props = {
  of: People
  roles: readonly string[]
  onChange: (roles: readonly string[]) => void
  error: CallError | null
  /** The page has the title already. */
  isTitled?: boolean
}

/** The roles of a person, to choose from. */
export function RolesField({ of: { side, notes }, roles, onChange, error, isTitled = false }: Props) {
  const isDeciding = useDeciding(side)
  const all: readonly string[] = rolesOf[side]
  const problem = conflictText(side, roles) ?? errorAt(error, 'roles')
  return (
    <fieldset className={style['roles']}>
      <legend className={isTitled ? 'vh' : 'small muted'}>Roles</legend>
      {all.map((role) => (
        <Check
          key={role}
          checked={roles.includes(role)}
          onChange={(is) => onChange(all.filter((one) => (one === role ? is : roles.includes(one))))}
          label={
            <span title={allowsOf(side, role).join(' · ')}>
              <b>{roleName(role)}</b>{' '}
              <span className="muted">
                {notes[role]}
                {isDeciding(role) && ' Two people give it.'}
              </span>
            </span>
          }
        />
      ))}
      {problem !== null && (
        <p className="small is-broken" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
