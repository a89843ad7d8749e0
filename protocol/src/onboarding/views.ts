import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import {
  channels,
  documentKinds,
  documentTypes,
  entityDraft,
  personFields,
  personRoles,
  requirement,
  riskClasses,
} from './kyb.ts'
import { stepCodes } from './steps.ts'

// A KYB case as the institution sees it, and as staff do.

export const state = z.enum(statesOf(machines.kyb_case))

const personData = z.object({ ...personFields.omit({ roles: true }).shape }).nullable()

/** What an institution and our staff do next, with the people who can act. */
export const nextSteps = {
  steps: z
    .array(z.object({ code: z.enum(stepCodes), by: z.enum(['institution', 'staff']), done: z.boolean() }))
    .meta({
      description: 'In order; the first step that is not done waits for `by`. Empty for a stopped institution.',
    }),
  people: z
    .object({ traders: z.array(z.string()), approvers: z.array(z.string()) })
    .meta({ description: 'The people who can trade and who can decide on requests, by name.' }),
}

const shared = {
  institutionid: z.string(),
  name: z.string(),
  state,
  entity: entityDraft,
  persons: z.array(
    z.object({
      id: z.string(),
      roles: z.array(z.enum(personRoles)),
      data: personData.meta({ description: 'Null once it was erased.' }),
    }),
  ),
  documents: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(documentKinds),
      person_id: z.string().nullable(),
      name: z.string().nullable().meta({ description: 'Null once it was erased.' }),
      content_type: z.enum(documentTypes),
      bytes: z.number(),
      sha256: z.string(),
      expires_on: z.string().nullable(),
      created_at: isoTime,
      uploaded_by: z.string().nullable().meta({ description: 'The name of the person; null means not a person.' }),
      same_as: z.string().nullable().meta({ description: 'An earlier document of the case with the same content.' }),
    }),
  ),
  requests: z.array(
    z.object({
      id: z.string(),
      question: z.string().nullable(),
      answer: z.string().nullable(),
      asked_at: isoTime,
      due_at: isoTime,
      answered_at: isoTime.nullable(),
    }),
  ),
  requirements: z.array(requirement),
  ...nextSteps,
  submitted_at: isoTime.nullable(),
  review: z.object({
    due_at: isoTime.nullable(),
    deadline: isoTime.nullable().meta({ description: 'The institution keeps its access until then.' }),
    confirmed_at: isoTime.nullable(),
  }),
}

export const companyView = z.object(shared)
export type CompanyView = z.infer<typeof companyView>

const riskView = z.object({
  score: z.number(),
  class: z.enum(riskClasses),
  edd: z.boolean(),
  parts: z.array(
    z.object({ factor: z.string(), value: z.string(), risk: z.number(), weight: z.number(), points: z.number() }),
  ),
  reasons: z.array(z.string()),
})

const screened = z.object({
  at: isoTime,
  lists: z
    .array(z.object({ list: z.string(), effect: z.string(), entries: z.number(), changed_at: isoTime }))
    .meta({ description: 'The lists at that time, with the number of entries and the latest change.' }),
  names: z.array(
    z.object({
      subject: z.string(),
      part: z.string().meta({ description: '`legal_name`, `trading_name`, `name`, or `chain` for a company between.' }),
      name: z.string().nullable().meta({ description: 'Null once it was erased, removed or changed.' }),
      list: z.string().nullable().meta({ description: 'The list with a match; null means none.' }),
      score: z.number().nullable(),
    }),
  ),
})

export const kybView = z.object({
  ...shared,
  caseid: z.string(),
  channel: z.enum(channels),
  screening: z
    .array(z.object({ subject: z.string(), list: z.string(), effect: z.string(), score: z.number() }))
    .nullable(),
  screened: screened
    .nullable()
    .meta({ description: 'The last screening; null means none, or from before it was recorded.' }),
  ticks: z
    .array(
      z.object({
        requirement: z.string().meta({ description: 'Its code, and the id of the person or request concerned.' }),
        at: isoTime,
        by: z.string().nullable().meta({ description: 'Their name.' }),
      }),
    )
    .meta({ description: 'The requirements that staff have checked, in their present form.' }),
  risk: riskView.nullable(),
  erased: z.boolean(),
  timeline: z.array(
    z.object({
      at: isoTime,
      what: z.string(),
      subject: z.string(),
      actor: z.string(),
      actor_name: z.string().nullable().meta({ description: 'Null means not a person.' }),
      why: z.string().nullable(),
    }),
  ),
})
export type KybView = z.infer<typeof kybView>
