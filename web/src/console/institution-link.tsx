import { Link } from '../kit/link.tsx'

export const InstitutionLink = ({ id, name }: { id: string; name: string }) => (
  <Link className="link" to={`/institutions/${id}`}>
    {name}
  </Link>
)

/** For pages about one institution. */
export const institutionCrumbs = (id: string, name: string) => [
  { title: 'Institutions', to: '/institutions' },
  { title: name, to: `/institutions/${id}` },
]
