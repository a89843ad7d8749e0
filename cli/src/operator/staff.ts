import { listStaff, removeStaff, suspendStaff } from '@specie/protocol/console/staff.ts'
import { overConsole } from './over-console.ts'
import { listed } from '../show.ts'

// Invitations, roles and links are made in the console only. A token cannot make them.

const change = { words: { PERSON: 'id', 'WHY…': 'reason' } } as const

export const staffList = overConsole(listStaff, {
  does: 'list staff and their roles',
  show: listed('id', 'state', 'roles', 'last_seen_at', 'email', 'name'),
})

export const staffSuspend = overConsole(suspendStaff, {
  ...change,
  does: 'suspend a member of staff at once, which ends all sessions and tokens',
  show: () => 'Suspended.',
})

export const staffRemove = overConsole(removeStaff, {
  ...change,
  does: 'remove a member of staff permanently',
  show: () => 'Removed.',
})
