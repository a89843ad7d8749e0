import { z } from 'zod'
import { peopleCall } from '../web-api/call.ts'
import { done, id } from '../web-api/fields.ts'
import { because, linkResponse, listResponse, onePerson, personInList } from '../web-api/persons.ts'

// The people of institutions, as staff see them.

const members = { where: 'console', method: 'POST', tag: 'Members' } as const

export const institutionPeople = peopleCall({
  ...members,
  method: 'GET',
  act: 'institutions.read',
  name: 'institutionPeople',
  path: '/institutions/{id}/people',
  summary: 'The people of an institution',
  description: 'Removed people are left out.',
  request: z.strictObject({ id }),
  response: listResponse,
  errors: ['not_found'],
})

export const institutionMember = peopleCall({
  ...members,
  method: 'GET',
  act: 'institutions.read',
  name: 'institutionMember',
  path: '/members/{id}',
  summary: 'A person of an institution',
  description:
    'Administrators of the institution change people and their roles. If no approver is left who could agree to another one, two members of staff give the role (`/members/approver`).',
  request: z.strictObject({ id }),
  response: personInList.extend({ institutionid: z.string(), institution: z.string() }),
  errors: ['not_found'],
})

export const linkInstitutionMember = peopleCall({
  ...members,
  act: 'institutions.recover',
  name: 'linkInstitutionMember',
  path: '/members/{id}/link',
  summary: 'Invite the first administrator again',
  description:
    'A new invitation link for a person who has not accepted, while the institution has no active administrator. Earlier links stop working. Afterwards its administrators invite its people.',
  request: because,
  response: linkResponse,
  errors: ['not_found'],
})

export const recoverInstitutionMember = peopleCall({
  ...members,
  act: 'institutions.recover',
  name: 'recoverInstitutionMember',
  path: '/members/{id}/recover',
  summary: 'Request a sign-in reset for a person',
  description:
    'For a person who has lost every factor, even the only administrator. You get the first half of a link, and the person who approves it gets the second half. The link works from 24 hours after the approval, for three days. It ends early if the person signs in.',
  request: because,
  response: linkResponse,
  errors: ['not_found', 'approval_refused'],
})

export const endInstitutionMemberSessions = peopleCall({
  ...members,
  ...onePerson,
  act: 'institutions.end_sessions',
  name: 'endInstitutionMemberSessions',
  path: '/members/{id}/end-sessions',
  summary: 'End all sessions of a person',
  description: 'At once, with all tokens. The person can sign in again.',
  response: done.extend({ ended: z.int() }),
})

export const memberCallsOfStaff = [
  institutionPeople,
  institutionMember,
  linkInstitutionMember,
  recoverInstitutionMember,
  endInstitutionMemberSessions,
] as const
