import { z } from 'zod'
import { places, type PlaceKind } from './places.ts'

// One search field: an id, a transaction, a reference, an account number, an email address, a name.

const request = z.strictObject({
  q: z.string().max(140).optional().meta({ description: 'The search text; without it, nothing is found.' }),
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

export const common = { method: 'GET', path: '/search', tag: 'Search', request, response, errors: [] } as const
