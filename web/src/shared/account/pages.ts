import type { PageRow } from '../../app/pages.ts'

/** Pages about the person, in portal and console. The service prints `/device` to command lines. */
export const accountPages: readonly PageRow[] = [
  { path: '/account', title: 'Your sign-in', load: () => import('./page.tsx') },
  { path: '/device', title: 'Sign in a command line', load: () => import('./device.tsx') },
]
