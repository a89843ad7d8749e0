import { z } from 'zod'
import { anyCall } from '../endpoints/endpoint.ts'
import { errorBody, errors } from '../errors.ts'
import type { Json } from '../encoding/json.ts'
import { type Document, failure, headerComponents, headers, jsonSchema } from '../openapi/openapi.ts'
import { sandboxCalls } from './calls.ts'
import { type SandboxCall, sandboxPath } from './call.ts'

// OpenAPI of the sandbox, from the table of the service. A separate document: production does not have it.

const tags: { readonly [tag in SandboxCall['tag']]: string } = {
  Institutions: 'Institutions and people.',
  Money: 'Incoming money, and payments over rails.',
  Destinations: 'Wallets and bank accounts for withdrawals.',
  Market: 'Books, pairs and reference rates.',
  Review: 'Holds, decided by two simulated officers.',
  Time: 'Settlement time, and how to reach every state.',
  Chains: 'Faults of the chains, and their explorer.',
  Counterparts: 'Controls of the bank, the provider and the venues.',
}

export function sandboxOpenapi({ version }: { version: string }): Document {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Specie sandbox',
      version,
      summary: 'UAT only. Produces situations for tests.',
      description:
        'JSON without a signature. It answers calls from its own machine; if its operator has set a SANDBOX_TOKEN, every caller sends it as `Authorization: Bearer`. It acts through the real flows, and production does not have it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: sandboxPath, description: 'the sandbox of this service' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: pathsOf(),
    components: {
      schemas: { Error: jsonSchema(errorBody) },
      headers: headerComponents(['x-trace-id', 'Retry-After']),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

/** A path may have a GET and a POST. */
function pathsOf(): Document {
  const paths: { [path: string]: Document } = {}
  for (const call of sandboxCalls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) }
  }
  return paths
}

function operation(call: SandboxCall): Document {
  const failures = [...Map.groupBy([...anyCall, ...call.errors], (code) => errors[code].status)]
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]): [string, Document] => [String(status), failure(status, [...new Set(codes)])])
  const answer = {
    description: 'The answer.',
    headers: headers(['x-trace-id']),
    content: { 'application/json': { schema: jsonSchema(call.response) } },
  }
  return {
    operationId: call.name,
    tags: [call.tag],
    summary: call.summary,
    description: call.description,
    security: [],
    parameters: [...partsOf(call), ...queryOf(call)],
    ...(call.method === 'POST' && {
      requestBody: { required: false, content: { 'application/json': { schema: jsonSchema(call.request) } } },
    }),
    responses: Object.fromEntries<Json>([['200', answer], ...failures]),
  }
}

const partsOf = ({ parts = {} }: SandboxCall): Json[] =>
  Object.entries(parts).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }))

function queryOf({ method, request }: SandboxCall): Json[] {
  if (method !== 'GET' || !(request instanceof z.ZodObject)) return []
  return Object.entries(request.shape).map(([name, field]) => {
    const { description = '', ...schema } = jsonSchema(field as z.ZodType)
    return { name, in: 'query', required: false, description, schema }
  })
}
