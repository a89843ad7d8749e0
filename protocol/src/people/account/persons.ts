import { z } from 'zod'
import { isoTime } from '../../fields.ts'
import { peopleCall } from '../call.ts'
import { done, email, id, listed, memberRoles, personName, personView, reason, staffRoleList } from '../fields.ts'

// The people of an institution (portal), and staff (console): the same calls with the roles of their side.

const personInList = z.object({ ...personView, created_at: isoTime, last_seen_at: isoTime.nullable() })
const listResponse = z.object({ items: z.array(personInList), ...listed })
const link = z.string().meta({ description: 'A link that works once. It is shown only now; hand it to the person.' })
const linkResponse = z.object({ link, expires_at: isoTime })
const approvalId = id
  .nullable()
  .meta({ description: 'The request of the roles that need a second person; null: none.' })
const because = z.strictObject({ id, reason })

const portal = { where: 'portal', method: 'POST', tag: 'Members', act: 'members.edit' } as const
const console = { where: 'console', method: 'POST', tag: 'Staff', act: 'staff.edit' } as const

const suspend = { summary: 'Suspend', description: 'At once: all sessions and tokens of the person end.' }
const reinstate = { summary: 'Reinstate', description: 'The person can sign in again.' }
const remove = { summary: 'Remove', description: 'For good. The email can be invited again.' }
const onePerson = { request: because, response: done, errors: ['not_found'] } as const

export const listMembers = peopleCall({
  ...portal,
  name: 'listMembers',
  method: 'GET',
  act: 'members.read',
  path: '/members',
  summary: 'The people of the institution',
  description: 'Without those who were removed.',
  request: z.strictObject({}),
  response: listResponse,
  errors: [],
})

export const inviteMember = peopleCall({
  ...portal,
  name: 'inviteMember',
  path: '/members/invite',
  summary: 'Invite somebody',
  description:
    'The link works for seven days. While the institution asks a second person for anything, `approver` is given when the person has accepted and an approver has agreed.',
  request: z.strictObject({ email, name: personName, roles: memberRoles }),
  response: linkResponse.extend({ id, approval: approvalId }),
  errors: [],
})

export const setMemberRoles = peopleCall({
  ...portal,
  name: 'setMemberRoles',
  path: '/members/{id}/roles',
  summary: 'Give and take roles',
  description:
    'Exactly these from now on. The sessions of the person end. While the institution asks a second person for anything, `approver` is given when an approver has agreed.',
  request: z.strictObject({ id, roles: memberRoles, reason }),
  response: done.extend({ approval: approvalId }),
  errors: ['not_found', 'approval_refused'],
})

export const linkMember = peopleCall({
  ...portal,
  name: 'linkMember',
  path: '/members/{id}/link',
  summary: 'A new link',
  description:
    'Invites again who has not accepted; lets back in, for one hour, who has lost every factor. While the institution asks a second person for anything, an approver is removed and invited again instead, and another approver agrees to the role.',
  request: because,
  response: linkResponse,
  errors: ['not_found'],
})

export const suspendMember = peopleCall({
  ...portal,
  ...onePerson,
  ...suspend,
  act: 'members.suspend',
  name: 'suspendMember',
  path: '/members/{id}/suspend',
})
export const reinstateMember = peopleCall({
  ...portal,
  ...onePerson,
  ...reinstate,
  name: 'reinstateMember',
  path: '/members/{id}/reinstate',
})
export const removeMember = peopleCall({
  ...portal,
  ...onePerson,
  ...remove,
  act: 'members.suspend',
  name: 'removeMember',
  path: '/members/{id}/remove',
})

export const institutionMember = peopleCall({
  where: 'console',
  method: 'GET',
  tag: 'Members',
  act: 'institutions.read',
  name: 'institutionMember',
  path: '/members/{id}',
  summary: 'A person of an institution',
  description:
    'Administrators of the institution change people and their roles. Where no approver is left who could agree to another one, two of the staff give the role (`/members/approver`).',
  request: z.strictObject({ id }),
  response: personInList.extend({ institutionid: z.string(), institution: z.string() }),
  errors: ['not_found'],
})

export const listStaff = peopleCall({
  ...console,
  name: 'listStaff',
  method: 'GET',
  act: 'staff.read',
  path: '/staff',
  summary: 'Staff and their roles',
  description: 'Without those who were removed.',
  request: z.strictObject({}),
  response: listResponse,
  errors: [],
})

export const inviteStaff = peopleCall({
  ...console,
  name: 'inviteStaff',
  path: '/staff/invite',
  summary: 'Invite somebody to the staff',
  description:
    'The link works for seven days. Roles that decide on requests of others (operations, treasury, mlro, admin) are given when the person has accepted and a second person has approved.',
  request: z.strictObject({ email, name: personName, roles: staffRoleList, reason }),
  response: linkResponse.extend({ id, approval: approvalId }),
  errors: [],
})

export const setStaffRoles = peopleCall({
  ...console,
  name: 'setStaffRoles',
  path: '/staff/{id}/roles',
  summary: 'Give and take roles',
  description:
    'Roles are taken at once. New ones that decide on requests of others are given when a second person has approved.',
  request: z.strictObject({ id, roles: staffRoleList, reason }),
  response: z.object({ approval: approvalId }),
  errors: ['not_found'],
})

export const linkStaff = peopleCall({
  ...console,
  name: 'linkStaff',
  path: '/staff/{id}/link',
  summary: 'A new link',
  description:
    'Invites again who has not accepted; lets back in, for one hour, who has lost every factor. Whoever decides on requests of others is removed and invited again instead, which takes two people.',
  request: because,
  response: linkResponse,
  errors: ['not_found'],
})

export const suspendStaff = peopleCall({
  ...console,
  ...onePerson,
  ...suspend,
  act: 'staff.suspend',
  name: 'suspendStaff',
  path: '/staff/{id}/suspend',
})
export const reinstateStaff = peopleCall({
  ...console,
  ...onePerson,
  ...reinstate,
  name: 'reinstateStaff',
  path: '/staff/{id}/reinstate',
})
export const removeStaff = peopleCall({
  ...console,
  ...onePerson,
  ...remove,
  act: 'staff.suspend',
  name: 'removeStaff',
  path: '/staff/{id}/remove',
})

export const personCalls = [
  listMembers,
  inviteMember,
  setMemberRoles,
  linkMember,
  suspendMember,
  reinstateMember,
  removeMember,
  institutionMember,
  listStaff,
  inviteStaff,
  setStaffRoles,
  linkStaff,
  suspendStaff,
  reinstateStaff,
  removeStaff,
] as const
