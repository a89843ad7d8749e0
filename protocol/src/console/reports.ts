import { z } from 'zod'
import { uuid } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { reportNames } from './report-names.ts'

// Reports from the books, for supervisors and auditors.

const request = z.strictObject({
  report: z.enum(reportNames),
  period: z
    .string()
    .max(10)
    .optional()
    .meta({
      description:
        'A day (2026-11-18), month (2026-11) or quarter (2026-Q4), as the report needs it; by default the current one.',
      examples: ['2026-11-18'],
    }),
})

const common = {
  where: 'console',
  method: 'GET',
  act: 'reports.read',
  tag: 'Reports',
  errors: [],
} as const

export const reportCall = peopleCall({
  ...common,
  name: 'report',
  path: '/reports/{report}',
  summary: 'Show a report',
  description: 'The figures of a report as tables. Long tables show their first rows; the file has all of them.',
  request,
  response: z.object({
    report: z.enum(reportNames),
    title: z.string(),
    period: z.string(),
    is_final: z.boolean().meta({ description: 'False while the period has not ended, or is not read completely.' }),
    notes: z.array(z.string()),
    checks: z.array(z.object({ what: z.string(), ok: z.boolean(), detail: z.string() })),
    tables: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        columns: z.array(z.string()),
        rows: z.array(z.array(z.string())),
        total: z.int().meta({ description: 'The number of its rows in the file.' }),
      }),
    ),
    files: z.array(z.string()).meta({ description: 'The files in the download.' }),
  }),
})

export const reportFileCall = peopleCall({
  ...common,
  name: 'reportFile',
  path: '/reports/{report}/file',
  summary: 'Download a report',
  description:
    'A zip with a CSV file for each table, documents, and sources.csv, which names the source of every figure. The audit log records the download with its hash.',
  request,
  response: z.object({}),
  download: true,
})

export const suspicionDraftCall = peopleCall({
  where: 'console',
  method: 'GET',
  act: 'suspicion.draft',
  tag: 'Reports',
  name: 'suspicionDraft',
  path: '/suspicions/{id}/draft',
  summary: 'Draft a report about a suspicion',
  description:
    'A zip with a draft in the structure of goAML 4.0 about an institution and the items of some of its holds, for the officer to complete and file. The service sends and stores nothing. The audit log records the draft with its hash.',
  request: z.strictObject({
    id: uuid.meta({ description: 'The institution.' }),
    holds: z
      .string()
      .max(2_000)
      .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/, 'ids of holds, separated by commas')
      .optional()
      .meta({
        description: 'Ids of holds, separated by commas. Without them the draft is about the institution alone.',
      }),
  }),
  response: z.object({}),
  download: true,
  errors: ['not_found'],
})

export const reportCalls = [reportCall, reportFileCall, suspicionDraftCall] as const
