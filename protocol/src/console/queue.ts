import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { listOf, paged } from '../web-api/pages.ts'
import type { PlaceKind } from '../web-api/places.ts'

// Items of all kinds that wait for staff. A person sees the kinds that their roles may read (places.ts).

export const queueKinds = [
  'approval',
  'case',
  'hold',
  'party',
  'exchange',
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
    '`approval`: a request that this person may decide; `case`: a case of compliance to decide; `party`: a registered party that matches an entry of a list; `exchange`: an inquiry in doubt, or an exchange that does not continue; `kyb`: a case to review; `wallet`: a withdrawal address in screening; `wire`: money without a known owner; `deposit`: without an owner, or stuck; `payment`: a rail payment that waits for an operator; `rail`: suspended; `debt`: an institution owes money that was taken back after it was spent; `agreement`: to countersign; `halt`: a halted coin, pair or chain.',
})

const named = z.object({ id: z.string(), name: z.string() })

const item = z.object({
  kind,
  id: z.string(),
  title: z.string().meta({ description: 'Kind, amount and institution, in words.' }),
  institution: named.nullable(),
  since: isoTime.meta({ description: 'The start of its wait.' }),
  due: isoTime.nullable().meta({ description: 'The deadline of the decision, if there is one.' }),
  state: z.string(),
  owner: named.nullable().meta({ description: 'The requester of a decision that waits for a second approver.' }),
  path: z.string().meta({ description: 'Its page in the console.' }),
})

export const queueCall = peopleCall({
  name: 'queue',
  where: 'console',
  method: 'GET',
  path: '/queue',
  act: 'queue.read',
  tag: 'Queue',
  summary: 'Items that wait for staff',
  description: 'All waiting items, oldest first, of the kinds that your roles may read; with the count of each kind.',
  request: z.strictObject({ kind: kind.optional(), ...paged }),
  response: listOf(item).extend({
    counts: z
      .array(z.object({ kind, count: z.int() }))
      .meta({ description: 'Counts of all kinds that you may see, independent of the filter.' }),
  }),
  errors: ['invalid_cursor'],
})
