import { start } from '../app/start.tsx'
import type { PageRow } from '../app/pages.ts'
import { ExplorerFrame } from './frame.tsx'

/** The chains of UAT. */
const pages: readonly PageRow[] = [
  { path: '/', title: 'Chains', load: () => import('./chains.tsx') },
  { path: '/$chain', title: 'Chain', load: () => import('./chain.tsx') },
  { path: '/$chain/block/$id', title: 'Block', load: () => import('./block.tsx') },
  { path: '/$chain/tx/$id', title: 'Transaction', load: () => import('./tx.tsx') },
  { path: '/$chain/address/$id', title: 'Address', load: () => import('./address.tsx') },
]

void start({ base: '/explorer', Frame: ExplorerFrame, pages })
