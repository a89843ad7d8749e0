import { z } from 'zod'
import { countryCode } from '../lists/country.ts'
import { isoDate } from '../lists/dates.ts'
import {
  type Entry,
  type EntryKind,
  type Identifier,
  type IdentifierKind,
  type Name,
  type Place,
  type PlaceRole,
  toEntry,
} from '../lists/entry.ts'
import { assertComplete, contentOf, textAt, withOptions } from './answer.ts'
import {
  type AskedParty,
  type ServiceAnswer,
  ServiceAnswerError,
  type ServiceMatch,
  type ServiceProtocol,
  type ServiceRequest,
} from './service.ts'

// OpenSanctions yente, `POST /match/{dataset}`. The address in the settings is that of the dataset:
// `http://yente:8000/match/default`.

/** The threshold is yente's own. Older versions return 10 matches at most. */
const options = { threshold: '0.7', limit: '10' }

/** The name of our only query. */
const query = 'party'

export const yente: ServiceProtocol = { stateRequest, assertReady, matchRequest, readMatches }

/** It answers 503 until its index is complete. */
function stateRequest(at: string): ServiceRequest {
  const url = new URL(at)
  url.pathname = url.pathname.replace(/\/match\/[^/]+\/?$/, '/readyz')
  return { method: 'GET', url, headers: {} }
}

function assertReady(answer: ServiceAnswer): void {
  const { status } = contentOf(answer, z.object({ status: z.string() }), detailIn)
  if (status !== 'ok') throw new ServiceAnswerError(`its state is «${status.slice(0, 200)}»`)
}

function matchRequest(at: string, party: AskedParty): ServiceRequest {
  const body = JSON.stringify({
    queries: { [query]: { schema: schemas[party.kind], properties: propertiesOf(party) } },
  })
  return { method: 'POST', url: urlOf(at), headers: { 'content-type': 'application/json' }, body }
}

const urlOf = (at: string): URL => withOptions(new URL(at), options)

/** A legal entity is a person, a company or an organization. */
const schemas = { person: 'Person', company: 'Organization', any: 'LegalEntity', wallet: 'CryptoWallet' } as const

type Properties = Readonly<Record<string, readonly string[]>>

function propertiesOf({ kind, name, born, countries = [], identifiers = [] }: AskedParty): Properties {
  if (kind === 'wallet') return { publicKey: [name] }
  const day = kind === 'person' ? 'birthDate' : 'incorporationDate'
  const byProperty = Map.groupBy(identifiers, (one) => propertyOf[one.kind] ?? 'idNumber')
  return {
    name: [name],
    ...(born !== undefined && { [day]: [born] }),
    ...(countries.length > 0 && { country: countries.map((code) => code.toLowerCase()) }),
    ...Object.fromEntries([...byProperty].map(([property, all]) => [property, all.map(({ value }) => value)])),
  }
}

const propertyOf: Readonly<Record<string, string>> = {
  lei: 'leiCode',
  registration: 'registrationNumber',
  tax: 'taxNumber',
}

const partScore = z.object({ score: z.number(), detail: z.string().nullish() })

const resultSchema = z.object({
  id: z.string().min(1),
  caption: z.string(),
  schema: z.string(),
  // A value may be another entity.
  properties: z.record(z.string(), z.array(z.unknown())),
  score: z.number().min(0).max(1),
  match: z.boolean(),
  explanations: z.record(z.string(), partScore).optional(),
  // Versions before 5 give these instead.
  features: z.record(z.string(), z.number()).optional(),
})
type Result = z.infer<typeof resultSchema>

const answerSchema = z.object({
  responses: z.object({ [query]: z.object({ status: z.literal(200), results: z.array(resultSchema) }) }),
})

/** A result below the threshold is no match. */
function readMatches(at: string, answer: ServiceAnswer): ServiceMatch[] {
  const { responses } = contentOf(answer, answerSchema, detailIn)
  const found = responses[query].results.filter(({ match }) => match)
  assertComplete(found.length, urlOf(at))
  return found.map((result) => ({ entry: entryOf(result), score: result.score, why: whyOf(result) }))
}

const detailIn = (content: unknown): string | null => textAt(content, 'detail')

function whyOf({ explanations, features }: Result): string[] {
  const parts: Record<string, z.infer<typeof partScore>> = explanations ??
  Object.fromEntries(Object.entries(features ?? {}).map(([name, score]) => [name, { score }]))
  return Object.entries(parts)
    .filter(([, { score, detail }]) => score > 0 || detail)
    .map(([name, { score, detail }]) => `${name.replaceAll('_', ' ')} ${shown(score)}${detail ? `: ${detail}` : ''}`)
}

const shown = (score: number): number => Math.round(score * 100) / 100

const kinds: Readonly<Record<string, EntryKind>> = {
  Person: 'person',
  Company: 'company',
  Organization: 'company',
  PublicBody: 'company',
  LegalEntity: 'company',
  Vessel: 'vessel',
  Airplane: 'aircraft',
}

/**
 * Without the datasets and the times of an entity: they change often, and each change of an entry asks people about the
 * pair again.
 */
function entryOf({ id, caption, schema, properties }: Result): Entry {
  const texts = (property: string): string[] =>
    (properties[property] ?? []).filter((value): value is string => typeof value === 'string')
  const named = (strength: Name['strength'], ...names: string[]): Name[] =>
    names.map((text) => ({ text, parts: [], strength }))
  return toEntry({
    list: 'yente',
    reference: id,
    kind: kinds[schema] ?? 'other',
    names: [
      ...named('primary', caption),
      ...named('strong', ...['name', 'alias', 'previousName'].flatMap(texts)),
      ...named('weak', ...texts('weakAlias')),
    ],
    births: texts('birthDate').flatMap((text) => isoDate(text) ?? []),
    places: placeRoles.flatMap(([property, role]) => texts(property).map((text) => placeOf(role, text))),
    identifiers: identifierKinds.flatMap(([property, kind]) =>
      texts(property).map((value): Identifier => ({ kind, value, country: null, label: property })),
    ),
    wallets: texts('publicKey').map((address) => ({ ticker: texts('currency')[0] ?? '', address })),
    programmes: [...texts('programId'), ...texts('topics')],
    measures: { assetFreeze: false, named: [] },
    remarks: texts('position').map((position) => `Position: ${position}`),
  })
}

/** Countries are two small letters. */
const placeOf = (role: PlaceRole, text: string): Place => ({
  role,
  text,
  country: /^[a-z]{2}$/.test(text) ? text.toUpperCase() : countryCode(text),
})

const placeRoles: readonly (readonly [string, PlaceRole])[] = [
  ['address', 'address'],
  ['birthPlace', 'birth'],
  ['nationality', 'nationality'],
  ['citizenship', 'nationality'],
  ['country', 'residence'],
  ['jurisdiction', 'registration'],
  ['flag', 'flag'],
]

const identifierKinds: readonly (readonly [string, IdentifierKind])[] = [
  ['passportNumber', 'passport'],
  ['idNumber', 'national_id'],
  ['taxNumber', 'tax'],
  ['innCode', 'tax'],
  ['registrationNumber', 'registration'],
  ['ogrnCode', 'registration'],
  ['leiCode', 'lei'],
  ['swiftBic', 'bic'],
  ['imoNumber', 'imo'],
  ['mmsi', 'mmsi'],
]
