import { z } from 'zod'
import { isoTime } from '../fields.ts'

// Fields of several pages that show a decision.

export const ratio = z.string().meta({ description: 'From 0 to 1, with four decimals at most.', examples: ['0.9856'] })

/** A name beside the matching entry of a watchlist. */
export const hit = z.object({
  name: z.string().meta({ description: 'The compared name.' }),
  entry: z.object({
    name: z.string(),
    list: z.string(),
    effect: z.enum(['refuse', 'review']),
    listed_at: isoTime,
  }),
  score: ratio,
  words: z
    .array(
      z.object({
        word: z.string().nullable().meta({ description: 'Null means an additional word of the list entry.' }),
        listed: z.string().nullable().meta({ description: 'Null means an additional word of the name.' }),
        similarity: ratio.meta({ description: 'By Jaro and Winkler; 0 without a similar word.' }),
        letters: z.int().meta({ description: 'Its weight: the letters on both sides.' }),
      }),
    )
    .meta({ description: 'Word by word, without legal forms. The score is the mean of the similarities by weight.' }),
})

export const happened = {
  at: isoTime,
  what: z.string().meta({ description: 'An action of the audit log, or a new state.' }),
  actor: z.string(),
  actor_name: z.string().nullable(),
  why: z.string().nullable(),
}

export const history = z.array(z.object(happened)).meta({ description: 'Newest first.' })
