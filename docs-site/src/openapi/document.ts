import type { openapi } from '@specie/protocol/openapi/openapi.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'

// The parts of the OpenAPI document that the pages show, with references resolved.

export type Document = ReturnType<typeof openapi>

export type Schema = {
  readonly type?: string | readonly string[]
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly description?: string
  readonly examples?: readonly Json[]
}

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}

export type Operation = {
  readonly id: string
  readonly tag: string
  readonly method: string
  /** From the root: `/api/v1/private/addOrder`. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly signed: boolean
  readonly query: readonly Parameter[]
  /** Parts of the path in braces. */
  readonly parts: readonly Parameter[]
  /** The body of a POST and its encoding; null for a GET. */
  readonly body: { readonly mediaType: string; readonly schema: Schema } | null
  readonly answer: Schema
  readonly failures: readonly { readonly status: string; readonly code: string; readonly example: Json }[]
}

export type Tag = { readonly name: string; readonly description: string }

type Content = { readonly [mediaType: string]: { readonly schema: Json; readonly examples?: Json } }
type RawOperation = {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly description: string
  readonly security: readonly Json[]
  readonly parameters: readonly Json[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: { readonly content: Content } }
}
type RawPaths = { readonly [path: string]: { readonly [method: string]: RawOperation } }

export function tagsOf(document: Document): readonly Tag[] {
  return document['tags'] as unknown as readonly Tag[]
}

export function operationsOf(document: Document): Operation[] {
  const paths = document['paths'] as unknown as RawPaths
  const [{ url }] = document['servers'] as unknown as [{ url: string }]
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => operation(document, method.toUpperCase(), url + path, raw)),
  )
}

function operation(document: Document, method: string, path: string, raw: RawOperation): Operation {
  const parameters = raw.parameters.map((parameter) => resolveReference(document, parameter) as unknown as Parameter)
  const [mediaType, body] = Object.entries(raw.requestBody?.content ?? {})[0] ?? []
  return {
    id: raw.operationId,
    tag: raw.tags[0],
    method,
    path,
    summary: raw.summary,
    description: raw.description,
    signed: raw.security.length > 0,
    query: parameters.filter((parameter) => parameter.in === 'query'),
    parts: parameters.filter((parameter) => parameter.in === 'path'),
    body: mediaType && body ? { mediaType, schema: resolveReference(document, body.schema) as Schema } : null,
    answer: resolveReference(document, raw.responses['200']!.content['application/json']!.schema) as Schema,
    failures: failuresOf(raw),
  }
}

function failuresOf({ responses }: RawOperation): Operation['failures'] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const examples = (content['application/json']?.examples ?? {}) as { [code: string]: { value: Json } }
    return Object.entries(examples).map(([code, { value }]) => ({ status, code, example: value }))
  })
}

function resolveReference(document: Document, value: Json): Json {
  const target = (value as { readonly $ref?: string }).$ref
  if (target === undefined) return value
  const found = target
    .slice('#/'.length)
    .split('/')
    .reduce<Json | undefined>((node, key) => (node as Document | undefined)?.[key], document)
  if (found === undefined) throw new Error(`the OpenAPI document has no ${target}`)
  return found
}
