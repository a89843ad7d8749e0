import {
  IconArrowsDownUp,
  IconArrowsExchange,
  IconArrowUp,
  IconBook,
  IconBuilding,
  IconBuildingBank,
  IconCheck,
  IconCirclePlus,
  IconEye,
  IconHierarchy2,
  IconInbox,
  IconList,
  IconRoute,
  IconServer,
  IconShield,
  IconUsersGroup,
} from '@tabler/icons-react'
import { accountPages } from '../account/pages.ts'
import type { PageRow } from '../app/pages.ts'

/** Every page of the console, in the order of its navigation. */
export const pages: readonly PageRow[] = [
  { path: '/', title: 'Queue', icon: IconInbox, load: null },
  { path: '/holds', title: 'Holds and screening', icon: IconShield, act: 'holds.read', load: null },
  { path: '/institutions', title: 'Institutions', icon: IconBuilding, act: 'institutions.read', load: null },
  { path: '/travel-rule', title: 'Travel Rule', icon: IconArrowsExchange, load: null },
  {
    path: '/approvals',
    title: 'Approvals',
    icon: IconCheck,
    act: 'approvals.read',
    load: () => import('./approvals/page.tsx'),
  },
  { path: '/approvals/$id', title: 'Approval', load: () => import('./approvals/detail.tsx') },
  { path: '/bank', title: 'Bank', icon: IconBuildingBank, act: 'bank.read', line: true, load: null },
  { path: '/payouts', title: 'Payouts', icon: IconArrowUp, act: 'bank.read', load: null },
  { path: '/chains', title: 'Chains', icon: IconHierarchy2, act: 'chains.read', load: null },
  { path: '/treasury', title: 'Treasury', icon: IconCirclePlus, load: null },
  { path: '/trading', title: 'Trading', icon: IconArrowsDownUp, load: null },
  { path: '/rails', title: 'Rails and provider', icon: IconRoute, load: null },
  { path: '/ledger', title: 'Ledger', icon: IconBook, load: null },
  { path: '/audit', title: 'Audit', icon: IconEye, act: 'audit.read', line: true, load: null },
  { path: '/lists', title: 'Lists', icon: IconList, load: null },
  { path: '/staff', title: 'Staff', icon: IconUsersGroup, act: 'staff.read', load: null },
  { path: '/system', title: 'System', icon: IconServer, load: null },
  ...accountPages,
]
