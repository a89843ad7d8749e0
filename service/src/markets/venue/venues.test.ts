import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { readConfig } from '../../base/config.ts'
import type { ExecutionRequest, Venue } from '../../base/ports/venue.ts'
import { createLog } from '../../base/observability/log.ts'
import { httpVenue, openVenues } from './venues.ts'

const secret = 'liquidity-test-secret'
const instruments = [
  { symbol: 'VCHF/CHF', tick: '0.0001', lot: '0.01', minimum: '1' },
  { symbol: 'BTC/CHF', tick: '0.01', lot: '0.0001', minimum: '0.0001' },
]

/** A small venue whose answers a test sets. */
async function startVenue() {
  const streams = new Set<ServerResponse>()
  const answers = new Map<string, (body: string) => { status: number; json: unknown } | 'never'>()
  const requests: { call: string; body: string }[] = []
  answers.set('GET /lp/alpha/v1/instruments', () => ({ status: 200, json: { instruments } }))
  const server = createServer((request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const call = `${request.method} ${request.url}`
    requests.push({ call, body })
    const { 'x-key': key, 'x-timestamp': timestamp, 'x-signature': signature } = request.headers
    const signed = [timestamp, request.method, request.url, '', body].join('\n')
    const fits = signature === createHmac('sha256', secret).update(signed).digest('hex') && key === 'specie'
    const answer = fits ? answers.get(call)?.(body) : { status: 401, json: { error: 'x-signature does not fit' } }
    if (call === 'GET /lp/alpha/v1/stream' && !answer) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      streams.add(response.on('close', () => streams.delete(response)))
    } else if (answer !== 'never') {
      const { status, json } = answer ?? { status: 404, json: { error: 'never seen' } }
      response.writeHead(status, { 'content-type': 'application/json', ...(status === 307 ? { location: '/' } : {}) })
      response.end(typeof json === 'string' ? json : JSON.stringify(json))
    }
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/lp/alpha`,
    answers,
    requests,
    streams,
    send: (bytes: string | Uint8Array) => {
      for (const stream of streams) stream.write(bytes)
    },
    drop: () => {
      for (const stream of streams) stream.destroy()
    },
    end: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

let server: Awaited<ReturnType<typeof startVenue>>
let venue: Venue
let ahead = 0
let logged: string[] = []
/** The clock does not move by itself, so that a test decides when quotes expire. */
const start = systemClock.wall()
const clock = { ...systemClock, wall: () => start + ahead }
const log = pino({ level: 'info' }, { write: (line) => logged.push(line) })

const open = (over: { silenceMs?: number; secret?: string } = {}) =>
  httpVenue({ name: 'alpha', url: server.url, key: 'specie', secret, log, clock, ...over })

beforeEach(async () => {
  ahead = 0
  logged = []
  server = await startVenue()
  venue = open()
})
afterEach(async () => {
  await venue.close()
  await server.end()
})

const message = (ladders: unknown[], forMs = 2_000): string => {
  const expires_at = new Date(start + forMs).toISOString()
  return `event: ladders\ndata: ${JSON.stringify({ at: expires_at, expires_at, ladders })}\n\n`
}
const par = (quoteid: string) => ({ symbol: 'VCHF/CHF', bids: [], asks: [[quoteid, '1.0002', '5000']] })
const bitcoin = { symbol: 'BTC/CHF', bids: [['b1', '92499.5', '0.5']], asks: [] }
const best = () => venue.ladder('VCHF/CHF')?.asks[0]?.quoteid ?? null
const poll = <T>(what: () => T) => expect.poll(what, { interval: 5 })

/** Sends the quote until it arrives, because the server may not have noticed yet that a stream was lost. */
async function quoted(quoteid: string): Promise<void> {
  await poll(() => {
    server.send(message([par(quoteid)]))
    return best()
  }).toBe(quoteid)
}

test('quotes are valid until the next message, which replaces all of them', async () => {
  expect(venue.ladder('VCHF/CHF')).toBeNull()
  expect(venue.health().heardAt).toBeNull()
  await quoted('q1')
  expect(venue.health()).toEqual({ connected: true, heardAt: expect.any(Date) })
  expect(venue.instruments().get('VCHF/CHF')).toMatchObject({ tick: 1n, lot: 10_000n, minimum: 1_000_000n })
  expect(venue.ladder('VCHF/CHF')).toMatchObject({ asks: [{ quoteid: 'q1', price: 10_002n, qty: 5_000_000_000n }] })
  server.send(message([bitcoin]))
  await poll(() => venue.ladder('BTC/CHF')).not.toBeNull()
  expect(venue.ladder('VCHF/CHF')).toBeNull()
})

test('quotes end at their expiry, and at the latest three seconds after their arrival', async () => {
  await poll(() => server.streams.size).toBe(1)
  server.send(message([par('q1')], 1_000))
  await poll(best).toBe('q1')
  ahead = 1_000
  expect(venue.ladder('VCHF/CHF')).toBeNull()
  ahead = 0
  server.send(message([par('q2')], 60_000))
  await poll(best).toBe('q2')
  ahead = 3_000
  expect(venue.ladder('VCHF/CHF')).toBeNull()
})

test('a message may arrive in any pieces', async () => {
  await poll(() => server.streams.size).toBe(1)
  const bytes = Buffer.from(`: grüezi 🏔\n\n${message([par('q1'), bitcoin])}`)
  for (const byte of bytes) server.send(Uint8Array.of(byte))
  await poll(best).toBe('q1')
})

test('a malformed message leaves no quote; a malformed level leaves the others', async () => {
  await quoted('q1')
  server.send('event: ladders\ndata: {"at":1\n\n')
  await poll(best).toBeNull()
  server.send('event: news\ndata: {}\n\n')
  server.send(message([{ ...par('q2'), asks: [['bad', '1.00021', '1'], ...par('q2').asks] }]))
  await poll(best).toBe('q2')
  // One line for all of it.
  expect(logged.filter((line) => line.includes('cannot be used'))).toHaveLength(1)
  expect(logged.join()).toMatch(/"venue":"alpha".*a message cannot be read/)
})

test('a lost connection drops the quotes and is reopened, instruments first', async () => {
  await quoted('q1')
  server.drop()
  await poll(best).toBeNull()
  await poll(() => venue.health().connected).toBe(true)
  expect(venue.ladder('VCHF/CHF')).toBeNull()
  await quoted('q2')
  const calls = server.requests.map(({ call }) => call.replace('GET /lp/alpha/v1/', ''))
  expect(calls).toEqual(['instruments', 'stream', 'instruments', 'stream'])
  expect(logged.join()).toContain('a venue is unreachable')
})

test('a venue that ends its stream or refuses it is retried', async () => {
  await quoted('q1')
  let refusals = 0
  server.answers.set('GET /lp/alpha/v1/stream', () => ({ status: (refusals += 1) > 1 ? 503 : 500, json: {} }))
  for (const stream of server.streams) stream.end()
  await poll(best).toBeNull()
  await poll(() => refusals).toBe(2)
  server.answers.delete('GET /lp/alpha/v1/stream')
  await quoted('q2')
})

test('a silent connection counts as lost', async () => {
  await venue.close()
  venue = open({ silenceMs: 100 })
  await quoted('q1')
  await poll(best).toBeNull()
  await quoted('q2')
  expect(logged.join()).toContain('it was silent for 100 ms')
})

test('any byte counts as activity', async () => {
  await venue.close()
  server.requests.length = 0
  venue = open({ silenceMs: 1_000 })
  await quoted('q1')
  const from = systemClock.elapsed()
  await poll(() => {
    server.send(': still here\n\n')
    return systemClock.elapsed() - from > 1_500
  }).toBe(true)
  expect(server.requests.map(({ call }) => call)).toEqual(['GET /lp/alpha/v1/instruments', 'GET /lp/alpha/v1/stream'])
  expect(best()).toBe('q1')
})

test('a venue that rejects our secret has no quotes', async () => {
  await venue.close()
  venue = open({ secret: 'another-test-secret' })
  await poll(() => logged.join()).toContain('it answered 401: {\\"error\\":\\"x-signature does not fit')
  expect(venue.health().connected).toBe(false)
})

const request: ExecutionRequest = {
  symbol: 'VCHF/CHF',
  side: 'Buy',
  quoteid: 'q1',
  qty: 1_000_000_000n,
  price: 10_002n,
  amount: 100_020n,
}
const executions = 'POST /lp/alpha/v1/executions'

test('an execution is filled or killed, as the venue reports', async () => {
  server.answers.set(executions, () => ({ status: 200, json: { status: 'filled' } }))
  expect(await venue.execute('e1', request, 1_000)).toEqual({ status: 'filled' })
  const sent = { symbol: 'VCHF/CHF', side: 'Buy', quoteid: 'q1', qty: '1000', price: '1.0002', amount: '1000.2' }
  expect(JSON.parse(server.requests.find(({ call }) => call === executions)!.body)).toEqual({ id: 'e1', ...sent })
  server.answers.set(executions, () => ({ status: 200, json: { status: 'killed', reason: 'expired' } }))
  expect(await venue.execute('e2', request, 1_000)).toEqual({ status: 'killed', reason: 'expired' })
})

test('any other answer throws an error that names the venue', async () => {
  const answers = [
    { status: 500, json: { error: 'out of order' }, words: /^alpha, execution e1: it answered 500: .*out of order/ },
    { status: 307, json: {}, words: /redirect/ },
    { status: 409, json: { error: 'other content' }, words: /409.*other content/ },
    { status: 200, json: { status: 'perhaps' }, words: /^alpha, execution e1: / },
    { status: 200, json: 'no json', words: /^alpha, execution e1: / },
  ]
  for (const { words, ...answer } of answers) {
    server.answers.set(executions, () => answer)
    await expect(venue.execute('e1', request, 1_000)).rejects.toThrow(words)
  }
})

test('an unreachable venue has another error than a slow one', async () => {
  await server.end()
  await expect(venue.execute('e1', request, 1_000)).rejects.toThrow(/^alpha, execution e1: fetch failed \(.+\)/)
})

test('a call does not take longer than its time limit', async () => {
  server.answers.set(executions, () => 'never')
  const from = systemClock.elapsed()
  await expect(venue.execute('e1', request, 100)).rejects.toThrow(/^alpha, execution e1: .*timeout/)
  expect(systemClock.elapsed() - from).toBeLessThan(20_000)
})

test('an execution is looked up; null only when the venue itself says it does not exist', async () => {
  const call = 'GET /lp/alpha/v1/executions/e1'
  expect(await venue.execution('e1', 1_000)).toBeNull()
  server.answers.set(call, () => ({ status: 200, json: { status: 'filled' } }))
  expect(await venue.execution('e1', 1_000)).toEqual({ status: 'filled' })
  server.answers.set(call, () => ({ status: 404, json: '<html>no such site' }))
  await expect(venue.execution('e1', 1_000)).rejects.toThrow(/^alpha, look-up of execution e1: it answered 404/)
  server.answers.set(call, () => ({ status: 503, json: {} }))
  await expect(venue.execution('e1', 1_000)).rejects.toThrow('503')
})

test('positions are signed and exact', async () => {
  const positions = [
    { asset: 'CHF', amount: '1000.2' },
    { asset: 'VCHF', amount: '-1000' },
  ]
  server.answers.set('GET /lp/alpha/v1/positions', () => ({ status: 200, json: { positions } }))
  const expected = [
    ['CHF', 100_020n],
    ['VCHF', -1_000_000_000n],
  ]
  expect([...(await venue.positions())]).toEqual(expected)
})

test('closing ends stream and calls at once', async () => {
  await quoted('q1')
  server.answers.set(executions, () => 'never')
  const waiting = venue.execute('e1', request, 60_000).catch((error: Error) => error.message)
  await venue.close()
  expect(await waiting).toContain('it was closed')
  expect(venue.ladder('VCHF/CHF')).toBeNull()
  expect(venue.health().connected).toBe(false)
  await poll(() => server.streams.size).toBe(0)
})

test('settings name the venues, and a wrong setting is explained', async () => {
  const silent = createLog('silent')
  const of = (settings: Record<string, string>) => openVenues(readConfig(settings), silent)
  expect(of({})).toEqual([])
  const opened = of({ LIQUIDITY: `alpha=${server.url},beta-2=http://127.0.0.1:1/lp/beta` })
  expect(opened.map(({ name }) => name)).toEqual(['alpha', 'beta-2'])
  await Promise.all(opened.map((venue) => venue.close()))
  expect(() => of({ LIQUIDITY: 'Alpha=http://127.0.0.1:1' })).toThrow(/LIQUIDITY must name .*"Alpha" is not/)
  expect(() => of({ LIQUIDITY: 'alpha=nowhere' })).toThrow(/give alpha an http or https address/)
  const production = { SPECIE_ENV: 'production', LIQUIDITY: `alpha=${server.url}` }
  expect(() => of(production)).toThrow('LIQUIDITY needs LIQUIDITY_SECRET')
})
