import { z } from 'zod'
import { products } from '../endpoints/endpoint.ts'
import { isoTime } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { riskClasses } from '../onboarding/kyb.ts'
import { listOf, paged } from '../web-api/pages.ts'

// The lists against which names, countries and contracts are checked.

const effect = z.enum(['refuse', 'review']).meta({ description: '`refuse`: never served. `review`: staff decide.' })

const common = { where: 'console', method: 'GET', act: 'lists.read', tag: 'Lists', errors: [] } as const

export const listsCall = peopleCall({
  ...common,
  name: 'lists',
  path: '/lists',
  summary: 'Lists and their content',
  description: 'Watchlists of parties, lists of countries, texts of agreements, and the intervals of reviews.',
  request: z.strictObject({}),
  response: z.object({
    watchlists: z.array(
      z.object({
        list: z.string(),
        effect,
        entries: z.int(),
        changed_at: isoTime.meta({ description: 'When the last entry was listed.' }),
      }),
    ),
    review_from: z.string().meta({ description: 'A name matches an entry from this similarity on, from 0 to 1.' }),
    countries: z.array(
      z.object({
        name: z.string(),
        effect: z.string().meta({ description: 'Its effect on an institution there.' }),
        countries: z.array(z.string()).meta({ description: 'ISO 3166 codes.' }),
      }),
    ),
    reviews: z.array(z.object({ risk_class: z.enum(riskClasses), months: z.int() })),
    agreements: z.array(
      z.object({
        product: z.enum(products),
        version: z.string(),
        sha256: z.string(),
        is_sent: z.boolean().meta({ description: 'Institutions currently receive this version.' }),
        text: z.string().meta({ description: 'Markdown.' }),
      }),
    ),
  }),
})

export const listEntriesCall = peopleCall({
  ...common,
  name: 'listEntries',
  path: '/lists/entries',
  summary: 'Entries of watchlists',
  description: 'Newest first.',
  request: z.strictObject({
    list: z.string().max(140).optional(),
    name: z.string().trim().max(140).optional().meta({ description: 'A part of the name.' }),
    ...paged,
  }),
  response: listOf(z.object({ id: z.string(), name: z.string(), list: z.string(), effect, listed_at: isoTime })),
  errors: ['invalid_cursor'],
})

export const listCalls = [listsCall, listEntriesCall] as const
