import { sign } from 'node:crypto'
import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import type { Client } from '../client.ts'
import { type Random, oneOf } from '../seeded-random.ts'
import type { Call } from './calls.ts'
import type { Memory } from './memory.ts'
import { type Fields, type Known, twisted, valid } from './shapes.ts'
import { hostileText } from './values.ts'

// The sent form of a call: path, headers and bytes.

export type Request = {
  readonly call: Call
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  /** Latin-1: one character is one byte. */
  readonly body: string
  readonly fields: Fields
}

/** Mostly one defect; a third of all requests should be accepted. */
export function requestOf(call: Call, client: Client, memory: Memory, chance: Random, nonce: string): Request {
  const known: Known = (name) => call.told[name] ?? memory.known(name)
  const fields = fieldsOf(call, memory, known, chance)
  const path = pathOf(call, known, chance)
  if (call.method === 'GET') {
    const query = new URLSearchParams(textsOf(fields)).toString()
    const odd = chance(10) === 0 ? oneOf(chance, oddForms) : ''
    return { call, method: 'GET', path: withQuery(path, query + odd), headers: agent(chance), body: '', fields }
  }
  const { body, type } = bodyOf(call, fields, chance)
  const headers: Record<string, string> = { ...agent(chance), ...(type === null ? {} : { 'content-type': type }) }
  if (call.access === 'signed') Object.assign(headers, signature(client, path, fields, nonce, chance))
  return { call, method: 'POST', path, headers, body, fields }
}

function fieldsOf(call: Call, memory: Memory, known: Known, chance: Random): Fields {
  const next = chance(6) === 0 ? memory.nextPage(call.name, chance) : null
  if (next) return next
  const base = baseOf(call, known, chance)
  return chance(3) === 0 ? base : twisted(call.request, base, known, chance, call.body !== 'json')
}

/** Fields that its schema accepts; for those that belong together, an id is filled in. */
function baseOf({ request, sets }: Call, known: Known, chance: Random): Fields {
  const fields = valid(request, '', known, chance) as Fields
  if (sets.length === 0 || chance(4) === 0) return fields
  const ids = Object.entries(fields).filter(([name]) => name.endsWith('id'))
  return { ...Object.fromEntries(ids), ...structuredClone(oneOf(chance, sets)) }
}

function pathOf({ path }: Call, known: Known, chance: Random): string {
  if (!path.includes(':id')) return path
  const ids = ['holdid', 'addressid', 'bankaccountid', 'railid', 'paymentid'].flatMap((name) => known(name))
  const id = chance(3) === 0 && ids.length > 0 ? String(oneOf(chance, ids)) : hostileText(chance)
  const encoded = oneOf(chance, ['%00', '%ff', '%zz', '%', '%2f', '%0a', 'x%00', encodeURIComponent(id.toWellFormed())])
  return path.replace(':id', chance(3) === 0 ? encoded : encodeURIComponent(id.toWellFormed()))
}

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`)

const agent = (chance: Random): Record<string, string> => (chance(50) === 0 ? {} : { 'user-agent': 'specie-fuzz' })

const textsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

const bytes = (text: string): string => Buffer.from(text).toString('latin1')

/** Forms with an odd end. */
const oddForms = [
  '&',
  '&&',
  '&a',
  '&=',
  '&a=%',
  '&a=%00',
  '&a=%ff',
  '&%00=1',
  '&a=%ED%A0%80',
  '&a=\u00ff',
  '&a=1&a=2',
  '&__proto__=1',
]
/** Invalid or ambiguous JSON. */
const oddJson = [
  '',
  '{',
  '[]',
  'null',
  '"a"',
  '{}{}',
  '\u00ef\u00bb\u00bf{}',
  '{"a":1,"a":2}',
  '{"a":1e999}',
  '{"a":-0}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '{"\\u0000":"a"}',
  '{"__proto__":{"a":1}}',
  '{"a":"\u00ff"}',
  '{"a":"\u0000"}',
  `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`,
  '['.repeat(8_000),
  `{"a":"${'x'.repeat(17_000)}"}`,
]
const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json; charset=latin1',
  ',',
  '',
  'a/b/c',
]

function bodyOf(call: Call, fields: Fields, chance: Random): { body: string; type: string | null } {
  const isForm = call.body === 'form'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const text = isForm ? bytes(new URLSearchParams(textsOf(fields)).toString()) : bytes(JSON.stringify(fields))
  switch (chance(30)) {
    case 0:
      return { body: isForm ? text + oneOf(chance, oddForms) : oneOf(chance, oddJson), type }
    case 1:
      return { body: text, type: oneOf(chance, types) }
    case 2:
      return { body: text.slice(0, chance(text.length + 1)), type }
    case 3:
      return { body: `${text}${'&'.repeat(chance(2) * 17_000)}`, type: chance(2) === 0 ? null : type }
    default:
      return { body: text, type }
  }
}

const odd = [
  '',
  '0',
  '-1',
  '1.5',
  '18446744073709551615',
  '18446744073709551616',
  '9'.repeat(30),
  'abc',
  '\u00ff',
  '=',
  'A'.repeat(88),
]

/** Right except for one call in fifteen. */
function signature(
  client: Client,
  path: string,
  fields: Fields,
  nonce: string,
  chance: Random,
): Record<string, string> {
  const signed = `${path}${signedText(fields)}${nonce}`
  const headers: Record<string, string> = {
    'x-app-public-key': client.publickey,
    'x-app-nonce': nonce,
    'x-app-signed-data': sign('sha256', Buffer.from(signed), client.privateKey).toString('base64url'),
  }
  if (chance(15) > 0) return headers
  const name = oneOf(chance, Object.keys(headers))
  if (chance(4) === 0) delete headers[name]
  else headers[name] = oneOf(chance, odd)
  return headers
}

/** The canonical form; a body without one is refused before its signature is checked. */
function signedText(fields: Fields): string {
  try {
    const text = canonical(JSON.parse(JSON.stringify(fields)) as Json)
    return text === '{}' ? '' : text
  } catch {
    return ''
  }
}
