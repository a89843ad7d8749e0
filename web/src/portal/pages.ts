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
import type { PageRow } from '../app/pages.ts'

/** Every page of the portal, in the order of its navigation. */
export const pages: readonly PageRow[] = [
  { path: '/', title: 'Overview', icon: IconHome, load: () => import('./overview/page.tsx') },
  { path: '/trade', title: 'Trade', icon: IconArrowsDownUp, load: null },
  { path: '/supply', title: 'Supply', icon: IconCirclePlus, load: null },
  { path: '/transfers', title: 'Transfers', icon: IconArrowsExchange, load: null },
  { path: '/approvals', title: 'Approvals', icon: IconUsers, act: 'requests.read', load: null },
  { path: '/orders', title: 'Orders and trades', icon: IconList, load: null },
  { path: '/rails', title: 'Rails and payments', icon: IconRoute, load: null },
  { path: '/statements', title: 'Statements', icon: IconFileText, load: null },
  { path: '/addresses', title: 'Addresses and accounts', icon: IconMapPin, line: true, load: null },
  { path: '/developers', title: 'Developers', icon: IconCode, load: null },
  { path: '/people', title: 'People', icon: IconUsersGroup, load: null },
  { path: '/company', title: 'Company', icon: IconBuilding, load: null },
]
