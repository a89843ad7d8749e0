import { z } from 'zod'
import { heldKinds, holdReasons, reviewReasons } from '../holds.ts'
import { isoTime, uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { peopleCall } from '../web-api/call.ts'
import { listOf, paged } from '../web-api/pages.ts'

// Holds: placed by one person or by screening, ended by two people (approvals-calls.ts: hold.decide).

const state = z.enum(statesOf(machines.hold))

/** The subject of a hold: `next mint`, or the id of a row. */
const target = z.union([
  z.enum(heldKinds.map((kind) => `next ${kind}` as const)),
  z.uuid(`the id of something, or next ${heldKinds.join(', next ')}`).toLowerCase(),
])

export const holdRequest = z.strictObject({ institutionid: uuid, on: target, reason: z.enum(reviewReasons) })

const personName = (who: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${who}, by name; null means no one yet, or not a person.` })

export const hold = z.object({
  holdid: uuid,
  institutionid: uuid,
  institution: z.string().meta({ description: 'Its name.' }),
  kind: z.enum(heldKinds).nullable(),
  on: z.string().meta({ description: 'The id of its subject; `next mint` and the like until it exists.' }),
  reason: z.enum(holdReasons),
  state,
  placed_by: z.string().meta({ description: 'An actor, as the audit log names it.' }),
  placed_by_name: personName('Who placed it'),
  automatic: z.boolean().meta({ description: 'Placed by screening, or because of a debt, not by a person.' }),
  cause: uuid.nullable().meta({ description: 'The hold that caused this one; both are decided together.' }),
  maker: z.string().nullable().meta({ description: 'The requester of its end.' }),
  maker_name: personName('The requester of its end'),
  checker: z.string().nullable().meta({ description: 'The approver of its end.' }),
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
  description: 'Holds of staff and of screening, newest first.',
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
  description: 'Its subject, and who placed and ended it.',
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
    'Effective at once, until two people end it. A hold on a completed subject is refused (rule `too_late`) and not placed.',
  request: holdRequest,
  response: z.object({
    holdid: uuid,
    status: z.enum(['held', 'partly', 'too_late']).meta({
      description:
        'The effect of the hold. `held`: it stops everything. `partly`: it stops the remaining steps. `too_late`: it stops nothing, but applies to returned money.',
    }),
    irrevocable: z.string().nullable().meta({ description: 'The steps that the hold can no longer stop.' }),
  }),
  errors: [],
})

export const holdCalls = [holdsCall, holdCall, placeHoldCall] as const
