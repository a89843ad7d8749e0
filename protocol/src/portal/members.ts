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
import { done, email, id, memberRoles, personName, reason } from '../web-api/fields.ts'
import { peopleCall } from '../web-api/call.ts'

const portal = { where: 'portal', method: 'POST', tag: 'Members', act: 'members.edit' } as const

export const listMembers = peopleCall({
  ...portal,
  name: 'listMembers',
  method: 'GET',
  act: 'members.read',
  path: '/members',
  summary: 'The people of the institution',
  description: 'Without removed people.',
  request: z.strictObject({}),
  response: listResponse,
  errors: [],
})

export const inviteMember = peopleCall({
  ...portal,
  name: 'inviteMember',
  path: '/members/invite',
  summary: 'Invite a person',
  description:
    'The link works for seven days. While the institution requires a second approver for any action, `approver` is granted when the person has accepted and an approver has approved the role.',
  request: z.strictObject({ email, name: personName, roles: memberRoles }),
  response: linkResponse.extend({ id, approval: approvalId }),
  errors: [],
})

export const setMemberRoles = peopleCall({
  ...portal,
  name: 'setMemberRoles',
  path: '/members/{id}/roles',
  summary: 'Grant and revoke roles',
  description:
    'The complete list from now on. The sessions of the person end. While the institution requires a second approver for any action, `approver` is granted when an approver has approved it.',
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
    'A new invitation for a person who has not accepted, or a recovery link, which works for one hour, for a person who has lost every factor. While the institution requires a second approver for any action, an approver is removed and invited again instead, and another approver approves the role.',
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

export const memberCalls = [
  listMembers,
  inviteMember,
  setMemberRoles,
  linkMember,
  suspendMember,
  reinstateMember,
  removeMember,
] as const
