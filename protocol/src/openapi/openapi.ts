import { z } from 'zod'
import { type Endpoint, errorsOf } from '../endpoints/endpoint.ts'
import { endpoints } from '../endpoints/endpoints.ts'
import { authReasons, errorBody, type ErrorCode, errors } from '../errors.ts'
import type { Json } from '../encoding/json.ts'
import { overview } from './openapi-text.ts'

// OpenAPI 3.1 from the tables of the service. The same input gives the same text.

type Server = { readonly url: string; readonly description: string }
export type Document = { readonly [key: string]: Json }

/** `servers` are base addresses that end in /api/v1. */
export function openapi({ servers, version }: { servers: readonly Server[]; version: string }): Document {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Specie API',
      version,
      summary: 'Stablecoin issuance and redemption, payment rails, fill-or-kill trading.',
      description: overview,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: servers.map(({ url, description }) => ({ url, description })),
    tags: [
      { name: 'Reference', description: 'Public: no signature.' },
      { name: 'Account', description: 'Signed: an institution’s data about itself.' },
      { name: 'Transfers', description: 'Signed: money in and out.' },
      { name: 'Trading', description: 'Signed: fill-or-kill orders, firm quotes, conversions.' },
      { name: 'Supply', description: 'Signed: minting and redemption of coins.' },
      { name: 'Rails', description: 'Signed: standing instructions that turn fiat into coins and coins into fiat.' },
    ],
    paths: Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, pathItem(endpoint)])),
    components: components(),
  }
}

function pathItem(endpoint: Endpoint): Document {
  const { name, tag, summary } = endpoint
  const operation = {
    operationId: name,
    tags: [tag],
    summary,
    description: [endpoint.description, needs(endpoint)].filter(Boolean).join('\n\n'),
    security: endpoint.access === 'signed' ? [{ publicKey: [], nonce: [], signature: [] }] : [],
    parameters: [ref('parameters', 'UserAgent'), ...queryParameters(endpoint)],
    ...requestBody(endpoint),
    responses: responses(endpoint),
  }
  return { [endpoint.method.toLowerCase()]: operation }
}

function needs(endpoint: Endpoint): string {
  if (endpoint.access === 'public') return ''
  const { scope, agreement } = endpoint.needs
  const agreements =
    agreement === 'any' ? ' and any active agreement' : agreement ? ` and the agreement \`${agreement}\`` : ''
  return `Needs a key with scope \`${scope}\`, approved KYB${agreements}.`
}

function queryParameters(endpoint: Endpoint): Json[] {
  if (endpoint.method !== 'GET') return []
  return Object.entries(endpoint.request.shape).map(([name, field]) => {
    const { description = '', ...schema } = jsonSchema(field as z.ZodType)
    return { name, in: 'query', required: !(field as z.ZodType).safeParse(undefined).success, description, schema }
  })
}

const mediaTypes = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const

function requestBody(endpoint: Endpoint): Document {
  if (endpoint.body === 'none') return {}
  const empty = Object.keys(endpoint.request.shape).length === 0
  return {
    requestBody: {
      description: empty ? 'No fields. Send an empty body.' : 'The fields of the call.',
      required: !empty,
      content: { [mediaTypes[endpoint.body]]: { schema: ref('schemas', `${title(endpoint)}Request`) } },
    },
  }
}

function responses(endpoint: Endpoint): Document {
  const success = {
    description: 'The answer.',
    headers: headers(endpoint.access === 'signed' ? ['x-trace-id', 'RateLimit-Policy', 'RateLimit'] : ['x-trace-id']),
    content: { 'application/json': { schema: ref('schemas', `${title(endpoint)}Response`) } },
  }
  const failures = Map.groupBy(errorsOf(endpoint), (code) => errors[code].status)
  const byStatus = [...failures].toSorted(([a], [b]) => a - b)
  return Object.fromEntries([
    ['200', success],
    ...byStatus.map(([status, codes]) => [String(status), failure(status, codes)]),
  ])
}

/** The meaning of a status: its codes, each with its cure. */
export function failure(status: number, codes: ErrorCode[]): Document {
  const waits = status === 429 || status === 503
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].message} ${errors[code].cure}`).join('\n\n'),
    headers: headers(waits ? ['x-trace-id', 'Retry-After'] : ['x-trace-id']),
    content: {
      'application/json': {
        schema: ref('schemas', 'Error'),
        examples: Object.fromEntries(codes.map((code) => [code, { summary: errors[code].cure, value: example(code) }])),
      },
    },
  }
}

const exampleDetails: { readonly [code in ErrorCode]?: Document } = {
  bad_request: { field: 'status', rule: 'invalid_value' },
  signature_failure: { reason: 'unknown_key' },
  invalid_nonce: { reason: 'stale_nonce', last_nonce: '1794657600000' },
  scope_missing: { scope: 'read' },
  rate_limited: { retry_after_ms: 640 },
}

function example(code: ErrorCode): Document {
  const { status, message, cure } = errors[code]
  const when = { timestamp: '2026-11-14T12:00:00.000Z', traceid: '3f0d5c1f6a9b4e0c8d7b2a1e9c4f5d60' }
  return { code, status, message: `${message} ${cure}`, ...when, details: exampleDetails[code] ?? {} }
}

function components(): Document {
  const schemas = endpoints.flatMap((endpoint): [string, Document][] => [
    ...(endpoint.body === 'none'
      ? []
      : [[`${title(endpoint)}Request`, jsonSchema(endpoint.request)] as [string, Document]]),
    [`${title(endpoint)}Response`, jsonSchema(endpoint.response)],
  ])
  return {
    schemas: Object.fromEntries([...schemas, ['Error', jsonSchema(errorBody)]]),
    parameters: {
      UserAgent: {
        name: 'User-Agent',
        in: 'header',
        required: true,
        description: 'Any text that identifies the client. Required on every request.',
        schema: { type: 'string', minLength: 1 },
        example: 'acme-treasury/1.4',
      },
    },
    headers: headerComponents(Object.keys(headerTexts)),
    securitySchemes: {
      publicKey: header('x-app-public-key', 'Your registered P-256 public key: SPKI DER in base64 or base64url.'),
      nonce: header(
        'x-app-nonce',
        'A uint64, strictly higher than the last one of this key: UNIX time in milliseconds.',
      ),
      signature: header(
        'x-app-signed-data',
        `The signature in base64url; DER or P1363. A 401 explains itself: ${reasons()}.`,
      ),
    },
  }
}

const reasons = (): string =>
  Object.entries(authReasons)
    .map(([reason, text]) => `\`${reason}\`, ${text}`)
    .join('; ')

const headerTexts: { readonly [name: string]: readonly [schema: Document, description: string] } = {
  'x-trace-id': [{ type: 'string' }, 'Identifies the request; quote it to support.'],
  'RateLimit-Policy': [{ type: 'string', examples: ['"key";q=1;w=1'] }, 'One request per second and key.'],
  RateLimit: [{ type: 'string', examples: ['"key";r=0;t=1'] }, 'Remaining requests, and seconds until the next.'],
  'Retry-After': [{ type: 'integer', minimum: 0 }, 'Seconds to wait.'],
}

/** The response headers of these names, as components. */
export const headerComponents = (names: readonly string[]): Document =>
  Object.fromEntries(
    names.map((name) => {
      const [schema, description] = headerTexts[name]!
      return [name, { description, schema }]
    }),
  )

function header(name: string, description: string): Document {
  return { type: 'apiKey', in: 'header', name, description }
}

export function headers(names: readonly string[]): Document {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]))
}

export function ref(kind: 'schemas' | 'parameters' | 'headers', name: string): Document {
  return { $ref: `#/components/${kind}/${name}` }
}

function title({ name }: Endpoint): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** `input`, because the output schema closes every object, and answers may gain fields (api.md). */
export function jsonSchema(schema: z.ZodType): Document {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', override: dropSafeBounds })
  return rest as Document
}

/** zod writes the bounds of a safe integer on every integer, which are noise to a reader. */
function dropSafeBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
