import { z } from 'zod'
import { products } from '../endpoints/endpoint.ts'
import { isoTime, uuid } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { riskClasses } from '../onboarding/kyb.ts'
import { ownKinds } from '../parties.ts'
import { isPrintable } from '../text.ts'
import { reason } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'

// The lists against which names, countries and contracts are checked.

/** The same codes as in screening/src/lists/entry.ts. `own`: entries that the operator adds; last the outside services. */
const listCodes = ['ofac', 'uk', 'uk_investment_bans', 'un', 'eu', 'seco', 'own', 'watchman', 'yente'] as const

const ownKind = z.enum(ownKinds).meta({
  description: '`person` and `company` are compared as such, `other` as both. Wallet addresses are `other`.',
})
const effect = z.enum(['refuse', 'review']).meta({ description: '`refuse`: never served. `review`: staff decide.' })

const list = z.enum(listCodes)
const format = z.string().meta({ description: 'The format of the file; `own` for your own list.' })
const counts = z.object({ entries: z.int(), names: z.int(), wallets: z.int() })
const changes = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  reassigned: z.int().meta({ description: 'References that now belong to another party.' }),
  renumbered: z.int().meta({ description: 'Entries that only got another reference.' }),
})

const version = z.object({
  versionid: uuid,
  list,
  title: z.string(),
  state: z.enum(['active', 'replaced', 'refused']),
  format,
  source: z.string().meta({ description: 'The file, its address, or who added the entries.' }),
  sha256: z.string().nullable(),
  issued: z.string().nullable().meta({ description: 'The day of the list, as the file says.' }),
  refusal: z.enum(['unreadable', 'other_format', 'empty', 'shorter']).nullable(),
  refused_because: z.string().nullable().meta({ description: 'What is wrong, and what to do next.' }),
  ...counts.shape,
  ...changes.shape,
  created_at: isoTime,
  replaced_at: isoTime.nullable(),
})

const common = { where: 'console', method: 'GET', act: 'lists.read', tag: 'Lists', errors: [] } as const

export const listsCall = peopleCall({
  ...common,
  name: 'lists',
  path: '/lists',
  summary: 'Lists and their content',
  description: 'Sanctions lists, your own list, lists of countries, texts of agreements, and the intervals of reviews.',
  request: z.strictObject({}),
  response: z.object({
    is_missing: z.boolean().meta({ description: 'Production without SCREENING_LISTS: nothing can be screened.' }),
    lists: z.array(
      z.object({
        list,
        title: z.string(),
        state: z.enum(['current', 'old', 'missing', 'silent', 'not_followed']).meta({
          description:
            '`old` and `missing`: screening does not decide. `silent`: an outside screening service does not answer, so what needs its answer waits. `not_followed`: no source is set.',
        }),
        checked_at: isoTime.nullable().meta({ description: 'When it was last known to be the newest.' }),
        expires_at: isoTime
          .nullable()
          .meta({ description: 'From this time on, screening does not decide with this list.' }),
        failure: z.string().nullable().meta({ description: 'Why the last reading of its source failed.' }),
        failed_at: isoTime.nullable(),
        active: version.nullable(),
      }),
    ),
    watchlists: z.array(
      z.object({
        list: z.string(),
        effect,
        entries: z.int(),
        changed_at: isoTime.meta({ description: 'When the last entry was listed.' }),
      }),
    ),
    review_from: z
      .string()
      .meta({ description: 'A name matches an entry if their similarity, from 0 to 1, is at least this.' }),
    countries: z.array(
      z.object({
        name: z.string(),
        effect: z.string().meta({ description: 'The effect on an institution in one of these countries.' }),
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
  summary: 'Entries of lists',
  description: 'Entries of the active versions, newest first.',
  request: z.strictObject({
    list: z.string().max(140).optional().meta({ description: 'A sanctions list, or a part of your own list.' }),
    name: z.string().trim().max(140).optional().meta({ description: 'A part of the name.' }),
    ...paged,
  }),
  response: listOf(
    z.object({
      id: z.string(),
      name: z.string(),
      list: z.string(),
      title: z.string().meta({ description: 'The name of the list.' }),
      effect,
      listed_at: isoTime,
    }),
  ),
  errors: ['invalid_cursor'],
})

export const listEntryCall = peopleCall({
  ...common,
  name: 'listEntry',
  path: '/lists/entries/{id}',
  summary: 'An entry of a list',
  description: 'Everything that the list says about a party. Entries that are no longer on the list are included.',
  request: z.strictObject({ id: uuid }),
  response: z.object({
    id: uuid,
    list,
    title: z.string(),
    reference: z.string(),
    effect,
    kind: z.enum(['person', 'company', 'vessel', 'aircraft', 'other']),
    names: z.array(z.object({ text: z.string(), strength: z.enum(['primary', 'strong', 'weak']) })),
    births: z.array(z.object({ from: z.string(), to: z.string(), circa: z.boolean() })),
    places: z.array(z.object({ role: z.string(), text: z.string(), country: z.string().nullable() })),
    identifiers: z.array(z.object({ label: z.string(), value: z.string(), country: z.string().nullable() })),
    wallets: z.array(z.object({ ticker: z.string(), address: z.string() })),
    programmes: z.array(z.string()),
    asset_freeze: z.boolean(),
    measures: z.array(z.string()),
    relations: z.array(z.object({ relation: z.string(), of: z.string() })),
    remarks: z.array(z.string()),
    listed: z.string().nullable(),
    changed: z.string().nullable(),
    began: z.object({ versionid: uuid, at: isoTime }),
    ended: z.object({ versionid: uuid, at: isoTime }).nullable(),
  }),
  errors: ['not_found'],
})

export const listVersionsCall = peopleCall({
  ...common,
  name: 'listVersions',
  path: '/lists/versions',
  summary: 'Versions of lists',
  description: 'Active, replaced and refused versions, newest first.',
  request: z.strictObject({ list: list.optional(), ...paged }),
  response: listOf(version),
  errors: ['invalid_cursor'],
})

export const listVersionCall = peopleCall({
  ...common,
  name: 'listVersion',
  path: '/lists/versions/{id}',
  summary: 'A version of a list',
  description: 'A version of a list, with its changes.',
  request: z.strictObject({ id: uuid }),
  response: z.object({
    ...version.shape,
    differences: z.array(
      z.object({
        id: uuid.meta({ description: 'The entry; for a removed entry, its last content.' }),
        change: z.enum(['added', 'changed', 'removed', 'reassigned', 'renumbered']),
        reference: z.string(),
        name: z.string(),
        was: z.string().nullable().meta({ description: 'The former name or reference, if it differs.' }),
      }),
    ),
    is_complete: z.boolean().meta({ description: 'False when there are more differences than are shown.' }),
  }),
  errors: ['not_found'],
})

export const refreshListCall = peopleCall({
  ...common,
  name: 'refreshList',
  method: 'POST',
  act: 'lists.refresh',
  path: '/lists/refresh',
  summary: 'Read the source of a list now',
  description: 'A background job reads it. The outcome is a new version, a refused one, or a newer time of the check.',
  request: z.strictObject({ list }),
  response: z.object({ list, title: z.string() }),
})

export const addOwnEntryCall = peopleCall({
  ...common,
  name: 'addOwnEntry',
  method: 'POST',
  act: 'lists.add',
  path: '/lists/own',
  summary: 'Add a party to the own list',
  description:
    'At once, as a new version: what it affects is screened again, and waits. A name that is listed already keeps the stricter effect, and another kind makes it a person and a company. Two people remove an entry (`list.remove`).',
  request: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(140)
      .refine(isPrintable, 'printable characters only')
      .meta({ description: 'A name, or a wallet address.' }),
    kind: ownKind,
    effect,
    reason,
  }),
  response: z.object({ id: uuid, name: z.string(), kind: ownKind, effect }),
})

export const listCalls = [
  listsCall,
  listEntriesCall,
  listEntryCall,
  listVersionsCall,
  listVersionCall,
  refreshListCall,
  addOwnEntryCall,
] as const
