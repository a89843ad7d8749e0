import type { PageRow } from '../../app/pages.ts'

/** Pages of portal and console before the sign-in. */
export const signInPages: readonly PageRow[] = [
  { path: '/sign-in', title: 'Sign in', load: () => import('./sign-in.tsx') },
  { path: '/link', title: 'Invitation', load: () => import('./link.tsx') },
]
