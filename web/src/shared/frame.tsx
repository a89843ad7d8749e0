import { Link as RouterLink } from '@tanstack/react-router'
import { IconBox, IconDots, IconSearch } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { isUat } from '../app/environment.ts'
import { Finder, type FinderHandle } from '../app/finder.tsx'
import { Live, StaleNotice } from '../app/live.tsx'
import { Ribbon, SkipLink } from '../app/open-frame.tsx'
import type { PageRow } from '../app/pages.ts'
import { PersonMenu } from '../app/person-menu.tsx'
import { mayDo, Session, useMe } from '../app/session.tsx'
import { SettlementTime, useSettlementClock } from '../app/settlement-time.tsx'
import { Shortcuts } from '../app/shortcuts.tsx'
import { StepUp } from '../kit/form/step-up.tsx'

type Props = {
  /** «Portal». */
  app: string
  pages: readonly PageRow[]
  /** The letter that leads to a page after `g`. */
  goTo: Readonly<Record<string, string>>
  /** Shown below the person's name. */
  organisation: ReactNode
  /** The number of waiting items, by path of the page. */
  counts?: Readonly<Record<string, number>>
  children: ReactNode
}

/** Ribbon, bar and side navigation around every page of a signed-in person. */
export function SignedInFrame(props: Props) {
  return (
    <Session>
      <Framed {...props} />
    </Session>
  )
}

/** Loaded on opening. Production has none. */
const SandboxDrawer = lazy(async () => ({ default: (await import('../sandbox/drawer.tsx')).SandboxDrawer }))

function Framed({ app, pages, goTo, organisation, counts = {}, children }: Props) {
  const me = useMe()
  const finder = useRef<FinderHandle>(null)
  const find = () => finder.current!.open()
  const [inSandbox, setInSandbox] = useState(false)
  const shown = pages.filter(({ load, act }) => load !== null && (act === undefined || mayDo(me, act)))
  return (
    <div className={isUat ? 'has-ribbon' : undefined}>
      <SkipLink />
      <UatRibbon onSandbox={() => setInSandbox(true)} />
      <header className="bar">
        <RouterLink className="word" to="/">
          Specie <small>{app}</small>
        </RouterLink>
        <button type="button" className="find" onClick={find}>
          <IconSearch className="ic" aria-hidden />
          <span className="grow">Find a page, an id or a name</span>
          <kbd aria-hidden>Ctrl K</kbd>
        </button>
        <div className="grow" />
        <Live />
        <PersonMenu organisation={organisation} />
      </header>
      <StaleNotice />
      <div className="frame">
        <Navigation app={app} pages={shown} counts={counts} onMore={find} />
        <main className="main" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Finder ref={finder} pages={shown} />
      <Shortcuts pages={shown} goTo={goTo} />
      {inSandbox && (
        <Suspense>
          <SandboxDrawer onClose={() => setInSandbox(false)} />
        </Suspense>
      )}
      <StepUp />
    </div>
  )
}

/** The button is shown only where the sandbox is open to this machine. */
function UatRibbon({ onSandbox }: { onSandbox: () => void }) {
  const { isKnown } = useSettlementClock()
  return (
    <Ribbon>
      <span className="wide">
        <SettlementTime />
      </span>
      <div className="grow" />
      {isKnown && (
        <button type="button" onClick={onSandbox}>
          <IconBox className="ic" aria-hidden />
          Sandbox
        </button>
      )}
    </Ribbon>
  )
}

type NavigationProps = {
  app: string
  pages: readonly PageRow[]
  counts: Readonly<Record<string, number>>
  onMore: () => void
}

function Navigation({ app, pages, counts, onMore }: NavigationProps) {
  return (
    <nav className="side" aria-label={app}>
      <ul>
        {pages.map(({ path, title, icon: Icon, line }) => {
          if (Icon === undefined) return null
          const count = counts[path] ?? 0
          return (
            <li key={path}>
              {line && <hr />}
              <RouterLink
                to={path}
                activeOptions={{ exact: path === '/' }}
                activeProps={{ 'aria-current': 'page' }}
                title={title}
              >
                <Icon className="ic" aria-hidden />
                {title}
                {count > 0 && <span className="n">{count}</span>}
              </RouterLink>
            </li>
          )
        })}
        <li className="more">
          <button type="button" onClick={onMore}>
            <IconDots className="ic" aria-hidden />
            More
          </button>
        </li>
      </ul>
    </nav>
  )
}
