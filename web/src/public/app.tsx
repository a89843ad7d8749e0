import type { PageRow } from '../app/pages.ts'
import type { App } from '../app/router.tsx'
import { PublicFrame } from './frame.tsx'

const pages: readonly PageRow[] = [
  { path: '/', title: 'Specie', load: () => import('./home.tsx') },
  { path: '/reserves', title: 'Reserves', load: () => import('./reserves.tsx') },
]

export const publicApp: App = { base: '/', Frame: PublicFrame, pages }
