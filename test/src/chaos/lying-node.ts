import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A node of a chain that answers as another one does, but for what it is told to lie about.

type Call = { method: string; params: unknown[] }
/** Makes another answer of the true one. */
export type Lie = (result: any, call: Call) => unknown

export type LyingNode = {
  url: string
  /** From now on the answers to this method are what `lie` makes of them. */
  lie(method: string, lie: Lie): void
  honest(): void
  close(): Promise<void>
}

export async function lyingNode(upstreamUrl: string): Promise<LyingNode> {
  const lies = new Map<string, Lie>()
  const server = createServer((request, response) => {
    // Whoever asks takes a broken connection for a node that is away, which is the truth.
    answer(upstreamUrl, lies, request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    lie: (method, lie) => void lies.set(method, lie),
    honest: () => lies.clear(),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  url: string,
  lies: ReadonlyMap<string, Lie>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  const headers = { 'content-type': 'application/json' }
  const upstream = await fetch(url, { method: 'POST', headers, body })
  const text = await upstream.text()
  const told = lies.size === 0 ? text : altered(lies, JSON.parse(body), JSON.parse(text))
  response.writeHead(upstream.status, headers).end(told)
}

function altered(lies: ReadonlyMap<string, Lie>, asked: any, answered: any): string {
  const calls = [asked].flat() as (Call & { id: unknown })[]
  const one = (reply: { id: unknown; result?: unknown }) => {
    const call = calls.find(({ id }) => id === reply.id)
    const lie = call && lies.get(call.method)
    return lie && 'result' in reply ? { ...reply, result: lie(reply.result, call) } : reply
  }
  return JSON.stringify(Array.isArray(answered) ? answered.map(one) : one(answered))
}
