import { defOf } from '@specie/protocol/encoding/encode.ts'
import type { Endpoint } from '@specie/protocol/endpoints/endpoint.ts'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { errors } from '@specie/protocol/errors.ts'
import { sandboxCalls } from '@specie/protocol/sandbox/calls.ts'
import type { SandboxCall } from '@specie/protocol/sandbox/call.ts'
import { decimalPattern } from '@specie/protocol/money.ts'
import { version } from '@specie/service/base/version.ts'

// The SDK's part of the protocol, as plain TypeScript: the types of every request and answer, and small tables. The schemas
// stay out of the bundle, and zod with them.

type Direction = 'request' | 'answer'
type Field = { readonly type: string; readonly isOptional: boolean; readonly doc: string | undefined }

const docOf = (schema: unknown): string | undefined => (schema as Endpoint['request']).meta()?.description
const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const note = '// Made by `npm run generate` from the calls of protocol/; do not edit.'

/** Requests read these as text; they are decimal numbers. */
const amounts = new Set(['orderqty', 'price', 'quantity', 'min_received', 'max_spent'])
/** Whole numbers sent as text. */
const counts = new Set(['limit', 'wait'])
/** Requests read these as text, so that errors can say more about a wrong value than a schema could. */
const words: Readonly<Record<string, string>> = { side: "'Buy' | 'Sell'", ordtype: "'Limit'", timeinforce: "'FOK'" }
/** The client fills these in. */
const filledIn = new Set(['timestamp', 'ordtype', 'timeinforce'])

export function sdkCalls(): string {
  return [
    note,
    "import type { Amount } from '../decimal.ts'",
    "import type { Call, ListCall } from '../call/call-types.ts'",
    '',
    ...endpoints.flatMap(typesOf),
    '/** A method for each call of the API. */',
    'export interface Calls {',
    ...endpoints.flatMap(methodOf),
    '}',
    '',
    'export type CallName = keyof Calls',
    '',
    `export const version = '${version}'`,
    '',
    '/** The transport of each call. `list`: the field with the rows of a page. `id`: the client id by which a write is done once. */',
    'export const callTable = {',
    ...endpoints.map(rowOf),
    '} as const',
    '',
  ].join('\n')
}

/** The controls of UAT. Parts of the path are fields of the request. */
export function sdkSandbox(): string {
  return [
    note,
    "import type { Amount } from '../decimal.ts'",
    "import type { Call } from '../call/call-types.ts'",
    '',
    ...sandboxCalls.flatMap(sandboxTypesOf),
    '/** A method for each call of the sandbox. */',
    'export interface SandboxCalls {',
    ...sandboxCalls.flatMap(({ name, summary, description }) => [
      doc(`${summary}. ${description}`, '  '),
      `  ${name}: Call<Sandbox${pascal(name)}Request, Sandbox${pascal(name)}Answer>`,
    ]),
    '}',
    '',
    '/** The transport of each call; parts in braces are taken from the request. */',
    'export const sandboxTable = {',
    ...sandboxCalls.map(({ name, method, path }) => `  ${name}: { method: '${method}', path: '${path.slice(1)}' },`),
    '} as const',
    '',
  ].join('\n')
}

function sandboxTypesOf(call: SandboxCall): string[] {
  const name = `Sandbox${pascal(call.name)}`
  const parts = Object.entries(call.parts ?? {}).map(([part, text]) => `${doc(text, '  ')}\n  ${part}: string\n`)
  const fields = typeOf(call.request, 'request', 0)
  const isEmpty = fields === '{}'
  const whole = [...(parts.length === 0 ? [] : [`{\n${parts.join('')}}`]), ...(isEmpty ? [] : [fields])]
  return [
    `export type ${name}Request = ${whole.map((one) => (whole.length > 1 && one.includes('} | {') ? `(${one})` : one)).join(' & ') || 'Record<string, never>'}`,
    '',
    `export type ${name}Answer = ${typeOf(call.response, 'answer', 0)}`,
    '',
  ]
}

export function sdkErrors(): string {
  const rows = Object.entries(errors).map(
    ([code, { status, message, cure }]) =>
      `  ${code}: { status: ${status}, message: ${quoted(message)}, cure: ${quoted(cure)} },`,
  )
  return [
    note.replace('the calls', 'the error table'),
    'export const errorTable = {',
    ...rows,
    '} as const',
    '',
    '/** A code that the service answers. */',
    'export type ServiceCode = keyof typeof errorTable',
    '',
  ].join('\n')
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The list of rows in a paginated answer. */
function listOf({ response }: Endpoint): { field: string; row: unknown } | null {
  const { shape } = response
  // The change feed has no last page. Clients follow it.
  if (!('next_cursor' in shape) || defOf(shape['next_cursor']).type !== 'nullable') return null
  const found = Object.entries(shape).find(([, schema]) => defOf(schema).type === 'array')
  if (found === undefined) return null
  const def = defOf(found[1])
  return def.type === 'array' ? { field: found[0], row: def.element } : null
}

const idOf = ({ request }: Endpoint): string | null =>
  !('validate' in request.shape) ? null : 'clordid' in request.shape ? 'clordid' : 'clreqid'

function typesOf(endpoint: Endpoint): string[] {
  const name = pascal(endpoint.name)
  const list = listOf(endpoint)
  const answer = object(endpoint.response, 'answer', 0, list === null ? {} : { [list.field]: `${name}Row[]` })
  return [
    Object.keys(endpoint.request.shape).length === 0
      ? `export type ${name}Request = Record<string, never>`
      : `export interface ${name}Request ${object(endpoint.request, 'request', 0)}`,
    '',
    ...(list === null ? [] : [`export interface ${name}Row ${object(list.row, 'answer', 0)}`, '']),
    `export interface ${name}Answer ${answer}`,
    '',
  ]
}

function methodOf(endpoint: Endpoint): string[] {
  const name = pascal(endpoint.name)
  const type =
    listOf(endpoint) === null
      ? `Call<${name}Request, ${name}Answer>`
      : `ListCall<${name}Request, ${name}Answer, ${name}Row>`
  return [doc(`${endpoint.summary}. ${endpoint.description}`, '  '), `  ${endpoint.name}: ${type}`]
}

function rowOf(endpoint: Endpoint): string {
  const { name, method, path, body } = endpoint
  const list = listOf(endpoint)?.field
  const id = idOf(endpoint)
  const more = `${list === undefined ? '' : `, list: '${list}'`}${id === null ? '' : `, id: '${id}'`}`
  return `  ${name}: { method: '${method}', path: '${path.slice(1)}', body: '${body}'${more} },`
}

function doc(text: string, indent: string): string {
  return `${indent}/** ${text} */`
}

function object(schema: unknown, way: Direction, depth: number, over: Readonly<Record<string, string>> = {}): string {
  const def = defOf(schema)
  if (def.type !== 'object') throw new Error(`an object was expected, not ${def.type}`)
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(def.shape).flatMap(([name, inner]) => {
    const { type, isOptional, doc: text } = fieldOf(name, inner, way, depth + 1)
    return [
      ...(text === undefined ? [] : [doc(text, indent)]),
      `${indent}${name}${isOptional ? '?' : ''}: ${over[name] ?? type}`,
    ]
  })
  // Answers may have more fields than the schema names.
  const rest =
    def.catchall !== undefined && defOf(def.catchall).type === 'unknown' ? [`${indent}[name: string]: unknown`] : []
  lines.push(...rest)
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

function fieldOf(name: string, schema: unknown, way: Direction, depth: number): Field {
  const def = defOf(schema)
  const text = docOf(schema)
  if (def.type === 'optional' || def.type === 'default') {
    const inner = fieldOf(name, def.innerType, way, depth)
    const isOptional = def.type === 'optional' || way === 'request'
    return { type: orUndefined(inner.type, isOptional), isOptional, doc: text ?? inner.doc }
  }
  const type = way === 'request' ? requestType(name, schema, depth) : typeOf(schema, way, depth)
  const isOptional = way === 'request' && filledIn.has(name)
  return { type: orUndefined(type, isOptional), isOptional, doc: text }
}

/** Absent and undefined are the same to callers. */
const orUndefined = (type: string, isOptional: boolean): string =>
  isOptional && type !== 'unknown' && !type.endsWith('| undefined') ? `${type} | undefined` : type

/** `string`, or texts that a `string` includes. */
const isText = (type: string): boolean => type === 'string' || /^'[^{]*'$/.test(type)

function requestType(name: string, schema: unknown, depth: number): string {
  if (name === 'validate') return 'boolean'
  if (counts.has(name)) return 'number'
  if (amounts.has(name)) return 'Amount'
  return words[name] ?? typeOf(schema, 'request', depth)
}

function typeOf(schema: unknown, way: Direction, depth: number): string {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return object(schema, way, depth)
    case 'array': {
      const element = typeOf(def.element, way, depth)
      return element.includes(' | ') && !element.startsWith('{') ? `(${element})[]` : `${element}[]`
    }
    case 'union': {
      const options = def.options.map((option) => typeOf(option, way, depth))
      return options.includes('string') && options.every(isText) ? 'string' : options.join(' | ')
    }
    case 'nullable':
      return `${typeOf(def.innerType, way, depth)} | null`
    case 'optional':
    case 'default':
      return typeOf(def.innerType, way, depth)
    case 'enum':
      return Object.values(def.entries)
        .map((value) => `'${value}'`)
        .join(' | ')
    case 'literal':
      return def.values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ')
    case 'string':
      return way === 'request' ? textType(schema) : 'string'
    case 'pipe':
      return typeOf(def.in, way, depth)
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'tuple':
      return `[${def.items.map((item) => typeOf(item, way, depth)).join(', ')}]`
    case 'unknown':
    case 'lazy': // any JSON
      return 'unknown'
    case 'record':
      return 'Record<string, unknown>'
    default:
      throw new Error(`the SDK has no type for ${def.type}`)
  }
}

/** What a request accepts instead of bare text. */
function textType(schema: unknown): string {
  const { format } = schema as { readonly format: string | null }
  if (format === 'datetime') return 'string | Date'
  const checks = defOf(schema).checks ?? []
  const isDecimal = checks.some(({ _zod: { def } }) => 'pattern' in def && def.pattern === decimalPattern)
  return isDecimal ? 'Amount' : 'string'
}
