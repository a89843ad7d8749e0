import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@specie/local/postgres.ts'
import { expect, test } from 'vitest'
import { get, onboard } from '../client.ts'
import type { TestDatabase } from '../database.ts'
import { serviceForTests } from '../programs/service-for-tests.ts'
import { startService, type RunningService } from '../programs/service.ts'

let database: TestDatabase
let service: RunningService
serviceForTests((served) => void ({ database, service } = served))

const lines = (running: RunningService): any[] =>
  running
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('probes answer without a User-Agent', async () => {
  for (const [path, status] of [
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
  ] as const) {
    expect(await get(service.origin + path, {})).toMatchObject({ status: 200, body: { status } })
  }
})

test('metrics count requests by route and errors by code', async () => {
  await get(`${service.origin}/api/v1/client/time`)
  await get(`${service.origin}/nothing`)
  const { status, body } = await get(`${service.origin}/metrics`)
  expect(status).toBe(200)
  expect(body).toMatch(
    /specie_http_request_seconds_count\{route="\/api\/v1\/client\/time",method="GET",status="200"\} \d/,
  )
  expect(body).toMatch(/specie_http_errors_total\{code="not_found"\} \d/)
  expect(body).toMatch(/process_cpu_user_seconds_total/)
})

test('metrics are for this machine, or with the configured token', async () => {
  const guarded = await startService(database.url, { METRICS_TOKEN: 'test-token-not-a-secret' })
  const outside = { 'user-agent': 't', 'x-forwarded-for': '203.0.113.7' }
  expect((await get(`${guarded.origin}/metrics`, outside)).status).toBe(403)
  expect(
    (await get(`${guarded.origin}/metrics`, { ...outside, authorization: 'Bearer test-token-not-a-secret' })).status,
  ).toBe(200)
  expect((await get(`${guarded.origin}/metrics`)).status).toBe(403)
  await guarded.stop()
})

test('one log line a request: who, what, how long, under the trace id of the answer; no signature in it', async () => {
  const acme = await onboard(service.origin)
  const answer = await acme.call('accountBalance')
  const traceid = answer.headers.get('x-trace-id')
  await expect
    .poll(() => lines(service).find((line) => line.traceid === traceid))
    .toMatchObject({
      level: 'info',
      method: 'POST',
      path: '/api/v1/private/accountBalance',
      status: 200,
      institutionid: acme.institutionid,
      keyid: expect.any(String),
      ms: expect.any(Number),
    })
  const refused = await acme.call('accountBalance', {}, { signed: 'forged' })
  await expect
    .poll(() => lines(service).find((line) => line.traceid === refused.body.traceid))
    .toMatchObject({ status: 401, code: 'signature_failure' })
  const whole = service.output()
  expect(whole).not.toContain('x-app-signed-data')
  expect(whole).not.toContain('PRIVATE KEY')
})

test('SIGTERM finishes accepted requests, then exits with code 0', async () => {
  const stopping = await startService(database.url)
  const acme = await onboard(stopping.origin)
  // Lock the key's row, so that the call is in progress in the database when the signal arrives.
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = database.owner.tx(async (tx) => {
    await tx.query('select from access.key_use for update')
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const answer = acme.call('accountBalance')
  // Other tests wait in databases of their own on the same server.
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await database.owner.query(waiting)).length).toBe(1)
  const ended = once(stopping.process, 'exit')
  stopping.process.kill('SIGTERM')
  await expect.poll(() => stopping.output()).toContain('"msg":"stopping"')
  await expect(get(`${stopping.origin}/healthz`)).rejects.toThrow()
  held.resolve()
  await lock
  expect((await answer).status).toBe(200)
  expect(await ended).toEqual([0, null])
})

test('a killed database is a 503, and is found again without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specie-test-'))
  const first = await startPostgres({ folder })
  const patient = await startService(first.url('postgres'))
  const acme = await onboard(patient.origin)
  expect((await acme.call('accountBalance')).status).toBe(200)
  process.kill(first.pid(), 'SIGKILL')
  await first.exited
  // Its sessions continue until they notice that it is gone.
  await expect.poll(async () => (await acme.call('accountBalance')).status).toBe(503)
  const away = await acme.call('accountBalance')
  expect(away).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  expect(away.headers.get('retry-after')).toBe('1')
  expect((await get(`${patient.origin}/readyz`)).status).toBe(503)
  expect((await get(`${patient.origin}/healthz`)).status).toBe(200)
  const second = await startPostgres({ folder })
  await expect.poll(async () => (await acme.call('accountBalance')).status).toBe(200)
  await patient.stop()
  await second.stop()
  await rm(folder, { recursive: true })
})

test('traces reach an OpenTelemetry collector under the trace id of the answer', async () => {
  const spans: any[] = []
  const collector: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      for (const resource of JSON.parse(text).resourceSpans)
        for (const scope of resource.scopeSpans) spans.push(...scope.spans)
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const port = (collector.address() as AddressInfo).port
  const traced = await startService(database.url, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  const acme = await onboard(traced.origin)
  const traceid = (await acme.call('accountBalance')).headers.get('x-trace-id')
  await traced.stop()
  const names = spans.filter((span) => span.traceId === traceid).map((span) => span.name)
  expect(names).toContain('POST /api/v1/private/accountBalance')
  expect(names).toContain('db access.own_balances')
  collector.close()
})

test('a bad setting stops the start with one sentence', async () => {
  await expect(startService(database.url, { PORT: 'eighty' })).rejects.toThrow(
    /^PORT must be a whole number from 0 to 65535; it is "eighty"\.$/,
  )
})
