import type { ReactNode } from 'react'
import { isUat } from '../app/environment.ts'
import { StaleNotice } from '../app/live.tsx'
import { Link } from '../kit/link.tsx'
import { ThemeSwitch } from '../kit/theme-switch.tsx'

/** Around the pages that anybody may read. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="open">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      {isUat && (
        <aside className="ribbon" aria-label="Environment">
          <b>UAT</b>
          <span>No real money.</span>
        </aside>
      )}
      <header>
        <Link className="word" to="/">
          Specie
        </Link>
        <nav aria-label="Specie">
          <Link to="/reserves">Reserves</Link>
          <a href="/docs">Docs</a>
          <a className="btn sm" href="/portal">
            Portal
          </a>
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        <StaleNotice />
        {children}
      </main>
      <footer>
        <span>Specie</span>
        <a href="/docs">API reference</a>
        <a href="/docs/errors">Errors</a>
        <a href="/console">Staff</a>
        <span className="grow" />
        <ThemeSwitch />
      </footer>
    </div>
  )
}
