import { connect, type Socket } from 'node:net'

// A minimal HTTP/1.1 client for load: it sends prepared requests, and reads only the status, the length and one word of an
// answer. It shares its cores with the measured service.

export type LoadPlan = {
  requests: readonly Buffer[]
  origins: readonly string[]
  /** Connections, each calling again as soon as it is answered… */
  callers: number
  seconds: number
  /** …or, together, this number a second, answered or not. */
  pace?: number
  /** Every answer has status 200 and this text in its body, otherwise the run is void. */
  expect: string
}

export type Fired = {
  answered: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** Processor time of this process, in microseconds per request. */
  cpu: number
}

export async function fire(volley: LoadPlan): Promise<Fired> {
  const connections = await Promise.all(
    Array.from({ length: volley.callers }, (_, n) =>
      open(volley.origins[n % volley.origins.length]!, Buffer.from(volley.expect)),
    ),
  )
  try {
    const before = process.cpuUsage()
    const begun = performance.now()
    const latencies = await (volley.pace ? paced(volley, connections, volley.pace) : requested(volley, connections))
    const seconds = (performance.now() - begun) / 1_000
    const { user, system } = process.cpuUsage(before)
    latencies.sort()
    const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
    const answered = latencies.length
    const cpu = (user + system) / answered
    return { answered, perSecond: answered / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), cpu }
  } finally {
    for (const { socket } of connections) socket.destroy()
  }
}

async function requested({ requests, seconds }: LoadPlan, connections: readonly Connection[]): Promise<Float64Array> {
  const latencies = new Float64Array(requests.length)
  const until = performance.now() + seconds * 1_000
  let sent = 0
  let answered = 0
  const keepAsking = async (connection: Connection) => {
    for (let now = performance.now(); now < until && sent < requests.length; now = performance.now()) {
      await connection.ask(requests[sent++]!)
      latencies[answered++] = performance.now() - now
    }
  }
  await Promise.all(connections.map(keepAsking))
  return latencies.subarray(0, answered)
}

/** Counted from its due time: a wait for a free connection is a wait. */
async function paced(volley: LoadPlan, connections: readonly Connection[], pace: number): Promise<Float64Array> {
  const count = Math.min(volley.requests.length, Math.floor(volley.seconds * pace))
  const latencies = new Float64Array(count)
  const free = [...connections]
  const begun = performance.now()
  let sent = 0
  let answered = 0
  const dueAt = (n: number) => begun + (n * 1_000) / pace
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const ask = async (connection: Connection, n: number) => {
    await connection.ask(volley.requests[n]!)
    latencies[answered++] = performance.now() - dueAt(n)
    free.push(connection)
    if (answered === count) resolve()
    else sendDue()
  }
  const sendDue = () => {
    while (sent < count && free.length > 0 && dueAt(sent) <= performance.now()) ask(free.pop()!, sent++).catch(reject)
  }
  const timer = setInterval(sendDue, 1)
  await promise.finally(() => clearInterval(timer))
  return latencies
}

type Connection = { socket: Socket; ask(request: Buffer): Promise<void> }

const headEnd = Buffer.from('\r\n\r\n')
const lengthHeader = Buffer.from('content-length: ')
const ok = Buffer.from('HTTP/1.1 200')

async function open(origin: string, expect: Buffer): Promise<Connection> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let held: Buffer | null = null
  let waiting: { resolve(): void; reject(error: Error): void } | null = null
  const fail = (why: string) => {
    waiting?.reject(new Error(why))
    waiting = null
  }
  socket.on('data', (chunk: Buffer) => {
    const answer = held ? Buffer.concat([held, chunk]) : chunk
    const body = bodyOf(answer)
    if (body === null) {
      held = answer
      return
    }
    held = null
    if (answer.indexOf(ok) !== 0 || answer.indexOf(expect, body) < 0) return fail(`an answer was ${answer.toString()}`)
    waiting?.resolve()
  })
  socket.on('error', (error) => fail(error.message))
  socket.on('close', () => fail('the connection was closed'))
  return {
    socket,
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
  }
}

/** The start of the body; null until it is complete. */
function bodyOf(answer: Buffer): number | null {
  const end = answer.indexOf(headEnd)
  if (end < 0) return null
  const at = answer.indexOf(lengthHeader)
  if (at < 0 || at > end) throw new Error(`an answer has no length: ${answer.toString()}`)
  let length = 0
  for (let i = at + lengthHeader.length; answer[i]! >= 0x30; i += 1) length = length * 10 + answer[i]! - 0x30
  const body = end + headEnd.length
  return answer.length >= body + length ? body : null
}
