import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundInstitutions, fund, giveKeys, setBook } from '../../bench/orders/rows.ts'
import { clientOf, freshNonce, get } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { startService, type RunningService } from '../programs/service.ts'
import { open, percentile } from '../sockets.ts'
import { withConstants } from '../programs/constants.ts'

// Ten times its capacity: each caller told to retry in a second retries in a tenth.

const seconds = 3
/** Enough to saturate it. */
const busy = 64
/** The number of callers that it can serve within a tenth of a second each; ten times as many offer ten times its capacity. */
const bearable = (perSecond: number): number => Math.min(200, Math.max(20, Math.round(perSecond / 10)))
/** A key has one call a second: more than can be answered. */
const keyCount = 4_000
const institutions = 500

/** A disk or a processor that stalls for a second delays all answers of that second. */
const measured = { retry: 4 }

let database: TestDatabase
let service: RunningService
let keys: Key[]

type Key = { publickey: string; privateKey: KeyObject; freeAt: number; orders: number; id: number }

beforeAll(async () => {
  database = await freshDatabase()
  keys = Array.from({ length: keyCount }, (_, id) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const publickey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    return { publickey, privateKey, freeAt: 0, orders: 0, id }
  })
  await foundInstitutions(database.owner, institutions)
  await giveKeys(
    database.owner,
    keys.map(({ publickey }) => publickey),
  )
  await fund(database.app, institutions)
  await setBook(database.owner)
  service = await startService(database.url, {
    SPECIE_ROLE: 'api',
    ...withConstants({ shedAfterMs: 300 }),
    DATABASE_PATIENCE: '1',
  })
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

function orderBy(key: Key): string {
  const isBuy = key.id % 2 === 0
  const fields: Record<string, string> = {
    clordid: `over-${key.id}-${key.orders++}`,
    orderqty: '10',
    ordtype: 'Limit',
    price: isBuy ? '1.001' : '0.999',
    side: isBuy ? 'Buy' : 'Sell',
    symbol: 'VCHF/CHF',
    timeinforce: 'FOK',
    timestamp: new Date().toISOString(),
  }
  const path = '/api/v1/private/addOrder'
  const nonce = freshNonce()
  const signed = sign('sha256', Buffer.from(path + JSON.stringify(fields) + nonce), key.privateKey)
  const body = new URLSearchParams(fields).toString()
  return [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'user-agent: overload',
    'content-type: application/x-www-form-urlencoded',
    `x-app-public-key: ${key.publickey}`,
    `x-app-nonce: ${nonce}`,
    `x-app-signed-data: ${signed.toString('base64url')}`,
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

type Answer = { status: number; head: string; ms: number }

/** One answer to one request; all of ours have a length. */
function requested(socket: Socket, request: string): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    let text = ''
    const ended = () => reject(new Error('the connection was ended'))
    socket.once('close', ended)
    socket.on('data', function more(chunk) {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (end < 0 || text.length < end + 4 + length) return
      socket.off('data', more)
      socket.off('close', ended)
      resolve({ status: Number(text.slice(9, 12)), head: text.slice(0, end), ms: performance.now() - begun })
    })
    socket.write(request)
  })
}

type LoadResult = { accepted: number[]; shed: number[]; others: string[]; seconds: number }

/** This number of callers on separate connections, from eight addresses, each repeating as soon as it is answered. */
async function load(callers: number): Promise<LoadResult> {
  const answer: LoadResult = { accepted: [], shed: [], others: [], seconds }
  const until = performance.now() + seconds * 1_000
  const call = async (n: number) => {
    const socket = open({ origin: service.origin, address: `127.0.1.${1 + (n % 8)}` })
    while (performance.now() < until) {
      const key = keys.shift()!
      await sleep(Math.max(0, key.freeAt - performance.now()))
      const request = orderBy(key)
      // A shed request has spent nothing: the same request again.
      for (let isDone = false; !isDone && performance.now() < until;) {
        const { status, head, ms } = await requested(socket, request)
        isDone = status !== 503
        if (status === 200) answer.accepted.push(ms)
        else if (status === 503 && /^retry-after: 1\r?$/im.test(head)) {
          answer.shed.push(ms)
          await sleep(100)
        } else answer.others.push(head)
      }
      key.freeAt = performance.now() + 1_000
      keys.push(key)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: callers }, (_, n) => call(n)))
  return answer
}

const figures = (name: string, { accepted, shed, seconds }: LoadResult): string =>
  `${name}: ${Math.round(accepted.length / seconds)}/s accepted, p50 ${Math.round(percentile(accepted, 0.5))} ms, ` +
  `p99 ${Math.round(percentile(accepted, 0.99))} ms; ${Math.round(shed.length / seconds)}/s shed, ` +
  `p99 ${Math.round(percentile(shed, 0.99))} ms`

test(
  'ten times as many callers: admitted ones are served soon, the others are refused at once, and then all is as before',
  measured,
  async () => {
    await load(busy) // warm
    const capacity = await load(busy)
    const callers = 10 * bearable(capacity.accepted.length / seconds)
    const beyond = await load(callers)
    const begun = performance.now()
    const { publickey, privateKey } = keys[0]!
    await sleep(Math.max(0, keys[0]!.freeAt - performance.now()))
    const after = await clientOf(service.origin, '', publickey, privateKey).call('accountBalance')
    const recovered = performance.now() - begun
    console.log(
      [
        figures(`${busy} callers`, capacity),
        figures(`${callers} callers`, beyond),
        `the next call: ${after.status}, ${Math.round(recovered)} ms after the load has ended`,
      ].join('\n'),
    )
    expect([...capacity.others, ...beyond.others]).toEqual([])
    expect(beyond.accepted.length).toBeGreaterThan(0)
    expect(beyond.shed.length).toBeGreaterThan(0)
    // A second; on a machine too slow for it, in proportion to the duration of a call without overload.
    const slow = Math.max(1_000, 6 * percentile(capacity.accepted, 0.99))
    expect(percentile(beyond.accepted, 0.99)).toBeLessThan(slow)
    // Shedding has a cost, but most of the work is done.
    expect(beyond.accepted.length).toBeGreaterThan(capacity.accepted.length / 4)
    expect(after.status).toBe(200)
    expect(recovered).toBeLessThan(2_500)
    expect((await get(`${service.origin}/readyz`)).status).toBe(200)
  },
)
