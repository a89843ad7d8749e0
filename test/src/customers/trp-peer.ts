import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Reply } from '@specie/travel-rule/trp/reply.ts'
import type { TrpRequest } from '@specie/travel-rule/trp/request.ts'

// A counterparty’s software, for tests of the VASP: it sends requests and answers those that it receives.

export type Received = {
  /** The last part of the path. */
  token: string
  headers: IncomingMessage['headers']
  body: string
}

export type TrpPeer = Awaited<ReturnType<typeof openPeer>>

export async function openPeer() {
  const received: Received[] = []
  let answer: (message: Received) => Pick<Reply, 'status' | 'body'> = () => ({ status: 204, body: '' })
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = { token: request.url!.split('/').at(-1)!, headers: request.headers, body }
      received.push(message)
      const reply = answer(message)
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    base,
    received,
    answerWith: (next: typeof answer) => {
      answer = next
    },
    send: async ({ method, url, headers, body }: TrpRequest) => {
      const response = await fetch(url, { method, headers, body, redirect: 'manual' })
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
