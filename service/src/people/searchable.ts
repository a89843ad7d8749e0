import { type ApprovalKind, approvalKinds, kindsReadBy } from '@specie/protocol/people/approvals/approvals.ts'
import { exact, type Found, prefix, searchable } from '../base/searchable.ts'

type Request = Found & { kind: ApprovalKind; reason: string }
type Somebody = Found & { name: string; email: string }

const requestColumns = 'id, institution_id, kind, reason'
const requestTitle = ({ kind, reason }: Request): string => `${approvalKinds[kind].does}: ${reason}`

const personColumns = 'id, institution_id, name, email'
const byPerson = [exact('email', (text) => (text.includes('@') ? text.toLowerCase() : null)), prefix('lower(name)')]
const personTitle = ({ name, email }: Somebody): string => `${name}, ${email}`

/** Requests are decided on by their own side, and are none on the other. */
export const searchablePeople = [
  searchable<Request>({
    kind: 'approval',
    only: 'console',
    columns: requestColumns,
    from: 'people.approval where institution_id is null',
    id: 'uuid',
    fields: [],
    title: requestTitle,
    mayRead: ({ kind }, roles) => kindsReadBy(roles).includes(kind),
  }),
  searchable<Request>({
    kind: 'approval',
    only: 'portal',
    columns: requestColumns,
    from: 'people.approval',
    id: 'uuid',
    fields: [],
    title: requestTitle,
  }),
  searchable<Somebody>({
    kind: 'member',
    columns: personColumns,
    from: `directory.person where state <> 'removed' and institution_id is not null`,
    id: 'uuid',
    fields: byPerson,
    title: personTitle,
  }),
  searchable<Somebody>({
    kind: 'staff',
    only: 'console',
    columns: personColumns,
    from: `directory.person where state <> 'removed' and institution_id is null`,
    id: 'uuid',
    fields: byPerson,
    title: personTitle,
  }),
]
