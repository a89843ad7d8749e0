import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { places, type PlaceKind } from './places.ts'

// One search field: an id, a transaction, a reference, an account number, an email address, a name, an amount, a day.

const request = z.strictObject({
  q: z.string().max(140).optional().meta({ description: 'The search text; without it, nothing is found.' }),
  zone: z
    .string()
    .max(64)
    .refine(isZone, 'No time zone has this name. Use one like `Europe/Zurich`.')
    .optional()
    .meta({ description: 'The time zone in which a day begins. Default: `UTC`.' }),
})

function isZone(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const response = z.object({
  items: z.array(
    z.object({
      kind: z.enum(Object.keys(places) as [PlaceKind, ...PlaceKind[]]),
      id: z.string(),
      title: z.string(),
      at: isoTime.nullable().meta({ description: 'When a movement of money was made; null for everything else.' }),
      institution: z.object({ id: z.string(), name: z.string() }).nullable(),
      path: z.string().meta({ description: 'Its page.' }),
    }),
  ),
})

export const common = { method: 'GET', path: '/search', tag: 'Search', request, response, errors: [] } as const
