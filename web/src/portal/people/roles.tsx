import { acts } from '@specie/protocol/people/acts.ts'
import { institutionRoles, type InstitutionRole } from '@specie/protocol/people/roles.ts'
import type { CallError } from '../../api/error.ts'
import { errorAt } from '../../api/error.ts'
import { Check } from '../../kit/form/field.tsx'
import { sentence } from '../../kit/value/states.ts'
import style from './people.module.css'

/** What each role is for. The table of acts decides; `onlyOf` shows what it allows beyond reading. */
const notes: { readonly [role in InstitutionRole]: string } = {
  admin: 'Runs the account: company data, agreements, people, keys, addresses.',
  trader: 'Works with money: trades, mints, redeems and pays.',
  approver: 'Decides as the second person.',
  viewer: 'Sees everything, changes nothing.',
}

/** What a role allows beyond reading, in the words of the table of acts. */
const allowsOf = (role: InstitutionRole): string[] =>
  Object.values(acts)
    .filter(
      ({ side, roles }) =>
        side === 'institution' && (roles as readonly string[]).includes(role) && roles.length < institutionRoles.length,
    )
    .map(({ does }) => does)

type Props = {
  roles: readonly InstitutionRole[]
  onChange: (roles: readonly InstitutionRole[]) => void
  error: CallError | null
  /** The page names it already. */
  isTitled?: boolean
}

export function RoleChoice({ roles, onChange, error, isTitled = false }: Props) {
  const cure = errorAt(error, 'roles')
  return (
    <fieldset className={style['roles']}>
      <legend className={isTitled ? 'vh' : 'small muted'}>Roles</legend>
      {institutionRoles.map((role) => (
        <Check
          key={role}
          checked={roles.includes(role)}
          onChange={(is) => onChange(institutionRoles.filter((one) => (one === role ? is : roles.includes(one))))}
          label={
            <span title={allowsOf(role).join(' · ')}>
              <b>{sentence(role)}</b> <span className="muted">{notes[role]}</span>
            </span>
          }
        />
      ))}
      {cure !== null && <p className="small is-broken">{cure}</p>}
    </fieldset>
  )
}
