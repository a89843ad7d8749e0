import { start } from '../app/start.tsx'
import type { PageRow } from '../app/pages.ts'
import { PublicFrame } from './frame.tsx'

const pages: readonly PageRow[] = [
  { path: '/', title: 'Specie', load: () => import('./home.tsx') },
  { path: '/reserves', title: 'Reserves', load: () => import('./reserves.tsx') },
]

start({ base: '/', Frame: PublicFrame, pages })
