import { type ReactNode, useEffect } from 'react'
import { isConsole } from '../../api/side.ts'
import { isUat } from '../../app/environment.ts'
import { Ribbon } from '../../app/open-frame.tsx'

/** A page without the frame: one card. */
export function Bare({
  title,
  sub,
  wide = false,
  children,
}: {
  title: string
  sub?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Specie`
  }, [title])
  return (
    <div className="bare">
      {isUat ? <Ribbon /> : <span />}
      <main>
        <div className={wide ? 'card wide' : 'card'}>
          <a className="mark" href="/">
            Specie<small>{isConsole ? 'Console' : 'Portal'}</small>
          </a>
          <h1>{title}</h1>
          <p>{sub}</p>
          {children}
        </div>
      </main>
    </div>
  )
}
