import { Link as RouterLink } from '@tanstack/react-router'

type Tab = { title: string; to: string; count?: number }

/** Pages that belong together, side by side. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ title, to, count = 0 }) => (
        <RouterLink
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {title}
          {count > 0 && <span className="muted"> {count}</span>}
        </RouterLink>
      ))}
    </nav>
  )
}
