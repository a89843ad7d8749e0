import type { ReactNode } from 'react'
import { start } from '../app/start.tsx'
import type { PageRow } from '../app/pages.ts'

/** The chains of UAT. */
const pages: readonly PageRow[] = []

const Frame = ({ children }: { children: ReactNode }) => <main className="main">{children}</main>

start({ base: '/explorer', Frame, pages })
