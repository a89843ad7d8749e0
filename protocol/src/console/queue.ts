import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { listOf, paged } from '../web-api/pages.ts'
import type { PlaceKind } from '../web-api/places.ts'

// What waits for staff, of all kinds. A person sees the kinds that their roles may read (places.ts).

export const queueKinds = [
  'approval',
  'hold',
  'kyb',
  'agreement',
  'wallet',
  'bank_account',
  'bank_case',
  'wire',
  'deposit',
  'payment',
  'rail',
  'debt',
  'halt',
] as const satisfies readonly PlaceKind[]
export type QueueKind = (typeof queueKinds)[number]

const kind = z.enum(queueKinds).meta({
  description:
    '`approval`: a request that this person may decide on; `kyb`: a case to review; `wallet`: a withdrawal address in screening; `wire`: money whose owner is unknown; `deposit`: without an owner, or stuck; `payment`: over a rail, which a person must let continue; `rail`: suspended; `debt`: an institution owes what was taken back after it was spent; `agreement`: to countersign; `halt`: a coin, a pair or a chain that stands still.',
})

const named = z.object({ id: z.string(), name: z.string() })

const item = z.object({
  kind,
  id: z.string(),
  title: z.string().meta({ description: 'What it is, how much and whose, in words.' }),
  institution: named.nullable(),
  since: isoTime.meta({ description: 'Since when it waits.' }),
  due: isoTime.nullable().meta({ description: 'Until when it must be decided, where there is a deadline.' }),
  state: z.string(),
  owner: named
    .nullable()
    .meta({ description: 'Who has asked for a decision on it that a second person has yet to make.' }),
  path: z.string().meta({ description: 'Its page in the console.' }),
})

export const queueCall = peopleCall({
  name: 'queue',
  where: 'console',
  method: 'GET',
  path: '/queue',
  act: 'queue.read',
  tag: 'Queue',
  summary: 'What waits for staff',
  description:
    'Everything that waits, the oldest first, of the kinds that your roles may read; with the count of each kind.',
  request: z.strictObject({ kind: kind.optional(), ...paged }),
  response: listOf(item).extend({
    counts: z
      .array(z.object({ kind, count: z.int() }))
      .meta({ description: 'Counts of all kinds that you may see, whatever the filter.' }),
  }),
  errors: ['invalid_cursor'],
})
