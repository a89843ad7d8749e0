import { z } from 'zod'
import { isoTime } from '../fields.ts'

// Parts that several pages of the console show beside a decision.

export const ratio = z.string().meta({ description: 'From 0 to 1, with four decimals at most.', examples: ['0.9856'] })

/** A name beside the entry of a watchlist that it matches. */
export const hit = z.object({
  name: z.string().meta({ description: 'The name that was compared.' }),
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
        word: z.string().nullable().meta({ description: 'Null: the list entry has a word more.' }),
        listed: z.string().nullable().meta({ description: 'Null: the name has a word more.' }),
        similarity: ratio.meta({ description: 'By Jaro and Winkler; 0 where nothing is like it.' }),
        letters: z.int().meta({ description: 'Its weight: the letters on both sides.' }),
      }),
    )
    .meta({ description: 'Word by word, without legal forms. The score is the mean of the similarities by weight.' }),
})

export const happened = {
  at: isoTime,
  what: z.string().meta({ description: 'An action of the audit log, or the state that something came to.' }),
  actor: z.string(),
  actor_name: z.string().nullable(),
  why: z.string().nullable(),
}

export const history = z.array(z.object(happened)).meta({ description: 'The newest first.' })
