import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

// A proxy that forwards everything, even oversized headers, except the answers that it changes.

export type Change = (answer: { status: number; body: any }) => { status: number; body: any }

/** `changes` by the path of the request. */
export async function brokenProxy(
  origin: string,
  changes: Record<string, Change>,
): Promise<{ origin: string; server: Server }> {
  const server = createServer({ maxHeaderSize: 65_536 }, (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', origin)
    const onward = request(url, { method: incoming.method ?? 'GET', headers: incoming.headers }, async (answer) => {
      const { status, body } = await changed(answer, changes[url.pathname])
      const { 'content-length': _, 'transfer-encoding': _chunked, ...headers } = answer.headers
      outgoing.writeHead(status, headers).end(body)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function changed(answer: IncomingMessage, change?: Change): Promise<{ status: number; body: string }> {
  const [status, body] = [answer.statusCode!, await text(answer)]
  if (!change) return { status, body }
  const other = change({ status, body: JSON.parse(body) })
  return { status: other.status, body: JSON.stringify(other.body) }
}
