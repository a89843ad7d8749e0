import type { ReactNode } from 'react'
import { Link } from '../kit/link.tsx'
import { ThemeSwitch } from '../kit/theme-switch.tsx'
import { isUat } from './environment.ts'
import { StaleNotice } from './live.tsx'

/** A strip that marks UAT; production has none. */
export function Ribbon({ note = 'No real money.', children }: { note?: string; children?: ReactNode }) {
  if (!isUat) return null
  return (
    <aside className="ribbon" aria-label="Environment">
      <b>UAT</b>
      <span>{note}</span>
      {children}
    </aside>
  )
}

export const SkipLink = () => (
  <a className="skip" href="#content">
    Skip to the content
  </a>
)

type Props = {
  className?: string
  /** Next to the wordmark. */
  app?: string
  ribbon?: string
  /** Between the wordmark and the links. */
  tool?: ReactNode
  links: ReactNode
  footLinks: ReactNode
  children: ReactNode
}

/** Around pages that need no sign-in. */
export function OpenFrame({ className = '', app, ribbon, tool, links, footLinks, children }: Props) {
  return (
    <div className={`open ${className}`}>
      <SkipLink />
      <Ribbon {...(ribbon !== undefined && { note: ribbon })} />
      <header>
        <Link className="word" to="/">
          Specie {app !== undefined && <small>{app}</small>}
        </Link>
        {tool}
        <nav aria-label="Specie">{links}</nav>
      </header>
      <main id="content" tabIndex={-1}>
        <StaleNotice />
        {children}
      </main>
      <footer>
        <span>Specie</span>
        {footLinks}
        <span className="grow" />
        <ThemeSwitch />
      </footer>
    </div>
  )
}
