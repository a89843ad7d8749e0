import type { ReactNode } from 'react'
import { OpenFrame } from '../app/open-frame.tsx'
import style from './explorer.module.css'
import { FindOnChain } from './find.tsx'

/** Around the pages of the explorer, which exists in UAT alone. */
export const ExplorerFrame = ({ children }: { children: ReactNode }) => (
  <OpenFrame
    className={style['explorer']!}
    app="Explorer"
    ribbon="Chains of this machine. No real money."
    tool={<FindOnChain />}
    links={
      <>
        <a href="/portal">Portal</a>
        <a href="/console">Console</a>
      </>
    }
    footLinks={
      <>
        <a href="/reserves">Reserves</a>
        <a href="/docs">API reference</a>
      </>
    }
  >
    {children}
  </OpenFrame>
)
