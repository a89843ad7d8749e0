import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { sandboxCall } from './call.ts'
import { none } from './fields.ts'

const view = { settlement: isoTime, wall: isoTime, speed: z.number() }
const progress = {
  done: z.boolean().meta({ description: 'The time has passed, and everything that fell due is done.' }),
  remaining: z.int().meta({ description: 'Seconds that are left: send them again.' }),
}

/** A month; for more, call again. */
const longest = 31 * 24 * 3600

export const clock = sandboxCall({
  name: 'clock',
  method: 'GET',
  path: '/clock',
  tag: 'Time',
  summary: 'The two clocks',
  description: 'Settlement time, which the sandbox moves, and wall time, on which nonces, rates and signatures stay.',
  request: none,
  response: z.object(view),
  errors: [],
})

export const advanceClock = sandboxCall({
  name: 'advanceClock',
  method: 'POST',
  path: '/clock/advance',
  tag: 'Time',
  summary: 'Let settlement time pass',
  description:
    'Every timer that falls due goes off, in its order, and the chains make blocks. It answers when all of that is done, or after fifty seconds with what is left.',
  request: z.strictObject({
    seconds: z
      .int()
      .min(0)
      .max(longest)
      .meta({ description: 'At most 31 days; for more, call again.', examples: [10_800] }),
  }),
  response: z.object({ ...view, ...progress }),
  errors: [],
})

export const resetClock = sandboxCall({
  name: 'resetClock',
  method: 'POST',
  path: '/clock/reset',
  tag: 'Time',
  summary: 'Settlement time is wall time again',
  description: 'Nothing that has happened is undone.',
  request: none,
  response: z.object({ ...view, ...progress }),
  errors: [],
})

export const scenarios = sandboxCall({
  name: 'scenarios',
  method: 'GET',
  path: '/scenarios',
  tag: 'Time',
  summary: 'How to reach every state',
  description:
    'Every situation that UAT can produce, with the call that produces it. Words in braces are yours to fill in.',
  request: none,
  response: z.object({
    scenarios: z.array(
      z.object({
        of: z.string().meta({ description: 'A state machine, a counterpart, `calls`, `chains` or `clock`.' }),
        state: z.string().nullable().meta({ description: 'The status that clients see.' }),
        wanted: z.string(),
        how: z
          .union([z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }), z.string()])
          .meta({ description: 'A call, or an instruction.' }),
      }),
    ),
  }),
  errors: [],
})
