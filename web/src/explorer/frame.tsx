import type { ReactNode } from 'react'
import { StaleNotice } from '../app/live.tsx'
import { Link } from '../kit/link.tsx'
import { ThemeSwitch } from '../kit/theme-switch.tsx'
import { FindOnChain } from './find.tsx'
import style from './explorer.module.css'

/** Around the pages of the explorer, which exists in UAT alone. */
export function ExplorerFrame({ children }: { children: ReactNode }) {
  return (
    <div className={`open ${style['explorer']}`}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <aside className="ribbon" aria-label="Environment">
        <b>UAT</b>
        <span>Chains of this machine. No real money.</span>
      </aside>
      <header>
        <Link className="word" to="/">
          Specie <small>Explorer</small>
        </Link>
        <FindOnChain />
        <nav aria-label="Specie">
          <a href="/portal">Portal</a>
          <a href="/console">Console</a>
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        <StaleNotice />
        {children}
      </main>
      <footer>
        <span>Specie</span>
        <a href="/reserves">Reserves</a>
        <a href="/docs">API reference</a>
        <span className="grow" />
        <ThemeSwitch />
      </footer>
    </div>
  )
}
