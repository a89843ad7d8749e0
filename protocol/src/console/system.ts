import { z } from 'zod'
import { environment, isoTime } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'

const part = z.object({
  name: z.string(),
  ok: z.boolean(),
  problem: z.string().nullable(),
  seen_at: isoTime.nullable().meta({ description: 'The time of its last data.' }),
})

const job = z.object({
  name: z.string().meta({ description: 'Its room and what it does.', examples: ['banking.payouts'] }),
  state: z.enum(['in_order', 'failing', 'late', 'not_run']).meta({
    description: '`failing`: its last run failed; `late`: it should have run again by now.',
  }),
  every_ms: z.int().meta({ description: 'It runs at least this often.' }),
  runs: z.int(),
  failures: z.int(),
  last_at: isoTime.nullable().meta({ description: 'The end of its last run, written every few seconds.' }),
  took_ms: z.int().nullable().meta({ description: 'The duration of its last run.' }),
  failed_at: isoTime.nullable().meta({ description: 'The end of the last run that failed.' }),
  holder: z.string().nullable().meta({ description: 'The process that ran it last.' }),
  takeovers: z.int().meta({ description: 'How often another process has taken it over.' }),
})

export const systemCall = peopleCall({
  name: 'system',
  where: 'console',
  method: 'GET',
  path: '/system',
  act: 'system.read',
  tag: 'System',
  summary: 'The state of the service',
  description: 'Jobs with their last run, pending effects, versions, outside systems and the clocks.',
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
    jobs: z.array(job).meta({ description: 'The background jobs of all processes.' }),
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
