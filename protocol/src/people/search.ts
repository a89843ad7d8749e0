import { z } from 'zod'
import { peopleCall } from './call.ts'
import { type PlaceKind, places } from './places.ts'

// One field that finds everything: an id, a transaction, a reference, an account number, an email address, a name.

const request = z.strictObject({
  q: z.string().max(140).optional().meta({ description: 'What is looked for; without it, nothing is found.' }),
})

const response = z.object({
  items: z.array(
    z.object({
      kind: z.enum(Object.keys(places) as [PlaceKind, ...PlaceKind[]]),
      id: z.string(),
      title: z.string(),
      institution: z.object({ id: z.string(), name: z.string() }).nullable(),
      path: z.string().meta({ description: 'Its page.' }),
    }),
  ),
})

const common = { method: 'GET', path: '/search', tag: 'Search', request, response, errors: [] } as const

export const consoleSearchCall = peopleCall({
  ...common,
  name: 'consoleSearch',
  where: 'console',
  act: 'search',
  summary: 'Find anything',
  description:
    'Searches every institution, as far as your roles may read it. Ids, transactions, references and numbers are found when they are complete, names by their beginning.',
})

export const portalSearchCall = peopleCall({
  ...common,
  name: 'portalSearch',
  where: 'portal',
  act: 'search.own',
  summary: 'Find anything of your institution',
  description:
    'Ids, transactions, references and numbers are found when they are complete, names by their beginning. Movements of money are found while the institution may read its statement.',
})

export const searchCalls = [consoleSearchCall, portalSearchCall] as const
