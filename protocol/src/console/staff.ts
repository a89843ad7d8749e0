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
  description: 'Without those who were removed.',
  request: z.strictObject({}),
  response: listResponse,
  errors: [],
})

export const inviteStaff = peopleCall({
  ...staff,
  name: 'inviteStaff',
  path: '/staff/invite',
  summary: 'Invite somebody to the staff',
  description:
    'The link works for seven days. All roles but support are given when the person has accepted and a second person has approved. With one of them the link is made in two halves: you get the first, whoever approves it the second.',
  request: z.strictObject({ email, name: personName, roles: staffRoleList, reason }),
  response: linkResponse.extend({ id, approval: approvalId }),
  errors: [],
})

export const setStaffRoles = peopleCall({
  ...staff,
  name: 'setStaffRoles',
  path: '/staff/{id}/roles',
  summary: 'Give and take roles',
  description: 'Roles are taken at once. New ones other than support are given when a second person has approved.',
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
    'Invites again who has not accepted; lets back in, for one hour, who has lost every factor. For whoever has another role than support it is made in two halves: you get the first, whoever approves it the second.',
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
