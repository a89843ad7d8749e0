import { z } from 'zod'
import { ownKinds } from '../parties.ts'
import { sandboxCall } from './call.ts'

// Sanctions lists: entries of the own list, files in the real formats, and the age.

const review = { method: 'POST', tag: 'Review' } as const
const name = z.string().trim().min(1).max(140)
const kind = z.enum(ownKinds)
const officialList = z
  .enum(['ofac', 'uk', 'uk_investment_bans', 'un', 'eu', 'seco'])
  .meta({ description: 'A sanctions list.', examples: ['uk'] })

export const ownList = sandboxCall({
  ...review,
  name: 'ownList',
  path: '/lists/own',
  summary: 'Add parties to the own list, or remove them',
  description:
    'A name, or a wallet address. Each call is a new version of the list. What it affects is screened again, and waits.',
  request: z.strictObject({
    add: z
      .array(
        z.strictObject({ name, effect: z.enum(['refuse', 'review']).default('review'), kind: kind.default('other') }),
      )
      .max(100)
      .default([])
      .meta({
        description:
          '`refuse`: never served. `review`: staff decide. `kind`: the name is compared as that of a person, of a company, or as both (`other`).',
      }),
    remove: z.array(name).max(100).default([]),
  }),
  response: z.object({
    entries: z.array(z.object({ name: z.string(), list: z.string(), effect: z.enum(['refuse', 'review']), kind })),
  }),
  errors: [],
})

export const loadList = sandboxCall({
  ...review,
  name: 'loadList',
  path: '/lists',
  maxBytes: 2 * 2 ** 20,
  summary: 'Load a file of a sanctions list',
  description:
    'A file in the format of its publisher. It becomes the active version, or is refused. `screening/samples/files` of the repository has a file of each list with invented parties.',
  request: z.strictObject({
    list: officialList,
    file: z
      .string()
      .regex(/^[A-Za-z0-9+/]*=*$/, 'must be base64')
      .meta({ description: 'The bytes of the file in base64.', examples: [''] }),
  }),
  response: z.object({
    outcome: z.enum(['activated', 'unchanged', 'refused']),
    versionid: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Why it was refused.' }),
    message: z.string().nullable(),
  }),
  errors: ['payload_too_large'],
})

export const listAge = sandboxCall({
  ...review,
  name: 'listAge',
  path: '/lists/age',
  summary: 'Make a list too old, or current again',
  description: 'While a list is too old, screening does not decide.',
  request: z.strictObject({
    list: z.enum([...officialList.options, 'own']),
    old: z.boolean().default(true),
  }),
  response: z.object({ list: z.string(), old: z.boolean() }),
  errors: [],
})
