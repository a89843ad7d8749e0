import { Link as RouterLink } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

type Tab = { title: string; to: string; count?: number }

/** Links between pages that belong together. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const resized = new ResizeObserver(() => showCurrent(nav.current!))
    resized.observe(nav.current!)
    return () => resized.disconnect()
  }, [])
  return (
    <nav ref={nav} className="tabs" aria-label={label}>
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

/** On a phone tabs are wider than the screen: scrolls the current one into view. */
function showCurrent(nav: HTMLElement): void {
  const at = nav.querySelector('[aria-current]')?.getBoundingClientRect()
  const { left, width } = nav.getBoundingClientRect()
  if (at !== undefined) nav.scrollLeft += at.left - left - (width - at.width) / 2
}
