import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import { InvalidArgument } from '../invalid-argument.ts'

// The sent and the signed form of a request.

export interface Body {
  /** The body; null without one. */
  readonly text: string | null
  readonly contentType: string | null
  /** Canonical JSON, empty without parameters. */
  readonly signed: string
}

type Fields = Readonly<Record<string, unknown>>

const form = 'application/x-www-form-urlencoded'

export function formBody(request: Fields): Body {
  const fields = formFields(request)
  if (Object.keys(fields).length === 0) return { text: null, contentType: form, signed: '' }
  return { text: String(new URLSearchParams(fields)), contentType: form, signed: canonical(fields) }
}

export const jsonText = (request: Fields): string => canonical(jsonValue('', request))

export function jsonBody(request: Fields): Body {
  const signed = jsonText(request)
  return { text: signed, contentType: 'application/json', signed }
}

/** A form consists of texts only. */
export function formFields(request: Fields): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined && value !== null) fields[name] = fieldText(name, value)
  }
  return fields
}

/** The only fields with counts; every other number would be an amount. */
const counts = new Set(['limit', 'wait'])

function fieldText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && counts.has(name) && Number.isInteger(value)) return String(value)
  if (typeof value === 'object' && value !== null) return objectText(name, value)
  throw notText(name, value)
}

function objectText(name: string, value: object): string {
  if (value instanceof Date) return value.toISOString()
  if ('toJSON' in value && typeof value.toJSON === 'function') return String(value.toJSON())
  throw notText(name, value)
}

function jsonValue(name: string, value: unknown): Json {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw notText(name, value)
  if (typeof value !== 'object' || value === null) return value as Json
  if (Array.isArray(value)) return value.map((item) => jsonValue(name, item))
  if ('toJSON' in value || value instanceof Date) return objectText(name, value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([key, member]) => [key, jsonValue(key, member)]))
}

function notText(name: string, value: unknown): InvalidArgument {
  const advice =
    typeof value === 'number'
      ? `a number such as ${value} is not exact; write '${value}' or decimal('${value}')`
      : 'write it as text'
  return new InvalidArgument(`${name}: ${advice}.`)
}
