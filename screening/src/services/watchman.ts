import { z } from 'zod'
import { countryCode } from '../lists/country.ts'
import { isoDate } from '../lists/dates.ts'
import { type Entry, type EntryKind, type IdentifierKind, type Name, toEntry } from '../lists/entry.ts'
import { assertComplete, contentOf, textAt, withOptions } from './answer.ts'
import {
  type AskedParty,
  type ServiceAnswer,
  ServiceAnswerError,
  type ServiceMatch,
  type ServiceProtocol,
  type ServiceRequest,
} from './service.ts'

// Moov Watchman, `GET /v2/search`. The address in the settings is that of the server: `http://watchman:8084`.

/** Its own advice for production; at 0.59 it finds more, and has more false alarms. It returns 100 matches at most. */
const options = { minMatch: '0.80', limit: '100' }

/** Lists that were not renewed for longer are no second opinion. Watchman reads its lists every 12 hours. */
const maxHours = 48

export const watchman: ServiceProtocol = { stateRequest, assertReady, matchRequest, readMatches }

function stateRequest(at: string): ServiceRequest {
  return { method: 'GET', url: under(at, 'v2/listinfo'), headers: {} }
}

const stateSchema = z.object({
  lists: z.record(z.string(), z.number()).nullable(),
  endedAt: z.iso.datetime({ offset: true }),
})

function assertReady(answer: ServiceAnswer, now: Date): void {
  const { lists, endedAt } = contentOf(answer, stateSchema, errorIn)
  const entities = Object.values(lists ?? {}).reduce((sum, count) => sum + count, 0)
  if (entities === 0) throw new ServiceAnswerError('it has no lists yet')
  const hours = (now.getTime() - new Date(endedAt).getTime()) / 3_600_000
  if (hours > maxHours) throw new ServiceAnswerError(`it has not renewed its lists since ${endedAt}`)
}

/**
 * Only a person is asked with its type: with another type Watchman compares with entities of that type alone, and lists do
 * not agree on what is a business and what an organization.
 */
function matchRequest(at: string, { kind, name, born }: AskedParty): ServiceRequest {
  const url = urlOf(at)
  // Without a currency the address counts on all chains.
  if (kind === 'wallet') url.searchParams.set('cryptoAddress', `:${name}`)
  else url.searchParams.set('name', name)
  if (kind === 'person') url.searchParams.set('type', 'person')
  if (kind === 'person' && born !== undefined) url.searchParams.set('birthDate', born)
  return { method: 'GET', url, headers: {} }
}

const urlOf = (at: string): URL => withOptions(under(at, 'v2/search'), options)

function under(at: string, path: string): URL {
  const url = new URL(at)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  return url
}

/** Go writes an empty list as null. */
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])
const word = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

const partySchema = z
  .object({
    altNames: listOf(z.string()),
    birthDate: z.string().nullish(),
    governmentIDs: listOf(z.object({ type: word, country: word, identifier: z.string() })),
    titles: listOf(z.string()),
  })
  .nullish()

const entitySchema = z.object({
  name: z.string(),
  entityType: z.string(),
  sourceList: z.string(),
  sourceID: z.string(),
  person: partySchema,
  business: partySchema,
  organization: partySchema,
  vessel: partySchema,
  aircraft: partySchema,
  addresses: listOf(z.object({ line1: word, line2: word, city: word, postalCode: word, state: word, country: word })),
  cryptoAddresses: listOf(z.object({ currency: word, address: z.string() })),
  sanctionsInfo: z.object({ programs: listOf(z.string()) }).nullish(),
  match: z.number().min(0).max(1),
})
type Entity = z.infer<typeof entitySchema>

const answerSchema = z.object({ error: z.string().optional(), entities: z.array(entitySchema).nullable() })

function readMatches(at: string, answer: ServiceAnswer): ServiceMatch[] {
  const { error, entities } = contentOf(answer, answerSchema, errorIn)
  if (error !== undefined && error !== '') throw new ServiceAnswerError(`it reports «${error.slice(0, 200)}»`)
  const found = entities ?? []
  assertComplete(found.length, urlOf(at))
  return found.map((entity) => ({
    entry: entryOf(entity),
    score: entity.match,
    why: [`its own score, against ${entity.sourceList}`],
  }))
}

const errorIn = (content: unknown): string | null => textAt(content, 'error')

const kinds: Readonly<Record<string, EntryKind>> = {
  person: 'person',
  business: 'company',
  organization: 'company',
  vessel: 'vessel',
  aircraft: 'aircraft',
}

function entryOf(entity: Entity): Entry {
  const party = entity.person ?? entity.business ?? entity.organization ?? entity.vessel ?? entity.aircraft
  const named =
    (strength: Name['strength']) =>
    (text: string): Name => ({ text, parts: [], strength })
  return toEntry({
    list: 'watchman',
    // An id is unique within its list only.
    reference: `${entity.sourceList} ${entity.sourceID}`,
    kind: kinds[entity.entityType] ?? 'other',
    names: [named('primary')(entity.name), ...(party?.altNames ?? []).map(named('strong'))],
    births: (entity.person?.birthDate ? [isoDate(entity.person.birthDate)] : []).filter((date) => date !== null),
    places: entity.addresses.map(({ country, ...lines }) => ({
      role: 'address',
      text: [lines.line1, lines.line2, lines.postalCode, lines.city, lines.state, country].filter(Boolean).join(', '),
      country: countryCode(country),
    })),
    identifiers: (party?.governmentIDs ?? []).map(({ type, country, identifier }) => ({
      kind: identifierKinds[type] ?? 'other',
      value: identifier,
      country: countryCode(country),
      label: type,
    })),
    wallets: entity.cryptoAddresses.map(({ currency, address }) => ({ ticker: currency, address })),
    programmes: entity.sanctionsInfo?.programs ?? [],
    measures: { assetFreeze: false, named: [] },
    remarks: [`List: ${entity.sourceList}`, ...(party?.titles ?? []).map((title) => `Title: ${title}`)],
  })
}

const identifierKinds: Readonly<Record<string, IdentifierKind>> = {
  passport: 'passport',
  'diplomatic-passport': 'passport',
  'national-id': 'national_id',
  'personal-id': 'national_id',
  'tax-id': 'tax',
  'business-registration': 'registration',
  'commercial-registry': 'registration',
}
