import {
  inviteStaff,
  linkStaff,
  listStaff,
  reinstateStaff,
  removeStaff,
  setStaffRoles,
  suspendStaff,
} from '@specie/protocol/people/account/persons.ts'
import { waits } from './console.ts'
import { overConsole } from './over-console.ts'
import { listed } from '../show.ts'

const PERSON = 'id'
const change = { words: { PERSON, 'WHY…': 'reason' } } as const
type Made = { link: string; expires_at: string | null; link_approval: string | null }
const linkOf = ({ link, expires_at, link_approval }: Made) =>
  link_approval === null
    ? `The link works once, until ${expires_at}; hand it to the person alone:\n  ${link}`
    : `This is the first half of the link; hand it to the person alone:\n  ${link}\nThe second half, for whoever approves: ${waits(link_approval)}`
const asked = (approval: string | null) => (approval === null ? '' : `\nThe roles: ${waits(approval)}`)

export const staffList = overConsole(listStaff, {
  does: 'list staff and their roles',
  show: listed('id', 'state', 'roles', 'last_seen_at', 'email', 'name'),
})

export const staffInvite = overConsole(inviteStaff, {
  words: { EMAIL: 'email', 'WHY…': 'reason' },
  does: 'invite somebody to the staff; roles other than support are given when a second person approves',
  show: ({ approval, ...link }) => linkOf(link) + asked(approval),
})

export const staffRoles = overConsole(setStaffRoles, {
  words: { PERSON, ROLES: 'roles', 'WHY…': 'reason' },
  does: 'give and take roles: exactly these from now on',
  show: ({ approval }) => `Done.${asked(approval)}`,
})

export const staffLink = overConsole(linkStaff, {
  ...change,
  does: 'make a new link for who has not accepted, or has lost every factor',
  show: linkOf,
})

export const staffSuspend = overConsole(suspendStaff, {
  ...change,
  does: 'suspend somebody at once: sessions and tokens end',
  show: () => 'Suspended.',
})

export const staffReinstate = overConsole(reinstateStaff, {
  ...change,
  does: 'let somebody sign in again',
  show: () => 'Reinstated.',
})

export const staffRemove = overConsole(removeStaff, {
  ...change,
  does: 'remove somebody for good',
  show: () => 'Removed.',
})
