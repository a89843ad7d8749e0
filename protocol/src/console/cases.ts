import { z } from 'zod'
import { alertKinds, caseOutcomes } from '../cases.ts'
import { isoTime, uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { documentTypes, riskClasses } from '../onboarding/kyb.ts'
import { isPrintable } from '../text.ts'
import { peopleCall } from '../web-api/call.ts'
import { done, id, lines, reason } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'

// Cases of compliance. Two people decide one: `case.decide`.

/** The largest file of a case, in bytes. */
export const maxCaseFileBytes = 10 * 1024 * 1024

const named = z.object({ id: uuid, name: z.string() })
const state = z.enum(statesOf(machines.case))

const row = z.object({
  caseid: uuid,
  state,
  institution: named.nullable().meta({ description: 'Null: no institution is known, see `party`.' }),
  party: z.string().nullable(),
  risk: z
    .enum(riskClasses)
    .meta({ description: 'Of the institution when the case was opened; high if it is not known.' }),
  assignee: named.nullable(),
  alerts: z.int(),
  undecided: z.int().meta({ description: 'Holds, matches, exchanges and bank cases that wait for a decision.' }),
  due_at: isoTime.meta({ description: 'When it should be decided. Nothing happens by itself then.' }),
  is_overdue: z.boolean(),
  outcome: z.enum(caseOutcomes).nullable(),
  decided_at: isoTime.nullable(),
  created_at: isoTime,
})

const event = z.object({ at: isoTime, what: z.string(), actor: z.string(), why: z.string().nullable() })

const alert = z.object({
  key: z.string(),
  kind: z.enum(alertKinds),
  at: isoTime,
  text: z.string().meta({ description: 'Why it needs a look, in words.' }),
  is_open: z.boolean().meta({ description: 'It waits for a decision of its own.' }),
  path: z.string().nullable().meta({ description: 'Its page in the console.' }),
  item: z
    .object({ kind: z.string(), id: uuid, title: z.string(), path: z.string().nullable() })
    .nullable()
    .meta({ description: 'What it is about.' }),
})

const item = z.object({
  kind: z.string(),
  id: uuid,
  title: z.string(),
  path: z.string().nullable(),
  steps: z.array(event),
  journals: z.array(z.object({ id: z.string(), kind: z.string(), at: isoTime, path: z.string().nullable() })),
})

const request = z.object({
  id: uuid,
  outcome: z.enum(caseOutcomes),
  alerts: z.string(),
  state: z.string(),
  reason: z.string(),
  maker: z.string(),
  checker: z.string().nullable(),
  decision_reason: z.string().nullable(),
  created_at: isoTime,
  ended_at: isoTime,
})

export const caseView = row.extend({
  follows: uuid.nullable().meta({ description: 'The decided case of the same institution or party before this one.' }),
  signs: z
    .string()
    .meta({ description: 'The number of its alerts and the hash of their keys, as a decision signs them.' }),
  alerts_found: z.array(alert),
  items: z.array(item),
  notes: z.array(z.object({ id: uuid, at: isoTime, by: z.string(), text: z.string().nullable() })),
  documents: z.array(
    z.object({
      id: uuid,
      name: z.string().nullable(),
      content_type: z.enum(documentTypes),
      bytes: z.int(),
      sha256: z.string(),
      at: isoTime,
      by: z.string(),
    }),
  ),
  requests: z.array(request),
  timeline: z.array(event),
})

const common = { where: 'console', tag: 'Cases' } as const
const read = { ...common, method: 'GET', act: 'cases.read' } as const
const work = { ...common, method: 'POST', act: 'cases.work' } as const

export const casesCall = peopleCall({
  ...read,
  name: 'cases',
  path: '/cases',
  summary: 'Cases of compliance',
  description: 'Newest first, with the counts of all cases by state.',
  request: z.strictObject({
    state: state.optional(),
    institutionid: uuid.optional(),
    assigned: z.enum(['me', 'nobody']).optional(),
    overdue: z.enum(['true']).optional(),
    ...paged,
  }),
  response: listOf(row).extend({
    counts: z.object({
      by_state: z.array(z.object({ state, count: z.int() })),
      overdue: z.int(),
      unassigned: z.int(),
      oldest: isoTime.nullable().meta({ description: 'When the oldest open case was opened.' }),
    }),
  }),
  errors: ['invalid_cursor'],
})

export const caseCall = peopleCall({
  ...read,
  name: 'case',
  path: '/cases/{id}',
  summary: 'A case of compliance',
  description: 'Its alerts with their explanation, items with steps and journals, notes, files, requests and timeline.',
  request: z.strictObject({ id }),
  response: caseView,
  errors: ['not_found'],
})

export const assignCaseCall = peopleCall({
  ...work,
  name: 'assignCase',
  path: '/cases/{id}/assign',
  summary: 'Take or assign a case',
  description:
    'To a member of staff who may work on cases; without `personid` to yourself, with null it is unassigned.',
  request: z.strictObject({ id, personid: uuid.nullable().optional(), reason }),
  response: done,
  errors: ['bad_request', 'not_found'],
})

export const noteCaseCall = peopleCall({
  ...work,
  name: 'noteCase',
  path: '/cases/{id}/notes',
  summary: 'Write a note in a case',
  description: 'A note is stored encrypted and never changes.',
  request: z.strictObject({ id, text: lines(10_000, 'What was found, or asked, or concluded.') }),
  response: z.object({ id: uuid }),
  errors: ['bad_request', 'not_found'],
})

export const addCaseDocumentCall = peopleCall({
  ...work,
  name: 'addCaseDocument',
  path: '/cases/{id}/documents',
  summary: 'Add a file to a case',
  description: 'PDF, PNG or JPEG, at most 10 MB and 200 files. It is stored encrypted and never changes.',
  request: z.strictObject({
    id,
    name: z.string().trim().min(1).max(200).refine(isPrintable, 'printable characters only'),
  }),
  response: z.object({ id: uuid }),
  upload: { maxBytes: maxCaseFileBytes },
  errors: ['bad_request', 'not_found'],
})

export const caseDocumentCall = peopleCall({
  ...read,
  name: 'caseDocument',
  path: '/cases/{id}/documents/{file_id}',
  summary: 'Download a file of a case',
  description: 'The file as uploaded. Open it in a viewer that runs no scripts.',
  request: z.strictObject({ id, file_id: id }),
  response: z.object({}),
  download: true,
  errors: ['not_found'],
})

export const exportCaseCall = peopleCall({
  ...read,
  name: 'exportCase',
  path: '/cases/{id}/export',
  summary: 'Export a case',
  description:
    'A zip that verifies offline: the case as JSON and as a page, its files, the evidence of its decisions, its part of the audit chain, manifest.json with the hash of each file, and manifest.sig, the signature over it with the audit key.',
  request: z.strictObject({ id }),
  response: z.object({}),
  download: true,
  errors: ['not_found', 'service_unavailable'],
})

export const caseCalls = [
  casesCall,
  caseCall,
  assignCaseCall,
  noteCaseCall,
  addCaseDocumentCall,
  caseDocumentCall,
  exportCaseCall,
] as const
