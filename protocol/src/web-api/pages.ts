import { z } from 'zod'
import { queryFields } from '../fields.ts'

/** The common fields of lists in portal and console, and of their answers. */
export const paged = { limit: queryFields.limit, cursor: queryFields.cursor }
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }) })
