import { type ApprovalKind, approvalKinds, kindsReadBy } from '@specie/protocol/people/approvals/approvals.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { sides } from '@specie/protocol/people/roles.ts'
import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { type Found, searchable } from '../base/searchable.ts'
import { secondPersonFacts } from './approval/second-person-facts.ts'
import { giveApproverFacts, linkFacts, rolesFacts } from './person/facts.ts'
import { expireApprovals } from './approval/expire.ts'
import { chooseApproved, describeChoice, secondPersonPayload } from './approval/second-person.ts'
import { openApprovals } from './approval/staff-queue.ts'
import { describeGiveApprover, giveApprover } from './person/give-approver.ts'
import { assertGivable, describeRoles, giveRoles, memberRolesPayload, staffRolesPayload } from './person/give-roles.ts'
import { linkPurposes } from './person/link.ts'
import { describeLink, halvesPayload, makeLinkInHalves } from './person/link-in-halves.ts'
import { sessionKinds, sessionMethods } from './session/session.ts'

type Request = Found & { kind: ApprovalKind; reason: string }

const requestColumns = 'id, institution_id, kind, reason'
const requestTitle = ({ kind, reason }: Request): string => `${approvalKinds[kind].does}: ${reason}`

const link = { schema: halvesPayload, describe: describeLink, facts: linkFacts, execute: makeLinkInHalves }
const roles = { describe: describeRoles, facts: rolesFacts, execute: giveRoles, check: assertGivable }

/** Which person is this, and may they do this now? */
export const room: Room = {
  name: 'people',
  tables: {
    'people.approval': { ...byId, fixed: ['kind', 'institution_id', 'subject', 'payload', 'payload_hash', 'maker'] },
    // An attacker who could write one of these unnoticed could sign in as another person.
    'people.challenge': { key: ['value'], fixed: ['purpose', 'person_id', 'subject'], deletable: true },
    'people.device': { ...byId, fixed: ['device_hash', 'user_code', 'side'], deletable: true },
    'people.link': { ...byId, fixed: ['person_id', 'purpose', 'token_hash', 'usable_from'] },
    'people.passkey': {
      ...byId,
      excluded: ['counter', 'last_used_at'],
      fixed: ['person_id', 'credential_id', 'public_key'],
    },
    'people.password': { key: ['person_id'], deletable: true },
    'people.recovery_code': { key: ['person_id', 'hash'], deletable: true },
    'people.second_person': { key: ['institution_id', 'kind'] },
    'people.session': {
      ...byId,
      excluded: ['seen_at'],
      secret: ['token_hash'],
      fixed: ['person_id', 'token_hash', 'kind', 'created_at', 'expires_at'],
    },
    'people.totp': { key: ['person_id'], deletable: true },
  },
  topics: {
    people: 'person',
    'people.approval': 'approval',
    'people.challenge': null,
    'people.session': null,
  },
  unversioned: {
    'people.approval_facts': 'written once; the decision is on the payload',
    'people.approval_kind': 'compared with the code',
    'people.attempt': 'failed attempts of the last day',
    'people.rehearsal': 'no row of it is ever committed',
    'people.role': 'compared with the code',
    'people.role_conflict': 'compared with the code',
  },
  values: {
    'people.device': { side: sides },
    'people.link': { purpose: linkPurposes },
    'people.session': { kind: sessionKinds, method: sessionMethods },
  },
  unions: {
    'people.api_key': {
      comment: 'The API keys of institutions, which ask people to approve payments.',
      columns: ['id', 'institution_id', 'label'],
    },
  },
  jobs: [expireApprovals],
  // Requests belong to one side and are invisible on the other.
  searchable: [
    searchable<Request>({
      kind: 'approval',
      only: 'console',
      columns: requestColumns,
      from: 'people.approval where institution_id is null',
      id: 'uuid',
      fields: [],
      title: requestTitle,
      mayRead: ({ kind }, readerRoles) => kindsReadBy(readerRoles).includes(kind),
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
  ],
  staffQueue: [openApprovals],
  approvals: {
    'member.approver': { schema: memberRolesPayload, ...roles },
    'member.second_person': {
      schema: secondPersonPayload,
      describe: describeChoice,
      facts: secondPersonFacts,
      execute: chooseApproved,
    },
    'institution.approver': {
      ...payloads['institution.approver'],
      describe: describeGiveApprover,
      facts: giveApproverFacts,
      execute: giveApprover,
    },
    'staff.give_role': { schema: staffRolesPayload, ...roles },
    'staff.link': link,
    'institution.recovery': link,
  },
}
