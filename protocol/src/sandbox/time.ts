import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { sandboxCall } from './call.ts'
import { none } from './fields.ts'

const view = { settlement: isoTime, wall: isoTime, speed: z.number() }
const progress = {
  done: z.boolean().meta({ description: 'The time has passed, and everything due is done.' }),
  remaining: z.int().meta({ description: 'The remaining seconds. Send them again.' }),
}

/** A month; call again for more. */
const longest = 31 * 24 * 3600

export const clock = sandboxCall({
  name: 'clock',
  method: 'GET',
  path: '/clock',
  tag: 'Time',
  summary: 'The two clocks',
  description: 'Settlement time, which the sandbox moves, and wall time, which nonces, rates and signatures use.',
  request: none,
  response: z.object(view),
  errors: [],
})

export const advanceClock = sandboxCall({
  name: 'advanceClock',
  method: 'POST',
  path: '/clock/advance',
  tag: 'Time',
  summary: 'Advance settlement time',
  description:
    'Every timer that falls due runs, in order, and the chains make blocks. It answers when all of that is done, or after fifty seconds with the remainder.',
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
  summary: 'Reset settlement time to wall time',
  description: 'Past events are not undone.',
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
  description: 'Every situation that UAT can produce, with its call. Replace the words in braces.',
  request: none,
  response: z.object({
    scenarios: z.array(
      z.object({
        of: z.string().meta({ description: 'A state machine, a counterpart, `calls`, `chains`, `clock` or `list`.' }),
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
