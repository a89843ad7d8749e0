import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason } from '../web-api/fields.ts'
import { listOf } from '../web-api/pages.ts'

// Switches, for staff. One person pulls one at once; two people lift it (approvals: switch.lift, for a pair pair.resume).

const common = { where: 'console', tag: 'Switches' } as const
const what = z
  .string()
  .max(40)
  .meta({ description: 'The name of the switch.', examples: ['withdraw:CHF'] })

export const switchesCall = peopleCall({
  ...common,
  name: 'switches',
  method: 'GET',
  path: '/switches',
  act: 'switches.read',
  summary: 'Switches',
  description: 'Everything that can be stopped, what it stops, and who has pulled it.',
  request: z.strictObject({}),
  response: listOf(
    z.object({
      what,
      title: z.string(),
      effect: z.string().meta({ description: 'What it stops, and what happens to what is under way.' }),
      pulled: z
        .object({
          reason: z.string(),
          actor: z.string().nullable().meta({ description: 'Null for a pair.' }),
          since: isoTime,
        })
        .nullable(),
    }),
  ),
  errors: [],
})

export const pullSwitchCall = peopleCall({
  ...common,
  name: 'pullSwitch',
  method: 'POST',
  path: '/switches/pull',
  act: 'switches.pull',
  summary: 'Pull a switch',
  description:
    'Effective at once, in every process: once this call is answered, nothing of this kind begins. Two people lift it (`switch.lift`, for a pair `pair.resume`).',
  request: z.strictObject({ what, reason }),
  response: z.object({
    what: z.string(),
    changed: z.boolean().meta({ description: '`false`: it was pulled already, and the first reason stays.' }),
  }),
  errors: [],
})

export const switchCalls = [switchesCall, pullSwitchCall] as const
