import { once } from 'node:events'
import { generateKeyPairSync, sign } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Client, freshNonce, get, onboard } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { startService, type RunningService } from '../programs/service.ts'
import { type Flood, flood, open, percentile, say } from '../sockets.ts'
import { withConstants } from '../programs/constants.ts'

// The effect of one address on all others, over real sockets.

/** A busy machine makes all of it slower for a while. */
const measured = { retry: 4 }

let database: TestDatabase
let service: RunningService
let floods: Flood[] = []

beforeAll(async () => {
  database = await freshDatabase()
  // The default limits of operations.md.
  service = await startService(database.url, {
    PUBLIC_PER_SECOND: '20',
    ...withConstants({ failuresPerSecond: 50, shedAfterMs: 300 }),
  })
})
afterEach(() => {
  for (const one of floods) one.end()
  floods = []
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const hostile = '127.0.0.2'
const halfHeaders = 'POST /api/v1/private/addOrder HTTP/1.1\r\nHost: localhost\r\nUser-Agent: flood\r\n'
/** A call refused for its headers does not keep its connection, so these are headers of a known key. */
const halfBody = ({ publickey }: Client) =>
  `${halfHeaders}x-app-public-key: ${publickey}\r\nx-app-nonce: 1\r\nx-app-signed-data: ${Buffer.alloc(64, 1).toString('base64url')}\r\n` +
  'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na='

type Timed = { status: number; ms: number }

async function timed(call: () => Promise<{ status: number }>): Promise<Timed> {
  const begun = performance.now()
  const { status } = await call()
  return { status, ms: performance.now() - begun }
}

/** Good clients call at the contract's pace, and probes are polled, for this time. */
async function servedMeanwhile(clients: readonly Client[], seconds: number): Promise<Timed[]> {
  const again = async (call: () => Promise<{ status: number }>) => {
    const answers: Timed[] = []
    for (let round = 0; round < seconds; round += 1) {
      if (round > 0) await sleep(1_050)
      answers.push(await timed(call))
    }
    return answers
  }
  const all = [
    ...clients.map((client) => again(() => client.call('accountBalance'))),
    ...['/healthz', '/readyz', '/metrics'].map((probe) => again(() => get(service.origin + probe, {}))),
  ]
  return (await Promise.all(all)).flat()
}

const clientsOf = (count: number) => Promise.all(Array.from({ length: count }, () => onboard(service.origin)))

async function expectServed(name: string, served: readonly Timed[]): Promise<void> {
  expect(served.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
  const p99 = percentile(
    served.map(({ ms }) => ms),
    0.99,
  )
  console.log(`${name}: ${served.length} good calls and probes, p99 ${Math.round(p99)} ms`)
  expect(p99).toBeLessThan(1_000)
}

test.each([
  ['another address', hostile],
  ['the same address', '127.0.0.1'],
])('2,100 half-sent requests from %s: good clients and probes are served', measured, async (name, address) => {
  const [known, ...clients] = await clientsOf(21)
  // From the same address only proven clients are sure to be served.
  for (const client of clients) expect((await client.call('accountBalance')).status).toBe(200)
  const from = { origin: service.origin, address }
  floods = [await flood(from, 2_100, halfBody(known!)), await flood(from, 500, halfHeaders)]
  await sleep(1_050)
  await expectServed(`half-sent requests from ${name}`, await servedMeanwhile(clients, 4))
})

test.each([
  ['another address', hostile],
  ['the same address', '127.0.0.1'],
])('1,001 connections from %s read none of their answers: all others are served', measured, async (name, address) => {
  const clients = await clientsOf(10)
  for (const client of clients) expect((await client.call('accountBalance')).status).toBe(200)
  const page = 'GET /docs HTTP/1.1\r\nHost: localhost\r\nUser-Agent: flood\r\n\r\n'
  floods = [await flood({ origin: service.origin, address }, 1_001, page.repeat(20), 'unread')]
  // The first 20,000 parallel requests take some time.
  await get(`${service.origin}/healthz`, {})
  await expectServed(`unread answers to ${name}`, await servedMeanwhile(clients, 4))
})

test('a connection with an unread answer ends; an idle or waiting one stays', async () => {
  const short = await startService(database.url, withConstants({ requestTimeoutMs: 1_000 }))
  const from = { origin: short.origin, address: hostile }
  const page = 'GET /docs HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\n\r\n'
  const unread = open(from)
  // More than the kernel's buffers.
  const pages = 1_000
  unread.write(page.repeat(pages))
  const idle = open(from)
  idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(idle, 'data')
  const client = await onboard(short.origin)
  const cursor = (await client.call('queryEvents')).body.next_cursor
  await sleep(1_050)
  const waiting = client.call('queryEvents', { cursor, wait: '4' })
  expect((await waiting).status).toBe(200)
  idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(idle, 'data')
  // The kernel's buffer arrives; the rest was never sent.
  let received = 0
  unread.on('data', (chunk) => (received += chunk.length))
  await once(unread, 'close')
  const { length } = (await get(`${short.origin}/docs`)).body as string
  expect(received).toBeLessThan(pages * length)
  idle.destroy()
  await short.stop()
})

test('an address has a maximum of connections: a newer one replaces the oldest idle one', async () => {
  const small = await startService(database.url, { CONNECTIONS_PER_ADDRESS: '3' })
  const from = { origin: small.origin, address: hostile }
  const first = open(from)
  await once(first, 'connect')
  const ended = once(first, 'close')
  const others = [open(from), open(from), open(from)]
  await ended
  expect(others.filter((socket) => socket.destroyed)).toEqual([])
  const answer = await say(from, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(answer.status).toBe(200)
  // Another address has its own.
  expect((await get(`${small.origin}/healthz`)).status).toBe(200)
  for (const socket of others) socket.destroy()
  await small.stop()
})

test('trusted proxies are not counted: their connections are shared', async () => {
  const behind = await startService(database.url, { CONNECTIONS_PER_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.2/32' })
  const sockets = Array.from({ length: 5 }, () => open({ origin: behind.origin, address: hostile }))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const request = sockets.map(async (socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return String(answer).slice(0, 12)
  })
  expect(await Promise.all(request)).toEqual(Array.from({ length: 5 }, () => 'HTTP/1.1 200'))
  for (const socket of sockets) socket.destroy()
  await behind.stop()
})

test('an address has its share of the concurrent requests', async () => {
  const small = await startService(database.url, { CONNECTIONS_PER_ADDRESS: '5', TRUSTED_PROXIES: '127.0.0.2/32' })
  const ask = 'GET /api/v1/client/assets HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\nConnection: close\r\n\r\n'
  const refused: { status: number; text: string }[] = []
  const { all, neighbour } = await database.owner.tx(async (tx) => {
    // Admitted requests wait for this table.
    await tx.query('lock table chains.contract in access exclusive mode')
    const all = Array.from({ length: 20 }, () => say({ origin: small.origin, address: hostile }, ask))
    await new Promise<void>((resolve) => {
      for (const one of all) void one.then((answer) => refused.push(answer) === 15 && resolve())
    })
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 503))
    expect(refused[0]!.text).toMatch(/^retry-after: 1\r$/im)
    return { all, neighbour: get(`${small.origin}/api/v1/client/assets`) }
  })
  expect((await neighbour).status).toBe(200)
  expect((await Promise.all(all)).filter(({ status }) => status === 200).length).toBe(5)
  await small.stop()
})

/** Parallel bad signatures by this key, from this address. */
async function forgeries({ publickey }: { publickey: string }, address: string, count: number): Promise<number[]> {
  const bytes = () =>
    `POST /api/v1/private/accountBalance HTTP/1.1\r\nHost: localhost\r\nUser-Agent: flood\r\nConnection: close\r\n` +
    `x-app-public-key: ${publickey}\r\nx-app-nonce: ${freshNonce()}\r\n` +
    `x-app-signed-data: ${sign('sha256', Buffer.from('forged'), stranger.privateKey).toString('base64url')}\r\n\r\n`
  const answers = Array.from({ length: count }, () => say({ origin: service.origin, address }, bytes()))
  return (await Promise.all(answers)).map(({ status }) => status)
}
const stranger = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

test('600 parallel bad signatures: those above the limit are not verified', async () => {
  const [known] = await clientsOf(1)
  const begun = performance.now()
  const statuses = await forgeries(known!, hostile, 600)
  // 50 at once, and 50 more in each second that it takes.
  const most = 50 + Math.ceil(((performance.now() - begun) / 1_000) * 50)
  const looked = statuses.filter((status) => status === 401).length
  console.log(`600 bad signatures at once: ${looked} were looked at, ${statuses.length - looked} were not`)
  expect(looked).toBeGreaterThan(0)
  expect(looked).toBeLessThanOrEqual(most)
  // On a slow machine some are shed before they are counted.
  expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([])
})

test('a proven client is served next to a flood of bad signatures from its own address', measured, async () => {
  const [known, ...neighbours] = await clientsOf(11)
  for (const neighbour of neighbours) expect((await neighbour.call('accountBalance')).status).toBe(200)
  let over = false
  const flooding = (async () => {
    for (let refused = 0; ;) {
      refused += (await forgeries(known!, '127.0.0.1', 100)).filter((status) => status === 429).length
      if (over) return refused
    }
  })()
  await sleep(1_050)
  await expectServed('bad signatures from the same address', await servedMeanwhile(neighbours, 3))
  over = true
  expect(await flooding).toBeGreaterThan(0)
})

test('unknown paths are limited, and neither they nor their number fill the log', async () => {
  const before = service.output().length
  const begun = performance.now()
  const long = `/${'x'.repeat(12_000)}`
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      say(
        { origin: service.origin, address: '127.0.0.3' },
        `GET ${long}${n} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: t\r\nConnection: close\r\n\r\n`,
      ),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  const most = 20 + Math.ceil(((performance.now() - begun) / 1_000) * 20)
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(most)
  await get(`${service.origin}/api/v1/client/time`)
  await expect.poll(() => service.output().slice(before)).toContain('/api/v1/client/time')
  const written = service.output().slice(before)
  // Each verified one has a line: a slower machine has more of them.
  expect(written.length).toBeLessThan(1_000 * (most + 20))
  expect(written).toContain(`"path":"/${'x'.repeat(63)}…"`)
})

test('a key has a maximum of waiting calls: one more, and the oldest is answered; none of them occupies a slot', async () => {
  const small = await startService(database.url, withConstants({ maxInFlight: 1 }))
  const client = await onboard(small.origin)
  const cursor = (await client.call('queryEvents')).body.next_cursor
  const answered: number[] = []
  const waits = []
  for (const n of [0, 1, 2]) {
    await sleep(1_050)
    waits.push(client.call('queryEvents', { cursor, wait: '20' }).then((answer) => (answered.push(n), answer)))
  }
  expect(await waits[0]).toMatchObject({ status: 200, body: { events: [], next_cursor: cursor } })
  expect(answered).toEqual([0])
  expect((await get(`${small.origin}/api/v1/client/time`)).status).toBe(200)
  // Stopping answers the others.
  await small.stop()
  expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('probes and metrics can have a separate listener, which closes last', async () => {
  const apart = await startService(database.url, { OPS_PORT: '0' })
  const reported = () => /"ops":"([^"]+)"/.exec(apart.output())?.[1]
  await expect.poll(reported).toBeDefined()
  const ops = reported()!
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await get(ops + path, {})).status).toBe(200)
  expect((await get(`${ops}/api/v1/client/time`)).status).toBe(404)
  // Load balancers may continue probing the port of their requests.
  expect((await get(`${apart.origin}/readyz`)).status).toBe(200)
  expect((await get(`${apart.origin}/metrics`)).status).toBe(404)
  await expect(startService(database.url, { OPS_PORT: new URL(ops).port })).rejects.toThrow(/^OPS_PORT \d+ is taken/)
  await apart.stop()
})
