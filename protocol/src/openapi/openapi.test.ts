import { expect, test } from 'vitest'
import { errorsOf } from '../endpoints/endpoint.ts'
import { endpoints } from '../endpoints/endpoints.ts'
import { errorBody, errors } from '../errors.ts'
import { openapi } from './openapi.ts'

type Node = { [key: string]: any }

const build = (): Node =>
  openapi({ servers: [{ url: 'https://uat.example/api/v1', description: 'UAT' }], version: '0.1.0' })
const document = build()

const operationOf = ({ path, method }: (typeof endpoints)[number]): Node =>
  document['paths'][path][method.toLowerCase()]

function* nodes(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const child of Object.values(value)) yield* nodes(child)
}

const follow = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<any>((node, key) => node?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)

test('it is plain JSON and the same every time', () => {
  const text = JSON.stringify(document)
  expect(JSON.parse(text)).toEqual(document)
  expect(JSON.stringify(build())).toBe(text)
})

test('every reference has a target, and every definition is used', () => {
  const refs = [...nodes(document)].flatMap((node) => (typeof node['$ref'] === 'string' ? [node['$ref']] : []))
  for (const ref of refs) expect(follow(ref), ref).toBeDefined()
  for (const kind of ['schemas', 'parameters', 'headers']) {
    for (const name of Object.keys(document['components'][kind])) expect(refs).toContain(`#/components/${kind}/${name}`)
  }
})

test('it has what OpenAPI 3.1 requires of a document, an operation and a response', () => {
  expect(document['openapi']).toMatch(/^3\.1\.\d+$/)
  expect(document['info']).toMatchObject({ title: expect.any(String), version: '0.1.0' })
  const names = Object.values<Node>(document['components']).flatMap((kind) => Object.keys(kind))
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9._-]+$/)
  const tags = document['tags'].map((tag: Node) => tag['name'])
  const schemes = Object.keys(document['components']['securitySchemes'])
  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint)
    for (const tag of operation['tags']) expect(tags).toContain(tag)
    for (const need of operation['security']) expect(schemes).toEqual(Object.keys(need))
    for (const [status, response] of Object.entries<Node>(operation['responses'])) {
      expect(status).toMatch(/^[1-5]\d\d$/)
      expect(response['description']).not.toBe('')
    }
  }
})

test('every endpoint appears once, signed ones with their three headers', () => {
  expect(Object.keys(document['paths'])).toEqual(endpoints.map((endpoint) => endpoint.path))
  expect(new Set(endpoints.map((endpoint) => endpoint.name)).size).toBe(endpoints.length)
  for (const endpoint of endpoints) {
    expect(operationOf(endpoint)['operationId']).toBe(endpoint.name)
    expect(operationOf(endpoint)['security']).toHaveLength(endpoint.access === 'signed' ? 1 : 0)
  }
})

test('every error of an endpoint is shown under its status, with an example of a real error body', () => {
  for (const endpoint of endpoints) {
    const codes = errorsOf(endpoint)
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) {
      const { content } = operationOf(endpoint)['responses'][errors[code].status] as Node
      const { value } = content['application/json'].examples[code]
      expect(errorBody.parse(value)).toMatchObject({ code, status: errors[code].status })
    }
  }
})

test('an answer may gain fields, a request may not', () => {
  expect(document['components'].schemas.AccountBalanceRequest.additionalProperties).toBe(false)
  const open = [...nodes(document['components'].schemas.AccountBalanceResponse)]
  expect(open).toContainEqual(expect.objectContaining({ type: 'object' }))
  expect(open.filter((node) => 'additionalProperties' in node)).toEqual([])
})

test('it explains to an integrator how to sign', () => {
  expect(document['info'].description).toContain('\n/api/v1/private/accountBalance1763121600004\n')
})
