import { z } from 'zod'
import { isoTime } from '../fields.ts'

// Fields of several pages that show a decision.

export const ratio = z.string().meta({ description: 'From 0 to 1, with four decimals at most.', examples: ['0.9856'] })

const texts = (description: string) => z.array(z.string()).meta({ description })

/** A party next to the entry of a list that it matches. */
export const hit = z.object({
  id: z.string().nullable().meta({ description: 'Null if only this call found the match, and it is not stored yet.' }),
  name: z.string().meta({
    description: 'The compared name. For a natural person of a KYB case, only the role of the person.',
  }),
  party: z
    .object({
      kind: z.enum(['person', 'company', 'any', 'wallet']),
      born: z.string().nullable().meta({ description: 'Of a company: the day of its foundation.' }),
      countries: texts('ISO 3166.'),
      identifiers: texts('Each with its kind.'),
    })
    .nullable()
    .meta({ description: 'What else was compared. Null for a natural person of a KYB case.' }),
  entry: z.object({
    id: z.string(),
    title: z.string().meta({ description: 'The name of the list.' }),
    name: z.string().meta({ description: 'The name that is alike; otherwise the first one.' }),
    list: z.string(),
    reference: z.string().meta({ description: 'The list’s own.' }),
    version: z.string().meta({ description: 'The version that brought it.' }),
    effect: z.enum(['refuse', 'review']),
    listed_at: isoTime,
    is_ended: z.boolean().meta({ description: 'It is no longer on the list, or was changed there.' }),
    names: texts('All its names; weak aliases are marked.'),
    births: texts('Days, months or years.'),
    countries: texts('ISO 3166.'),
    identifiers: texts('Identifiers, each with the name of its kind on the list.'),
    wallets: texts('Addresses.'),
    programmes: texts('Sanctions programmes, as the list names them.'),
  }),
  score: ratio,
  why: texts('What the score is made of, part by part, for and against.'),
  state: z
    .enum(['open', 'cleared', 'confirmed'])
    .nullable()
    .meta({ description: '`cleared`: two people decided that it is another party. `confirmed`: the same.' }),
})

export const happened = {
  at: isoTime,
  what: z.string().meta({ description: 'An action of the audit log, or a new state.' }),
  actor: z.string(),
  actor_name: z.string().nullable(),
  why: z.string().nullable(),
}

export const history = z.array(z.object(happened)).meta({ description: 'Newest first.' })
