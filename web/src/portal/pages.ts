import {
  IconArrowsDownUp,
  IconArrowsExchange,
  IconBuilding,
  IconCirclePlus,
  IconCode,
  IconFileText,
  IconHome,
  IconList,
  IconMapPin,
  IconRoute,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { accountPages } from '../account/pages.ts'
import type { PageRow } from '../app/pages.ts'

/** Every page of the portal, in the order of its navigation. */
export const pages: readonly PageRow[] = [
  { path: '/', title: 'Overview', icon: IconHome, load: () => import('./overview/page.tsx') },
  { path: '/trade', title: 'Trade', icon: IconArrowsDownUp, load: null },
  { path: '/supply', title: 'Supply', icon: IconCirclePlus, load: null },
  { path: '/transfers', title: 'Transfers', icon: IconArrowsExchange, load: null },
  { path: '/approvals', title: 'Approvals', icon: IconUsers, act: 'requests.read', load: () => import('./approvals/page.tsx') },
  { path: '/approvals/all', title: 'All approvals', load: () => import('./approvals/all.tsx') },
  { path: '/approvals/settings', title: 'What needs two people', load: () => import('./approvals/settings.tsx') },
  { path: '/approvals/$id', title: 'Approval', load: () => import('./approvals/detail.tsx') },
  { path: '/orders', title: 'Orders and trades', icon: IconList, load: null },
  { path: '/rails', title: 'Rails and payments', icon: IconRoute, load: null },
  { path: '/statements', title: 'Statements', icon: IconFileText, load: null },
  { path: '/addresses', title: 'Addresses and accounts', icon: IconMapPin, line: true, load: null },
  { path: '/developers', title: 'Developers', icon: IconCode, load: null },
  { path: '/people', title: 'People', icon: IconUsersGroup, act: 'members.read', load: () => import('./people/page.tsx') },
  { path: '/people/invite', title: 'Invite somebody', act: 'members.edit', load: () => import('./people/invite.tsx') },
  { path: '/people/$id', title: 'Person', load: () => import('./people/detail.tsx') },
  { path: '/company', title: 'Company', icon: IconBuilding, act: 'company.read', load: () => import('./company/page.tsx') },
  { path: '/company/application', title: 'Company data', load: () => import('./company/application/page.tsx') },
  { path: '/company/agreements', title: 'Agreements', load: () => import('./company/agreements/page.tsx') },
  { path: '/company/agreements/$id', title: 'Agreement', load: () => import('./company/agreements/detail.tsx') },
  { path: '/company/limits', title: 'Limits', load: () => import('./company/limits/page.tsx') },
  ...accountPages,
]
