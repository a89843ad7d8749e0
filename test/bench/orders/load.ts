import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fire, type Fired, type LoadPlan } from './wire.ts'

// A process that makes keys, signs requests in advance and sends them; load-process.ts controls it. Written from the contract alone,
// like test/src/client.ts.

export type Call =
  | 'addOrder'
  | 'accountBalance'
  | 'queryOrders: newest 100'
  | 'queryOrders: newest 10'
  | 'queryOrders: by clordid'
  | 'empty'
  | `${string}: full page`
  | `${string}: empty page`

export type PreparedLoad = {
  call: Call
  /** The number of signed requests. */
  most: number
  /** For look-ups: the database has no orders of these keys yet. */
  first?: boolean
} & Omit<LoadPlan, 'requests' | 'expect'>

/** The tasks of this process, and its answers. */
export type LoadTasks = {
  keys(count: number): string[]
  /** Prepares the requests of the next `fire`, outside the measurement. */
  aim(shot: PreparedLoad): number
  fire(): Promise<Fired>
  /** The number of signatures that one core verifies per second, measured separately. */
  verifications(seconds: number): { perSecond: number; perCpuSecond: number }
}

type Key = { publickey: string; privateKey: KeyObject; orders: number; first: number }

const keys: Key[] = []
let turn = 0
let nonce = Date.now()
let volley: LoadPlan | null = null
let rested = 0

const asks: LoadTasks = {
  keys(count) {
    while (keys.length < count) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      const publickey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
      keys.push({ publickey, privateKey, orders: 0, first: 0 })
    }
    return keys.map((key) => key.publickey)
  },

  aim({ call, most, first, ...shot }) {
    if (first) for (const key of keys) key.first = key.orders
    const requests = Array.from({ length: most }, () => requestOf(call))
    volley = { ...shot, requests, expect: expected(call) }
    return most
  },

  async fire() {
    // The last caller may be the first one now, and a key may be used once a second.
    await sleep(Math.max(0, rested - performance.now()))
    const fired = await fire(volley!)
    volley = null
    rested = performance.now() + 1_100
    return fired
  },

  verifications(seconds) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const text = Buffer.from(signingString('/api/v1/private/addOrder', order(1, 0), '1'))
    const signature = sign('sha256', text, privateKey)
    const [begun, before] = [performance.now(), process.cpuUsage()]
    let done = 0
    for (; performance.now() < begun + seconds * 1_000; done += 1) verify('sha256', text, publicKey, signature)
    const { user, system } = process.cpuUsage(before)
    return {
      perSecond: (done * 1_000) / (performance.now() - begun),
      perCpuSecond: (done * 1_000_000) / (user + system),
    }
  },
}

type Fields = Record<string, string>

function requestOf(call: Call): Buffer {
  if (call === 'empty') return Buffer.from('GET /empty HTTP/1.1\r\nhost: bench\r\nuser-agent: specie-bench\r\n\r\n')
  // In turn: each key is used at most once a second, otherwise the service refuses and the run is void.
  const n = turn++ % keys.length
  const key = keys[n]!
  const [name = ''] = call.split(':')
  return signed(key, `/api/v1/private/${name}`, fieldsOf(call, key, n))
}

function fieldsOf(call: Call, key: Key, n: number): Fields {
  switch (call) {
    case 'addOrder':
      return order(n, key.orders++)
    case 'queryOrders: newest 100':
      return { limit: '100' }
    case 'queryOrders: newest 10':
      return { limit: '10' }
    case 'queryOrders: by clordid':
      return { clordid: clordid(n, key.first) }
    default:
      if (call.endsWith(': full page')) return { limit: '100' }
      if (call.endsWith(': empty page')) return { limit: '100', from: '2099-01-01T00:00:00Z' }
      return {}
  }
}

const clordid = (key: number, order: number) => `bench-${key}-${order}`

/** Buys and sells in turns, each slightly beyond the one quote of the book. */
function order(key: number, nth: number): Fields {
  const isBuy = (key + nth) % 2 === 0
  return {
    timestamp: new Date().toISOString(),
    clordid: clordid(key, nth),
    symbol: 'VCHF/CHF',
    side: isBuy ? 'Buy' : 'Sell',
    ordtype: 'Limit',
    timeinforce: 'FOK',
    orderqty: '10',
    price: isBuy ? '1.001' : '0.999',
  }
}

function expected(call: Call): string {
  if (call === 'addOrder') return '"result":"ok"'
  if (call.endsWith(': full page')) return '"next_cursor":"'
  if (call.endsWith(': empty page')) return '"next_cursor":null'
  return call.startsWith('queryOrders') ? '"ordstatus":"Filled"' : '"result":"ok"'
}

function signingString(path: string, fields: Fields, nonceText: string): string {
  const names = Object.keys(fields).toSorted()
  const body = names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(fields[name])}`).join(',')
  return path + (names.length === 0 ? '' : `{${body}}`) + nonceText
}

function signed({ publickey, privateKey }: Key, path: string, fields: Fields): Buffer {
  nonce += 1
  const text = signingString(path, fields, String(nonce))
  const body = new URLSearchParams(fields).toString()
  return Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      'host: bench',
      'user-agent: specie-bench',
      'content-type: application/x-www-form-urlencoded',
      `x-app-public-key: ${publickey}`,
      `x-app-nonce: ${nonce}`,
      `x-app-signed-data: ${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`,
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

type LoadTask = { [Name in keyof LoadTasks]: { name: Name; given: Parameters<LoadTasks[Name]> } }[keyof LoadTasks]

process.on('message', async ({ name, given }: LoadTask) => {
  try {
    process.send!({ answer: await (asks[name] as (...given: unknown[]) => unknown)(...given) })
  } catch (error) {
    process.send!({ failed: (error as Error).message })
  }
})
process.once('disconnect', () => process.exit(0))
