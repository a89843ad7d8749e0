import { z } from 'zod'
import { environment, isoTime } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'

const part = z.object({
  name: z.string(),
  ok: z.boolean(),
  problem: z.string().nullable(),
  seen_at: isoTime.nullable().meta({ description: 'When something last came from there.' }),
})

export const systemCall = peopleCall({
  name: 'system',
  where: 'console',
  method: 'GET',
  path: '/system',
  act: 'system.read',
  tag: 'System',
  summary: 'How the service is',
  description: 'Jobs, effects on their way, versions, the outside world and the clocks.',
  request: z.strictObject({}),
  response: z.object({
    environment,
    ready: z.boolean().meta({ description: 'Whether the process that answers is ready.' }),
    problem: z.string().nullable(),
    version: z.string(),
    schema: z.object({ migration: z.string(), at: isoTime }),
    database: z.string().meta({ description: 'The version of PostgreSQL.' }),
    clock: z.object({
      now: isoTime,
      settlement: isoTime,
      database_ahead_ms: z
        .number()
        .meta({ description: 'How far the clock of the database is ahead of this process.' }),
    }),
    jobs: z
      .array(z.object({ name: z.string(), holder: z.string(), takeovers: z.int() }))
      .meta({ description: 'Which process has each work that only one may do, and how often that has changed.' }),
    processes: z
      .array(z.object({ address: z.string(), connections: z.int(), busy: z.int(), since: isoTime }))
      .meta({ description: 'Whoever is connected to the database by the service’s login, by address.' }),
    intents: z
      .array(z.object({ effect: z.string(), state: z.enum(['recorded', 'sent']), count: z.int(), oldest: isoTime }))
      .meta({ description: 'Effects on the outside world whose outcome is not known yet, by kind.' }),
    outside: z.array(part).meta({ description: 'Chains, bank and provider.' }),
  }),
  errors: [],
})
