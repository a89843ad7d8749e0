import { z } from 'zod'
import { heldKinds, holdReasons, reviewReasons } from '../holds.ts'
import { isoTime, uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { peopleCall } from '../web-api/call.ts'
import { listOf, paged } from '../web-api/pages.ts'

// Holds: placed by one person or by screening, ended by two people (approvals-calls.ts: hold.decide).

const state = z.enum(statesOf(machines.hold))

/** What a hold applies to: `next mint`, or the id of a row. */
const target = z.union([
  z.enum(heldKinds.map((kind) => `next ${kind}` as const)),
  z.uuid(`the id of something, or next ${heldKinds.join(', next ')}`).toLowerCase(),
])

export const holdRequest = z.strictObject({ institutionid: uuid, on: target, reason: z.enum(reviewReasons) })

const personName = (who: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${who}, by name; null: nobody, or no person.` })

export const hold = z.object({
  holdid: uuid,
  institutionid: uuid,
  institution: z.string().meta({ description: 'Its name.' }),
  kind: z.enum(heldKinds).nullable(),
  on: z.string().meta({ description: 'The id of what is held; `next mint` and the like before there is one.' }),
  reason: z.enum(holdReasons),
  state,
  placed_by: z.string().meta({ description: 'An actor, as the audit log names it.' }),
  placed_by_name: personName('Who placed it'),
  automatic: z.boolean().meta({ description: 'Placed by screening, not by a person.' }),
  cause: uuid.nullable().meta({ description: 'The hold that this one came with; it is decided together with it.' }),
  maker: z.string().nullable().meta({ description: 'Who asked to end it.' }),
  maker_name: personName('Who asked to end it'),
  checker: z.string().nullable().meta({ description: 'Who approved that.' }),
  checker_name: personName('Who approved that'),
  created_at: isoTime,
  updated_at: isoTime,
})

const common = { where: 'console', tag: 'Holds' } as const

export const holdsCall = peopleCall({
  ...common,
  name: 'holds',
  method: 'GET',
  path: '/holds',
  act: 'holds.read',
  summary: 'Holds',
  description: 'Those of people and those of screening, the newest first.',
  request: z.strictObject({
    state: state.optional(),
    institutionid: uuid.optional(),
    kind: z.enum(heldKinds).optional(),
    reason: z.enum(holdReasons).optional(),
    ...paged,
  }),
  response: listOf(hold),
  errors: ['invalid_cursor'],
})

export const holdCall = peopleCall({
  ...common,
  name: 'hold',
  method: 'GET',
  path: '/holds/{id}',
  act: 'holds.read',
  summary: 'One hold',
  description: 'What it applies to, and who placed and ended it.',
  request: z.strictObject({ id: uuid }),
  response: hold,
  errors: ['not_found'],
})

export const placeHoldCall = peopleCall({
  ...common,
  name: 'placeHold',
  method: 'POST',
  path: '/holds',
  act: 'holds.place',
  summary: 'Place a hold',
  description:
    'At once. It stays until two people end it. What is done already is refused (rule `too_late`), and no hold is placed.',
  request: holdRequest,
  response: z.object({
    holdid: uuid,
    status: z.enum(['held', 'partly', 'too_late']).meta({
      description:
        'What it still stops: `held`, everything; `partly`, what follows; `too_late`, nothing, but it catches what comes back.',
    }),
    irrevocable: z.string().nullable().meta({ description: 'What it came too late for.' }),
  }),
  errors: [],
})

export const holdCalls = [holdsCall, holdCall, placeHoldCall] as const
