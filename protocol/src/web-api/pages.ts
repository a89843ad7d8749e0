import { z } from 'zod'
import { queryFields } from '../fields.ts'

/** What lists of portal and console take beside their own filters, and what they answer. */
export const paged = { limit: queryFields.limit, cursor: queryFields.cursor }
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }) })
