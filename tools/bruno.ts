import type { Document } from '@specie/protocol/openapi/openapi.ts'

// The Bruno collection in samples/bruno: one request for each operation of the OpenAPI document, with values that can be sent.
// The signing script is in one place, at the collection.

type Schema = {
  properties?: { [name: string]: Schema }
  required?: string[]
  examples?: unknown[]
  enum?: unknown[]
  type?: string
}
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: [string]
  parameters: { name?: string; in?: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: { [mediaType: string]: { schema: { $ref: string } } } }
}
type OpenApi = {
  tags: { name: string; description: string }[]
  paths: { [path: string]: { get?: Operation; post?: Operation } }
  components: { schemas: { [name: string]: Schema } }
}

/** Values for examples of the schema that cannot be sent unchanged. The signing script sets `now`, `yesterday` and `id`. */
const values: { readonly [operation: string]: { readonly [field: string]: unknown } } = {
  addOrder: { timestamp: '{{now}}', clordid: '{{id}}', price: '1.01' },
  convert: { quoteid: '{{quoteid}}', clreqid: '{{id}}' },
  withdraw: { clreqid: '{{id}}' },
  cancelWithdrawal: { withdrawalid: '{{withdrawalid}}' },
  statement: { from: '{{yesterday}}', to: '{{now}}' },
  mintTokens: { clreqid: '{{id}}' },
  cancelMint: { requestid: '{{requestid}}' },
  redeemTokens: { clreqid: '{{id}}' },
  addPaymentRail: {
    railtype: 'FiatToStablecoin',
    sender: { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' },
    wallet: { destination: 'treasury' },
    instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
  },
}

/** Ids that a later request uses. Their initial value belongs to no record. */
const kept: { readonly [operation: string]: string } = {
  requestQuote: 'quoteid',
  mintTokens: 'requestid',
  withdraw: 'withdrawalid',
}
const noId = '00000000-0000-0000-0000-000000000000'

/** Each file of the collection by its path in samples/bruno. */
export function brunoFiles(document: Document): Record<string, string> {
  const api = document as unknown as OpenApi
  const operations = Object.entries(api.paths).map(([path, { get, post }]) => ({
    path,
    method: get ? 'get' : 'post',
    operation: (get ?? post)!,
  }))
  const requests = operations.map(({ path, method, operation }, index) => [
    `${operation.tags[0]}/${operation.operationId}.bru`,
    request(api, path, method, operation, index + 1),
  ])
  const folders = api.tags.map(({ name, description }, index) => [
    `${name}/folder.bru`,
    blocks(['meta', { name, seq: index + 1 }], ['docs', description]),
  ])
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: 'Specie', type: 'collection' }, null, 2)}\n`,
    'collection.bru': blocks(
      ['headers', { 'user-agent': 'bruno' }],
      ['script:pre-request', sign],
      ['script:post-response', pace],
      ['tests', tests],
      ['docs', about],
    ),
    'environments/uat.bru': blocks([
      'vars',
      {
        url: 'http://127.0.0.1:8080',
        keyfile: '{{process.env.SPECIE_KEY}}',
        ...Object.fromEntries(Object.values(kept).map((id) => [id, noId])),
      },
    ]),
    ...Object.fromEntries([...folders, ...requests]),
  }
}

function request(api: OpenApi, path: string, method: string, operation: Operation, seq: number): string {
  const { operationId, summary, description } = operation
  const content = Object.entries(operation.requestBody?.content ?? {})[0]
  const isJson = content?.[0] === 'application/json'
  const body = content ? (isJson ? 'json' : 'formUrlEncoded') : 'none'
  const target = { url: `{{url}}/api/v1${path}`, body, auth: 'none' }
  return blocks(
    ['meta', { name: operationId, type: 'http', seq }],
    [method, target],
    ['params:query', query(operation)],
    isJson
      ? ['body:json', JSON.stringify(values[operationId], null, 2)]
      : ['body:form-urlencoded', content ? formOf(api, operation, content[1].schema.$ref) : {}],
    ['script:post-response', kept[operationId] ? keep(kept[operationId]) : ''],
    ['docs', `${summary}.\n\n${description}`],
  )
}

const keep = (id: string): string => `if (res.body.${id}) bru.setVar('${id}', res.body.${id})`

const query = ({ parameters }: Operation): Record<string, unknown> =>
  Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, required, schema }) => [`${required ? '' : '~'}${name}`, exampleOf(schema!)]),
  )

/** Optional fields are shown, but not sent: `~` disables a field. */
function formOf(api: OpenApi, { operationId }: Operation, ref: string): Record<string, unknown> {
  const schema = api.components.schemas[ref.split('/').at(-1)!]!
  const given = values[operationId] ?? {}
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]): [string, unknown] => {
    const isSent = schema.required?.includes(name) || name in given
    return [`${isSent ? '' : '~'}${name}`, given[name] ?? exampleOf(field)]
  })
  return Object.fromEntries(fields)
}

const exampleOf = (schema: Schema): unknown => schema.examples?.[0] ?? schema.enum?.[0] ?? ''

type Block = [name: string, content: string | Record<string, unknown>]

/** Bruno's text format: a dictionary has a line for each key, a text block is indented. Empty blocks are omitted. */
function blocks(...all: Block[]): string {
  return all
    .map(([name, content]): [string, string[]] => [name, typeof content === 'string' ? lines(content) : pairs(content)])
    .filter(([, inside]) => inside.length > 0)
    .map(([name, inside]) => `${name} {\n${inside.map((line) => (line ? `  ${line}` : '')).join('\n')}\n}\n`)
    .join('\n')
}

const lines = (text: string): string[] => (text === '' ? [] : text.trim().split('\n'))
const pairs = (content: Record<string, unknown>): string[] =>
  Object.entries(content).map(([key, value]) => `${key}: ${String(value)}`.trimEnd())

const about = `
# Specie

Every call of the API, signed by the script of this collection.

1. Choose the environment \`uat\`. Set \`url\` to the service and \`keyfile\` to the file with your private key (PEM).
2. The script reads that file, so the collection needs Developer Mode (Bruno asks once); on the command line \`--sandbox developer\`.

Fields that are switched off are optional. Ids are kept for the calls that follow: \`requestQuote\` before \`convert\`,
\`mintTokens\` before \`cancelMint\`, \`withdraw\` before \`cancelWithdrawal\`.
`

const sign = `
const { createPrivateKey, createPublicKey, randomUUID, sign } = require('node:crypto')
const { readFileSync } = require('node:fs')

// Keys sorted at every depth, no white space.
function canonical(value) {
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']'
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.keys(value).sort().map((key) => JSON.stringify(key) + ':' + canonical(value[key]))
  return '{' + members.join(',') + '}'
}

// A form is signed as an object of strings, and an empty form as an empty text.
function signedBody(body) {
  const fields = Array.isArray(body) ? Object.fromEntries(body.map(({ name, value }) => [name, value])) : body
  return !fields || Object.keys(fields).length === 0 ? '' : canonical(fields)
}

const path = new URL(bru.interpolate(req.getUrl())).pathname
if (path.includes('/private/')) {
  bru.setVar('id', randomUUID())
  bru.setVar('now', new Date().toISOString())
  bru.setVar('yesterday', new Date(Date.now() - 86400000).toISOString())

  // A key can make one call per second.
  await bru.sleep(Math.max(0, (bru.getVar('nextcall') ?? 0) - Date.now()))

  const body = bru.interpolate(req.getBody() || {})
  req.setBody(body)
  const key = createPrivateKey(readFileSync(bru.getEnvVar('keyfile')))
  const nonce = String(Date.now())
  req.setHeader('x-app-public-key', createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'))
  req.setHeader('x-app-nonce', nonce)
  req.setHeader('x-app-signed-data', sign('sha256', Buffer.from(path + signedBody(body) + nonce), key).toString('base64url'))
}
`

const pace = `
// The second counts from when the service admits the call: at the latest when it answers.
bru.setVar('nextcall', Date.now() + 1000)
`

const tests = `
test('the signature is accepted', () => expect(res.getStatus()).not.to.equal(401))
`
