import type { z } from 'zod'
import { errorBody, errors } from '../errors.ts'
import type { Json } from '../encoding/json.ts'
import { type Document, failure, headerComponents, headers, jsonSchema, ref } from './openapi.ts'
import { acts } from '../people/acts.ts'
import { errorsOfCall, idsOf, needsBrowser, needsFresh, type PeopleCall, prefixesOf } from '../web-api/call.ts'
import { peopleCalls } from '../people-calls.ts'

// OpenAPI of the portal and the console, from the tables of the service.

export function peopleOpenapi({ version }: { version: string }): Document {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Specie portal and console',
      version,
      summary: 'For people: institution users under /portal/v1, staff under /console/v1.',
      description:
        'JSON with a session in a cookie. A POST needs the content type application/json and our own Origin. A program sends a token of its person as `Authorization: Bearer …` instead.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'this service' }],
    tags: [...new Set(peopleCalls.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(),
    components: {
      schemas: Object.fromEntries([
        ...peopleCalls.flatMap((call): [string, Document][] => [
          ...(hasBody(call) ? [[`${title(call)}Request`, jsonSchema(bodyOf(call))] as [string, Document]] : []),
          ...(call.download ? [] : [[`${title(call)}Response`, jsonSchema(call.response)] as [string, Document]]),
        ]),
        ['Error', jsonSchema(errorBody)],
      ]),
      headers: headerComponents(['x-trace-id', 'Retry-After']),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-specie',
          description: 'Over https. Over http, on this machine only, the cookie is named `specie`.',
        },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

/** A path may have a GET and a POST. */
function pathsOf(): Document {
  const paths: { [path: string]: Document } = {}
  for (const call of peopleCalls) {
    for (const prefix of prefixesOf(call)) {
      const path = prefix + call.path
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, prefix.split('/')[1]!) }
    }
  }
  return paths
}

function operation(call: PeopleCall, side: string): Document {
  const codes = Map.groupBy(errorsOfCall(call), (code) => errors[code].status)
  const failures = [...codes]
    .toSorted(([a], [b]) => a - b)
    .map(([status, some]) => [String(status), failure(status, some)])
  return {
    operationId: `${side}_${call.name}`,
    tags: [call.tag],
    summary: call.summary,
    description: `${call.description}\n\n${needs(call)}`,
    security: call.act === 'anyone' ? [] : [{ session: [] }, { token: [] }],
    parameters: parametersOf(call),
    ...(hasBody(call) && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: ref('schemas', `${title(call)}Request`) } },
      },
    }),
    ...(call.upload && { requestBody: { required: true, content: file } }),
    responses: Object.fromEntries([
      [
        '200',
        {
          description: 'The answer.',
          headers: headers(['x-trace-id']),
          content: call.download ? file : { 'application/json': { schema: ref('schemas', `${title(call)}Response`) } },
        },
      ],
      ...failures,
    ]) as Document,
  }
}

function needs(call: PeopleCall): string {
  const fresh = needsFresh(call) ? ' and a fresh factor' : ''
  if (call.act === 'anyone') return 'Needs no session.'
  const browser = needsBrowser(call) ? ' A token cannot make this call.' : ''
  if (call.act === 'self') return `Needs a session${fresh}.${browser}`
  return `Needs the role ${acts[call.act].roles.join(' or ')}${fresh}.${browser}`
}

/** The fields of a POST that are not in its path. */
const bodyOf = (call: PeopleCall): z.ZodType => {
  const ids = idsOf(call)
  if (ids.length === 0) return call.request
  return call.request.omit(Object.fromEntries(ids.map((name) => [name, true])) as never)
}

/** Bytes of any type. */
const file = { '*/*': {} } as const

const hasBody = ({ method, upload }: PeopleCall): boolean => method === 'POST' && upload === undefined

function parametersOf(call: PeopleCall): Json[] {
  const ids = idsOf(call)
  const shape = Object.entries(call.request.shape) as [string, z.ZodType][]
  return shape
    .filter(([name]) => ids.includes(name) || !hasBody(call))
    .map(([name, field]) => {
      const { description = '', ...schema } = jsonSchema(field)
      const required = ids.includes(name) || !field.safeParse(undefined).success
      return { name, in: ids.includes(name) ? 'path' : 'query', required, description, schema }
    })
}

const title = ({ name }: PeopleCall): string => name.charAt(0).toUpperCase() + name.slice(1)
