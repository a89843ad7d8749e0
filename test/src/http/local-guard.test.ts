import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { startService, type RunningService } from '../programs/service.ts'
import { say } from '../sockets.ts'

// Which callers count as this machine, and the spelling of paths.

let database: TestDatabase
let service: RunningService
let guarded: RunningService
const token = 'test-token-not-a-secret'

beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url)
  guarded = await startService(database.url, { SANDBOX_TOKEN: token, METRICS_TOKEN: token })
})
afterAll(async () => {
  await service.stop()
  await guarded.stop()
  await database.drop()
})

/** Any header may be set, including those that fetch reserves. */
function ask(method: string, path: string, headers: Record<string, string>, { origin } = service): Promise<number> {
  return new Promise((resolve, reject) => {
    const own = { 'user-agent': 't', 'content-type': 'application/json' }
    const requested = request(origin + path, { method, headers: { ...own, ...headers } }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    requested.on('error', reject)
    requested.end(method === 'POST' ? '{"name":"Somebody"}' : undefined)
  })
}
const onboarding = (headers: Record<string, string>, at = service) =>
  ask('POST', '/sandbox/v1/institutions', headers, at)
const withToken = { authorization: `Bearer ${token}` }

test('a program on this machine needs no token', async () => {
  expect(await onboarding({})).toBe(200)
  expect(await ask('GET', '/metrics', {})).toBe(200)
})

test('a configured token is required of a program on this machine, too', async () => {
  expect(await onboarding({}, guarded)).toBe(403)
  expect(await onboarding({ authorization: 'Bearer another-token-not-a-secret' }, guarded)).toBe(403)
  expect(await ask('GET', '/metrics', {}, guarded)).toBe(403)
  expect(await onboarding(withToken, guarded)).toBe(200)
  expect(await ask('GET', '/metrics', withToken, guarded)).toBe(200)
})

test.each([
  ['forwarded', 'for=203.0.113.7'],
  ['x-forwarded-for', '203.0.113.7'],
  ['x-forwarded-host', 'api.example'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-server', 'edge'],
  ['x-real-ip', '203.0.113.7'],
  ['x-client-ip', '203.0.113.7'],
  ['x-cluster-client-ip', '203.0.113.7'],
  ['true-client-ip', '203.0.113.7'],
  ['x-original-forwarded-for', '203.0.113.7'],
  ['x-envoy-external-address', '203.0.113.7'],
  ['cf-connecting-ip', '203.0.113.7'],
  ['cf-ray', '1'],
  ['fastly-client-ip', '203.0.113.7'],
  ['fly-client-ip', '203.0.113.7'],
  ['x-amzn-trace-id', 'Root=1'],
  ['via', '1.1 edge'],
  ['cdn-loop', 'cdn'],
])('a call forwarded by a proxy (%s) does not come from this machine', async (name, value) => {
  expect(await onboarding({ [name]: value })).toBe(403)
  expect(await ask('GET', '/metrics', { [name]: value })).toBe(403)
  expect(await onboarding({ [name]: value, ...withToken }, guarded)).toBe(200)
})

test('a call that a proxy forwards without a header is refused because of its HTTP version', async () => {
  const old = `GET /metrics HTTP/1.0\r\nHost: 127.0.0.1\r\nUser-Agent: t\r\n\r\n`
  expect((await say({ origin: service.origin }, old)).status).toBe(403)
})

test.each([
  ['localhost', 'evil.example'],
  ['evil.example', 'localhost'],
])('two names (%s, %s) are ambiguous', async (first, second) => {
  const hosts = `Host: ${first}\r\nHost: ${second}\r\n`
  const bytes = `GET /metrics HTTP/1.1\r\n${hosts}User-Agent: t\r\nConnection: close\r\n\r\n`
  expect((await say({ origin: service.origin }, bytes)).status).toBe(403)
})

test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'localhost:80.evil.example'])(
  'a foreign name (%s) that resolves to this machine is refused',
  async (host) => {
    expect(await onboarding({ host })).toBe(403)
    expect(await ask('GET', '/metrics', { host })).toBe(403)
  },
)

describe('a page in a browser on this machine', () => {
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:3000' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('of another origin changes nothing: %j', async (headers) => {
    expect(await onboarding(headers)).toBe(403)
    expect(await ask('POST', '/sandbox/v1/clock/reset', headers)).toBe(403)
    expect(await onboarding({ ...headers, ...withToken }, guarded)).toBe(200)
  })

  test('of our own origin may', async () => {
    const { host } = new URL(service.origin)
    expect(await onboarding({ origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(200)
  })
})

test.each([
  'GET /api/v1/client/%74ime',
  'GET /api/v1/%63lient/time',
  'GET /%61pi/v1/client/time',
  'GET /%68ealthz',
  'GET /%6detrics',
  'GET /%64ocs',
  'POST /api/v1/private/%61ddOrder',
  'POST /api/v1/%70rivate/addOrder',
  'POST /sandbox/v1/%69nstitutions',
  'POST /%73andbox/v1/institutions',
  'POST /sandbox/v1/%63lock/reset',
  'POST /sandbox/v1/%72ails/1/close',
  'POST /sandbox/v1/rails/1/%63lose',
  'GET //api/v1/client/time',
  'GET /api//v1/client/time',
  'GET /api/v1/client//time',
  'GET /api/v1/./client/time',
  'GET /api/v1/private/../client/time',
  'GET /api/v1/client/time/',
  'GET /api/v1/client/time/.',
  'GET /api/v1/client/time%2f',
  'GET /API/v1/client/time',
  'GET /api/v1/client/time#',
  'GET /metrics#x',
  'GET /sandbox/v1/clock#',
  'GET http://localhost/api/v1/client/time',
  'GET http://evil.example/sandbox/v1/clock',
  'GET http://evil.example/metrics',
  'POST http://localhost/api/v1/private/addOrder',
])('%s is not a path of ours', async (line) => {
  const bytes = `${line} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
  expect((await say({ origin: service.origin }, bytes)).status).toBe(404)
})

test('parameters of a path may be spelled freely', async () => {
  const answer = await get(`${service.origin}/sandbox/v1/scenarios`)
  expect(answer.status).toBe(200)
  const { status, text } = await say(
    { origin: service.origin },
    'POST /sandbox/v1/rails/%31/close HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  )
  expect(status).toBe(404)
  expect(text).toContain('"details":{"railid":"1"}')
})
