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
  {
    path: '/addresses',
    title: 'Destinations',
    icon: IconMapPin,
    line: true,
    load: () => import('./addresses/page.tsx'),
  },
  { path: '/addresses/new', title: 'New address', load: () => import('./addresses/new-address.tsx') },
  { path: '/addresses/$id', title: 'Address', load: () => import('./addresses/address.tsx') },
  { path: '/addresses/bank-accounts', title: 'Bank accounts', load: () => import('./bank-accounts/page.tsx') },
  {
    path: '/addresses/bank-accounts/new',
    title: 'New bank account',
    load: () => import('./bank-accounts/new-account.tsx'),
  },
  { path: '/developers', title: 'Developers', icon: IconCode, load: () => import('./developers/page.tsx') },
  { path: '/developers/new', title: 'New key', load: () => import('./developers/new-key.tsx') },
  { path: '/developers/signature', title: 'Signature tester', load: () => import('./developers/signature.tsx') },
  { path: '/developers/keys/$id', title: 'API key', load: () => import('./developers/key.tsx') },
  { path: '/people', title: 'People', icon: IconUsersGroup, load: null },
  { path: '/company', title: 'Company', icon: IconBuilding, load: null },
]
