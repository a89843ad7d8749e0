import type { ReactNode } from 'react'
import { OpenFrame } from '../app/open-frame.tsx'
import { Link } from '../kit/link.tsx'

/** Around the public pages. */
export const PublicFrame = ({ children }: { children: ReactNode }) => (
  <OpenFrame
    links={
      <>
        <Link to="/reserves">Reserves</Link>
        <a href="/docs">Docs</a>
        <a className="btn sm" href="/portal">
          Portal
        </a>
      </>
    }
    footLinks={
      <>
        <a href="/docs">API reference</a>
        <a href="/docs/errors">Errors</a>
        <a href="/console">Staff</a>
      </>
    }
  >
    {children}
  </OpenFrame>
)
