import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'

/** Of an invitation: the roles for which a second person was asked; null: none. */
export function RolesAsked(props: { approval: string | null; name: string; roles: string; decidedBy: string }) {
  const { approval, name, roles, decidedBy } = props
  if (approval === null) return null
  return (
    <Banner tone="waits" title="A second person must agree.">
      {roles} is given once {name} has accepted and {decidedBy} has approved{' '}
      <Link className="link" to={`/approvals/${approval}`}>
        the request
      </Link>
      .
    </Banner>
  )
}
