import { z } from 'zod'
import { environment, isoTime } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'

const part = z.object({
  name: z.string(),
  ok: z.boolean(),
  problem: z.string().nullable(),
  seen_at: isoTime.nullable().meta({ description: 'The time of its last data.' }),
})

export const systemCall = peopleCall({
  name: 'system',
  where: 'console',
  method: 'GET',
  path: '/system',
  act: 'system.read',
  tag: 'System',
  summary: 'The state of the service',
  description: 'Jobs, pending effects, versions, outside systems and the clocks.',
  request: z.strictObject({}),
  response: z.object({
    environment,
    ready: z.boolean().meta({ description: 'Whether the answering process is ready.' }),
    problem: z.string().nullable(),
    version: z.string(),
    schema: z.object({ migration: z.string(), at: isoTime }),
    database: z.string().meta({ description: 'The version of PostgreSQL.' }),
    clock: z.object({
      now: isoTime,
      settlement: isoTime,
      database_ahead_ms: z
        .number()
        .meta({ description: 'The clock difference between the database and this process.' }),
    }),
    jobs: z
      .array(z.object({ name: z.string(), holder: z.string(), takeovers: z.int() }))
      .meta({ description: 'The process that holds each exclusive task, and the number of changes.' }),
    processes: z
      .array(z.object({ address: z.string(), connections: z.int(), busy: z.int(), since: isoTime }))
      .meta({ description: 'The database connections of the service’s login, by address.' }),
    intents: z
      .array(z.object({ effect: z.string(), state: z.enum(['recorded', 'sent']), count: z.int(), oldest: isoTime }))
      .meta({ description: 'Outside effects with an unknown outcome, by kind.' }),
    outside: z.array(part).meta({ description: 'Chains, bank and provider.' }),
  }),
  errors: [],
})
