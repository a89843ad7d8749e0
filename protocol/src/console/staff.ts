import { z } from 'zod'
import {
  approvalId,
  because,
  linkResponse,
  listResponse,
  onePerson,
  reinstate,
  remove,
  suspend,
} from '../web-api/persons.ts'
import { email, id, personName, reason, staffRoleList } from '../web-api/fields.ts'
import { peopleCall } from '../web-api/call.ts'

const staff = { where: 'console', method: 'POST', tag: 'Staff', act: 'staff.edit' } as const

export const listStaff = peopleCall({
  ...staff,
  name: 'listStaff',
  method: 'GET',
  act: 'staff.read',
  path: '/staff',
  summary: 'Staff and their roles',
  description: 'Without removed members.',
  request: z.strictObject({}),
  response: listResponse,
  errors: [],
})

export const inviteStaff = peopleCall({
  ...staff,
  name: 'inviteStaff',
  path: '/staff/invite',
  summary: 'Invite a member of staff',
  description:
    'The link works for seven days. All roles but support are given when the person has accepted and a second approver has approved. For any other role the link is made in two halves. You get the first half, and the second approver gets the second.',
  request: z.strictObject({ email, name: personName, roles: staffRoleList, reason }),
  response: linkResponse.extend({ id, approval: approvalId }),
  errors: [],
})

export const setStaffRoles = peopleCall({
  ...staff,
  name: 'setStaffRoles',
  path: '/staff/{id}/roles',
  summary: 'Grant and revoke roles',
  description: 'Roles are revoked at once. New roles other than support are granted when a second approver approves.',
  request: z.strictObject({ id, roles: staffRoleList, reason }),
  response: z.object({ approval: approvalId }),
  errors: ['not_found'],
})

export const linkStaff = peopleCall({
  ...staff,
  name: 'linkStaff',
  path: '/staff/{id}/link',
  summary: 'A new link',
  description:
    'A new invitation for a person who has not accepted, or a recovery link, which works for one hour, for a person who has lost every factor. For a role other than support the link is made in two halves. You get the first half, and the second approver gets the second.',
  request: because,
  response: linkResponse,
  errors: ['not_found'],
})

export const suspendStaff = peopleCall({
  ...staff,
  ...onePerson,
  ...suspend,
  act: 'staff.suspend',
  name: 'suspendStaff',
  path: '/staff/{id}/suspend',
})
export const reinstateStaff = peopleCall({
  ...staff,
  ...onePerson,
  ...reinstate,
  name: 'reinstateStaff',
  path: '/staff/{id}/reinstate',
})
export const removeStaff = peopleCall({
  ...staff,
  ...onePerson,
  ...remove,
  act: 'staff.suspend',
  name: 'removeStaff',
  path: '/staff/{id}/remove',
})

export const staffCalls = [
  listStaff,
  inviteStaff,
  setStaffRoles,
  linkStaff,
  suspendStaff,
  reinstateStaff,
  removeStaff,
] as const
