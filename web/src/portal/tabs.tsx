import { Link } from '@tanstack/react-router'

/** Pages that belong together, below the head of each of them. */
export function Tabs({ label, pages }: { label: string; pages: readonly { to: string; title: string }[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {pages.map(({ to, title }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
