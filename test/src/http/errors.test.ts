import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sandboxCalls } from '@specie/protocol/sandbox/calls.ts'
import { expect, test } from 'vitest'
import { type Answer, get, onboard, read, sandbox } from '../client.ts'
import type { TestDatabase } from '../database.ts'
import { answersIn } from '../fuzz/wire.ts'
import { serviceForTests } from '../programs/service-for-tests.ts'
import { startService, type RunningService } from '../programs/service.ts'
import { say } from '../sockets.ts'
import { withConstants } from '../programs/constants.ts'

let database: TestDatabase
let service: RunningService
serviceForTests((served) => void ({ database, service } = served), withConstants({ requestTimeoutMs: 500 }))

type RawAnswer = { status: number; headers: Headers; body: any }

/** Sends raw bytes and reads until the server closes. */
async function raw(bytes: string): Promise<RawAnswer> {
  const { status, text } = await say(service, bytes)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [, ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]))
  const whole = JSON.parse(body.replace(/^[0-9a-f]+\r\n|\r\n0$/g, ''))
  return { status, headers, body: whole }
}

function expectShape(answer: Pick<Answer, 'status' | 'headers' | 'body'>, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('x-trace-id')).toBe(answer.body.traceid)
  expect(answer.body).toEqual({
    code,
    status,
    message: expect.stringMatching(/\.$/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    traceid: expect.stringMatching(/^[0-9a-f]{32}$/),
    details: expect.any(Object),
  })
}

test.each([
  '/nothing',
  '/api/v1',
  '/api/v1/client/nothing',
  '/api/v2/client/assets',
  '/sandbox/v1/nothing',
  '/api/v1/client/assets/',
])('unknown path %s', async (path) => {
  const answer = await get(service.origin + path)
  expectShape(answer, 404, 'not_found')
  expect(answer.headers.get('x-trace-id')).toBe(answer.body.traceid)
})

test.each([
  ['GET', '/api/v1/private/mint', 'POST /api/v1/private/mintTokens', '/api/v1/client/openapi.json'],
  ['GET', '/api/v1/client/Assets', 'GET /api/v1/client/assets', '/api/v1/client/openapi.json'],
  ['GET', '/api/v1/client/assets/', 'GET /api/v1/client/assets', '/api/v1/client/openapi.json'],
  ['POST', '/sandbox/v1/wire', 'POST /sandbox/v1/wires', '/sandbox/v1/openapi.json'],
  ['POST', '/sandbox/v1/hold/4711/release', 'POST /sandbox/v1/holds/{id}/release', '/sandbox/v1/openapi.json'],
  ['POST', '/portal/v1/sesions', 'GET /portal/v1/sessions', '/portal/v1/openapi.json'],
  ['POST', '/api/v1/client/mintTokens', 'POST /api/v1/private/mintTokens', '/api/v1/client/openapi.json'],
  ['GET', '/api/v1/private/frobnicate', null, '/api/v1/client/openapi.json'],
  ['GET', '/sandbox/v1/zzzzzzzzzz', null, '/sandbox/v1/openapi.json'],
  ['GET', '/nothing', null, '/api/v1/client/openapi.json'],
  ['GET', `/api/v1/client/${'x'.repeat(5_000)}`, null, '/api/v1/client/openapi.json'],
])('%s %s: a suggested path, and the list of all', async (method, path, meant, list) => {
  const answer = await read(await fetch(service.origin + path, { method, headers: { 'user-agent': 'specie-test' } }))
  expectShape(answer, 404, 'not_found')
  expect(answer.body.details.meant ?? null).toBe(meant)
  if (meant !== null) expect(answer.body.message).toContain(`Did you mean ${meant}?`)
  expect(answer.body.message).toContain(`${list} lists all paths`)
})

test('a signed call of a misspelt path gets the same', async () => {
  const answer = await (await onboard(service.origin)).call('mintToken')
  expectShape(answer, 404, 'not_found')
  expect(answer.body.message).toContain('Did you mean POST /api/v1/private/mintTokens?')
})

const byId = Object.values(sandboxCalls).filter(({ path }) => path.includes('{id}'))
test.each(byId.map((call) => [call.path, call] as const))(
  '%s of an unknown id is 404, as declared',
  async (path, call) => {
    expect(call.errors).toContain('not_found')
    for (const id of ['01a1dd43-ac0c-7e54-8089-855b9399b74a', 'nothing']) {
      const answer = await sandbox(service.origin, path.replace('{id}', id).slice(1), {})
      expectShape(answer, 404, 'not_found')
      expect(answer.body.message).toMatch(/^There is no such /)
    }
  },
)

test('a path that is not valid percent-encoding', async () => {
  expectShape(await get(`${service.origin}/api/v1/client/%zz`), 400, 'bad_request')
})

test('wrong methods name the right one', async () => {
  for (const [method, path, allowed] of [
    ['POST', '/api/v1/client/assets', 'GET, HEAD'],
    ['DELETE', '/api/v1/client/assets', 'GET, HEAD'],
    ['GET', '/api/v1/private/accountBalance', 'POST'],
    ['PUT', '/api/v1/private/keyInfo', 'POST'],
    ['GET', '/sandbox/v1/institutions', 'POST'],
    ['GET', '/sandbox/v1/holds/4711/release', 'POST'],
  ] as const) {
    const answer = await read(await fetch(service.origin + path, { method, headers: { 'user-agent': 'specie-test' } }))
    expectShape(answer, 405, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe(allowed)
    expect(answer.body.message).toContain(`This path takes ${allowed}, not ${method}.`)
  }
})

test.each(['/api/v1/client/assets', '/api/v1/client/time', '/nothing'])('no User-Agent at %s', async (path) => {
  const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expectShape(answer, 400, 'bad_request')
  expect(answer.body.details).toEqual({ field: 'user-agent', rule: 'required' })
})

test('an unknown or repeated query field is named', async () => {
  const unknown = await get(`${service.origin}/api/v1/client/tradingPairs?colour=red`)
  expectShape(unknown, 400, 'bad_request')
  expect(unknown.body.details).toEqual({ field: 'colour', rule: 'unknown_field' })
  expectShape(
    await get(`${service.origin}/api/v1/client/tradingPairs?status=online&status=offline`),
    400,
    'bad_request',
  )
  expectShape(await get(`${service.origin}/api/v1/client/tradingPairs?status=asleep`), 400, 'bad_request')
})

const claimed = (publickey: string) =>
  `Host: localhost\r\nUser-Agent: t\r\nx-app-public-key: ${publickey}\r\nx-app-nonce: 1\r\n` +
  `x-app-signed-data: ${Buffer.alloc(64, 1).toString('base64url')}\r\n`

test('a truncated body is a timeout, in the same shape', async () => {
  const { publickey } = await onboard(service.origin)
  const head = `POST /api/v1/private/accountBalance HTTP/1.1\r\n${claimed(publickey)}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n`
  expectShape(await raw(`${head}{"a":`), 408, 'request_timeout')
})

test('headers that never end are a timeout', async () => {
  expectShape(
    await raw('GET /api/v1/client/time HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\n'),
    408,
    'request_timeout',
  )
})

test('oversized headers', async () => {
  const answer = await raw(
    `GET /api/v1/client/time HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  expectShape(answer, 431, 'headers_too_large')
})

const time = (version: string, headers: string) =>
  `GET /api/v1/client/time HTTP/${version}\r\nUser-Agent: t\r\nConnection: close\r\n${headers}\r\n`

test('no Host', async () => {
  const answer = await raw(time('1.1', ''))
  expectShape(answer, 400, 'bad_request')
  expect(answer.body.details).toEqual({ field: 'host', rule: 'required' })
  // HTTP/1.0 had no Host.
  expect((await raw(time('1.0', ''))).status).toBe(200)
})

test.each(['200-ok', ''])('Expect: %j', async (expected) => {
  const answer = await raw(time('1.1', `Host: localhost\r\nExpect: ${expected}\r\n`))
  expectShape(answer, 400, 'bad_request')
  expect(answer.body.details).toEqual({ field: 'expect', rule: 'unsupported' })
})

test('a client may wait for 100-continue', async () => {
  const { publickey } = await onboard(service.origin)
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
  socket.write(
    `POST /api/v1/private/accountBalance HTTP/1.1\r\n${claimed(publickey)}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  )
  const [told] = (await once(socket, 'data')) as [Buffer]
  expect(String(told)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write('a=1')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
  socket.destroy()
})

test('a request with 100-continue behind another one does not spoil the answers', async () => {
  const { port, hostname } = new URL(service.origin)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  const first = 'GET /api/v1/client/time HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\n\r\n'
  // A body of bytes: before text, Node gets it right.
  const page = 'GET /docs HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\nConnection: close\r\n'
  socket.end(`${first}${page}Expect: 100-continue\r\n\r\n`)
  const answers = answersIn((await buffer(socket)).toString('latin1'), false)
  expect(answers.map((one) => one?.status)).toEqual([200, 200])
  expect(answers[1]!.body).toMatch(/^<!doctype html>[^]*<\/html>\s*$/i)
})

test('a tunnel is refused, and its connection is closed', async () => {
  const answer = await raw('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\nUser-Agent: t\r\n\r\n')
  expectShape(answer, 405, 'method_not_allowed')
  expect(answer.headers.get('allow')).toContain('POST')
})

test('an upgrade to another protocol is answered in HTTP', async () => {
  const upgrade = 'Host: localhost\r\nUpgrade: websocket\r\nConnection: close, Upgrade\r\n'
  expect((await raw(time('1.1', upgrade))).status).toBe(200)
  expectShape(
    await raw(`GET /nothing HTTP/1.1\r\nUser-Agent: t\r\nConnection: close\r\n${upgrade}\r\n`),
    404,
    'not_found',
  )
})

test.each(['/*a', '/api/v1/*/b', '*;a=b', '/:x'])('a path that would be a pattern: %s', async (path) => {
  const head = `DELETE ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\nConnection: close\r\n\r\n`
  expectShape(await raw(head), 404, 'not_found')
})

test.each(['/docs', '/api/v1/private/keyInfo', '/nothing'])('QUERY %s', async (path) => {
  const head = `QUERY ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\nConnection: close\r\n`
  for (const rest of ['', 'Content-Length: 2\r\n', 'Content-Type: a/b\r\nContent-Length: 2\r\n']) {
    const answer = await raw(`${head}${rest}\r\n${rest === '' ? '' : '{}'}`)
    if (path === '/nothing') expectShape(answer, 404, 'not_found')
    else expectShape(answer, 405, 'method_not_allowed')
  }
})

test('a client that disconnects before the headers end causes no error', async () => {
  const { publickey } = await onboard(service.origin)
  const head = `POST /api/v1/private/accountBalance HTTP/1.1\r\n${claimed(publickey)}Content-Length: 2\r\n\r\n{`
  const sent = Array.from({ length: 40 }, async (_, n) => {
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(head.slice(0, head.length - (n % 8)), () => socket.resetAndDestroy())
    await once(socket, 'close')
  })
  await Promise.all(sent)
  const metrics = (await get(`${service.origin}/metrics`)).body
  expect(metrics).not.toContain('code="internal_error"')
  expect(service.output()).not.toContain('unexpected error')
})

test.each(['TRACE', 'PROPFIND', 'PURGE', 'BREW'])('the method %s', async (method) => {
  const answer = await raw(
    `${method} /api/v1/client/time HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\nConnection: close\r\n\r\n`,
  )
  if (method === 'BREW') expectShape(answer, 400, 'bad_request')
  else expectShape(answer, 405, 'method_not_allowed')
})

test.each([
  'hello\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  '\u0016\u0003\u0001\r\n\r\n',
  'GET /a b HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nBad Header\r\n\r\n',
  'GET / HTTP/1.1\r\nA: \u0000\r\n\r\n',
])('bytes that are not HTTP: %j', async (bytes) => {
  expectShape(await raw(bytes), 400, 'bad_request')
})

test('two lengths for one body are refused', async () => {
  const { publickey } = await onboard(service.origin)
  const head = `POST /api/v1/private/accountBalance HTTP/1.1\r\n${claimed(publickey)}`
  expectShape(await raw(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`), 400, 'bad_request')
  expectShape(await raw(`${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`), 400, 'bad_request')
})

test('a body over 16 KiB is refused, also without a length', async () => {
  const { publickey } = await onboard(service.origin)
  const head = `POST /api/v1/private/accountBalance HTTP/1.1\r\n${claimed(publickey)}Content-Type: application/json\r\n`
  expectShape(await raw(`${head}Content-Length: 16385\r\n\r\n`), 413, 'payload_too_large')
  expectShape(
    await raw(`${head}Transfer-Encoding: chunked\r\n\r\n5000\r\n${'x'.repeat(0x5000)}\r\n`),
    413,
    'payload_too_large',
  )
})

test.each([
  '{"a":1,"a":2}',
  '{"a":1',
  '[]',
  '"x"',
  'null',
  '{"a":1e999}',
  '{"a":"\\ud800"}',
  `${'['.repeat(50)}${']'.repeat(50)}`,
  '\ufeff{}',
])('an ambiguous JSON body: %s', async (body) => {
  const acme = await onboard(service.origin)
  const answer = await acme.call('addPaymentRail', {}, { contentType: 'application/json', body })
  expectShape(answer, 400, 'bad_request')
})

test.each(['a=%ff', 'a=%', 'a=%4', 'a=1&a=1'])('an ambiguous form: %s', async (body) => {
  const acme = await onboard(service.origin)
  expectShape(await acme.call('accountBalance', {}, { body }), 400, 'bad_request')
})

test('a caller may send its own W3C trace id', async () => {
  const traceid = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { 'user-agent': 'specie-test', traceparent: `00-${traceid}-00f067aa0ba902b7-01` }
  expect((await get(`${service.origin}/api/v1/client/time`, headers)).headers.get('x-trace-id')).toBe(traceid)
})

test('public calls are limited per address', async () => {
  const strict = await startService(database.url, { PUBLIC_PER_SECOND: '3' })
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 100 }, () => get(`${strict.origin}/api/v1/client/time`)))
  // Three at once, and three more in each second that it takes.
  const most = 3 + Math.ceil(((performance.now() - began) / 1_000) * 3)
  const served = answers.filter(({ status }) => status === 200).length
  expect(served).toBeGreaterThanOrEqual(3)
  expect(served).toBeLessThanOrEqual(most)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const answer of refused) expectShape(answer, 429, 'rate_limited')
  expect(refused[0]!.headers.get('retry-after')).toBe('1')
  await strict.stop()
})

test('requests beyond its capacity are shed, and it recovers at once', async () => {
  const small = await startService(database.url, withConstants({ maxInFlight: 5 }))
  const shed: Answer[] = []
  const request = await database.owner.tx(async (tx) => {
    // Admitted requests wait for this table; the fifteen others are answered meanwhile.
    await tx.query('lock table chains.contract in access exclusive mode')
    const all = Array.from({ length: 20 }, () => get(`${small.origin}/api/v1/client/assets`))
    await new Promise<void>((resolve) => {
      for (const one of all) void one.then((answer) => shed.push(answer) === 15 && resolve())
    })
    return { all, refused: [...shed] }
  })
  for (const answer of request.refused) expectShape(answer, 503, 'service_unavailable')
  expect(request.refused[0]!.headers.get('retry-after')).toBe('1')
  expect((await Promise.all(request.all)).filter((answer) => answer.status === 200).length).toBe(5)
  expect((await get(`${small.origin}/readyz`)).status).toBe(200)
  await small.stop()
})
