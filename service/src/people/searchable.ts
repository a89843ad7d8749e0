import { type ApprovalKind, approvalKinds } from '@specie/protocol/people/approvals.ts'
import { exact, type Found, prefix, searchable } from '../base/searchable.ts'

type Request = Found & { kind: ApprovalKind; reason: string }
type Somebody = Found & { name: string; email: string }

const requests = 'select id, institution_id, kind, reason from people.approval'
const requestTitle = ({ kind, reason }: Request): string => `${approvalKinds[kind].does}: ${reason}`

const persons = `select id, institution_id, name, email from people.person where state <> 'removed'`
const byPerson = [exact('email', (text) => (text.includes('@') ? text.toLowerCase() : null)), prefix('lower(name)')]
const personTitle = ({ name, email }: Somebody): string => `${name}, ${email}`

/** Requests are decided on by their own side, and are none on the other. */
export const searchablePeople = [
  searchable<Request>({
    kind: 'approval',
    only: 'console',
    select: `${requests} where institution_id is null`,
    id: 'uuid',
    fields: [],
    title: requestTitle,
  }),
  searchable<Request>({
    kind: 'approval',
    only: 'portal',
    select: requests,
    id: 'uuid',
    fields: [],
    title: requestTitle,
  }),
  searchable<Somebody>({
    kind: 'member',
    select: `${persons} and institution_id is not null`,
    id: 'uuid',
    fields: byPerson,
    title: personTitle,
  }),
  searchable<Somebody>({
    kind: 'staff',
    only: 'console',
    select: `${persons} and institution_id is null`,
    id: 'uuid',
    fields: byPerson,
    title: personTitle,
  }),
]
