import { acts } from '@specie/protocol/people/acts.ts'
import { institutionRoles, type InstitutionRole } from '@specie/protocol/people/roles.ts'
import { type CallError, errorAt } from '../../api/error.ts'
import { RoleChoice } from '../../shared/people/role-choice.tsx'
import { sentence } from '../../kit/value/states.ts'
import { useDeciding } from './use-deciding.ts'

/** What each role is for. The table of acts decides. */
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

export function MemberRoles({ roles, onChange, error, isTitled = false }: Props) {
  const isDeciding = useDeciding()
  const describe = (role: InstitutionRole) => ({
    name: sentence(role),
    note: isDeciding(role) ? `${notes[role]} Two people give it.` : notes[role],
    allows: allowsOf(role),
  })
  return (
    <RoleChoice
      all={institutionRoles}
      describe={describe}
      chosen={roles}
      onChange={onChange}
      problem={errorAt(error, 'roles')}
      isTitled={isTitled}
    />
  )
}
