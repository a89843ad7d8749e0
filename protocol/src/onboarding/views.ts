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

// A KYB case as the institution sees it, and as staff do.

export const state = z.enum(statesOf(machines.kyb_case))

const personData = z.object({ ...personFields.omit({ roles: true }).shape }).nullable()

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

export const kybView = z.object({
  ...shared,
  caseid: z.string(),
  channel: z.enum(channels),
  screening: z
    .array(z.object({ subject: z.string(), list: z.string(), effect: z.string(), score: z.number() }))
    .nullable(),
  risk: riskView.nullable(),
  erased: z.boolean(),
  timeline: z.array(
    z.object({
      at: isoTime,
      what: z.string(),
      subject: z.string(),
      actor: z.string(),
      actor_name: z.string().nullable().meta({ description: 'Null: not a person.' }),
      why: z.string().nullable(),
    }),
  ),
})
export type KybView = z.infer<typeof kybView>
