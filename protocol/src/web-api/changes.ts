import { z } from 'zod'
import { peopleCall } from './call.ts'
import { topicNames } from './topics.ts'

export const changesCall = peopleCall({
  name: 'changes',
  where: 'both',
  method: 'GET',
  path: '/changes',
  act: 'self',
  tag: 'Session',
  summary: 'The kinds of things that have changed',
  description:
    'A long poll of a page. It returns the kinds of items that have changed since `cursor` and that your roles can read. People of an institution see only changes of their own institution. With `wait` an empty answer is delayed. Without a cursor, or with one that is too old, the answer names every kind.',
  request: z.strictObject({
    cursor: z.string().max(64).optional(),
    wait: z.coerce.number().int().min(0).max(25).optional().meta({ description: 'Seconds to wait for a change.' }),
  }),
  response: z.object({ topics: z.array(z.enum(topicNames)), next_cursor: z.string() }),
  errors: [],
})
