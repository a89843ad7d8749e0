import { once } from 'node:events'
import { createServer, request as httpRequest, Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, oneOf } from '../seeded-random.ts'

// A bad connection between a client and the service.

/** The possible faults of a request, each with its percentage. */
const faults = {
  drop_before: 4, // the connection ends, and the service has seen nothing
  reset_after: 6, // the service has done it, and the connection ends without an answer
  half_an_answer: 3,
  error_after: 6, // the service has done it, and the answer is 500
  gateway_error: 3, // HTML, and the service has done it
  unavailable: 3, // 503, and the service has seen nothing
  delay_before: 4, // others overtake it
  delay_after: 4,
  too_late: 1, // done, and answered when the client has given up
  twice: 3, // a proxy that resends by itself
} as const
type Fault = keyof typeof faults | 'none'

export type FaultyProxy = { readonly origin: string; readonly happened: Map<Fault, number>; close(): Promise<void> }

const all = Object.entries(faults).flatMap(([fault, share]) => Array.from({ length: share }, () => fault as Fault))
const drawn: readonly Fault[] = [...all, ...Array.from({ length: 100 - all.length }, (): Fault => 'none')]

/** `patienceMs`: the clients' limit for an answer. */
export async function faultyProxy(target: string, pick: Random, patienceMs: number): Promise<FaultyProxy> {
  const agent = new Agent({ keepAlive: true })
  const happened = new Map<Fault, number>()
  const server = createServer((incoming, outgoing) => {
    const fault = oneOf(pick, drawn)
    happened.set(fault, (happened.get(fault) ?? 0) + 1)
    pass(target, agent, fault, patienceMs, incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    happened,
    close: async () => {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

async function pass(
  target: string,
  agent: Agent,
  fault: Fault,
  patienceMs: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await textOf(incoming)
  if (fault === 'drop_before') return void incoming.socket.destroy()
  if (fault === 'unavailable') return answer(outgoing, 503, '<h1>Service Unavailable</h1>')
  if (fault === 'delay_before') await sleep(100)
  const ask = () => forward(target, agent, incoming, body)
  const done = await ask()
  if (fault === 'twice') await ask()
  if (fault === 'delay_after') await sleep(150)
  if (fault === 'too_late') await sleep(patienceMs + 200)
  if (fault === 'reset_after') return void incoming.socket.resetAndDestroy()
  if (fault === 'gateway_error') return answer(outgoing, 502, '<h1>Bad Gateway</h1>')
  if (fault === 'error_after') return answer(outgoing, 500, internalError, 'application/json')
  outgoing.writeHead(done.status, done.headers)
  if (fault !== 'half_an_answer') return void outgoing.end(done.text)
  outgoing.write(done.text.slice(0, done.text.length / 2), () => incoming.socket.destroy())
}

const internalError = JSON.stringify({
  code: 'internal_error',
  status: 500,
  message: 'Something went wrong.',
  timestamp: '2026-11-17T12:00:00.000Z',
  traceid: 'of-the-proxy',
  details: {},
})

function answer(outgoing: ServerResponse, status: number, text: string, type = 'text/html'): void {
  outgoing.writeHead(status, { 'content-type': type })
  outgoing.end(text)
}

type Done = { status: number; headers: IncomingMessage['headers']; text: string }

async function forward(
  target: string,
  agent: Agent,
  { url, method, headers }: IncomingMessage,
  body: string,
): Promise<Done> {
  const requested = httpRequest(target + url!, { method: method!, headers, agent })
  requested.end(body)
  const [response] = (await once(requested, 'response')) as [IncomingMessage]
  const text = await textOf(response)
  return { status: response.statusCode!, headers: response.headers, text }
}

async function textOf(stream: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += String(chunk)
  return text
}
