import { z } from 'zod'
import { instant, isoTime, uuid } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { listOf, paged } from '../web-api/pages.ts'

// The audit log: search, verification, export.

const seq = z.string().meta({ description: 'The position in the chain, a whole number as a string.' })

const entry = z.object({
  seq,
  at: isoTime,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  detail: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  names: z
    .array(
      z.object({
        id: uuid,
        name: z.string(),
        path: z.string().nullable().meta({ description: 'Its page in the console, if you may read it.' }),
      }),
    )
    .meta({
      description: 'What the ids in the entry stand for today: people, institutions, and items that you may read.',
    }),
  login: z.string().meta({ description: 'The login of the database connection.' }),
  session: z.string().meta({ description: 'The session of the database connection, as %c of PostgreSQL’s log.' }),
  hash: z.string(),
})

/** An actor may contain an id of ours: `person:01a1…`. */
const withIds = z
  .string()
  .max(200)
  .overwrite((text) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, (id) => id.toLowerCase()))

export const auditSearchCall = peopleCall({
  name: 'auditSearch',
  where: 'console',
  method: 'GET',
  path: '/audit',
  act: 'audit.read',
  tag: 'Audit',
  summary: 'Search the audit log',
  description: 'Entries that match all filters, newest first.',
  request: z.strictObject({
    by: z.enum(['people', 'service']).optional().meta({
      description: 'Only entries of people and keys, or only those that the service wrote by itself.',
    }),
    actor: withIds.optional(),
    action: z.string().max(100).optional(),
    subject: withIds.optional(),
    person: z
      .string()
      .trim()
      .min(1)
      .max(254)
      .optional()
      .meta({ description: 'By or about this person: an email, an id, or a part of the name.' }),
    institution: z
      .string()
      .trim()
      .min(1)
      .max(140)
      .optional()
      .meta({ description: 'About this institution, or by its people: an id, or a part of the name.' }),
    from: instant.optional(),
    to: instant.optional(),
    ...paged,
  }),
  response: listOf(entry),
  errors: ['invalid_cursor'],
})

export const auditVerifyCall = peopleCall({
  name: 'auditVerify',
  where: 'console',
  method: 'POST',
  path: '/audit/verify',
  act: 'audit.read',
  tag: 'Audit',
  summary: 'Verify the audit log',
  description:
    'Recomputes the chain and checks the signed heads in the database. `specie audit verify` checks heads that were stored elsewhere.',
  request: z.strictObject({}),
  response: z.object({
    ok: z.boolean(),
    entries: seq.nullable().meta({ description: 'Their number; null if the chain is broken.' }),
    fault: z.object({ seq, message: z.string() }).nullable(),
    signed_heads: z.int(),
    bad_heads: z.array(z.string()),
    key: z.string().nullable().meta({ description: 'The public key that signed the heads, in hex.' }),
  }),
  errors: [],
})

export const auditExportCall = peopleCall({
  name: 'auditExport',
  where: 'console',
  method: 'GET',
  path: '/audit/export',
  act: 'audit.read',
  tag: 'Audit',
  summary: 'Export the audit log',
  description: 'Entries in order, one line each, for `specie audit verify --chain`.',
  request: z.strictObject(paged),
  response: listOf(z.object({ seq, hash: z.string(), body: z.string() })),
  errors: ['invalid_cursor'],
})

export const auditCalls = [auditSearchCall, auditVerifyCall, auditExportCall] as const
