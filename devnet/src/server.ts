import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { foreignCaller, hasBearer } from '@specie/program/http-guard.ts'
import { Refusal, type Chain } from './chain.ts'
import { answer, HangUp, RpcError } from './rpc.ts'

const bodyLimit = 4 * 1024 * 1024

export type Server = { base: string; stop(): Promise<void> }

type Reply = { status: number; text: string | null }

const json = (status: number, value: unknown): Reply => ({ status, text: JSON.stringify(value) })

/**
 * `POST /<chain>` is JSON-RPC, `GET /chains` lists the chains, `POST /<chain>/control/<what>` is a command of the operator and
 * needs the token.
 */
export async function serve(
  chains: Chain[],
  port: number,
  token: string | null,
  onProblem: (error: unknown) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (error instanceof HangUp || request.socket.destroyed) return void request.socket.destroy()
      onProblem(error)
      send(response, json(500, { error: 'Something went wrong here; see the log.' }))
    })
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const foreign = foreignCaller(request.headers)
    if (foreign !== null) return send(response, json(403, { error: foreign }))
    const text = await bodyOf(request)
    if (text === null) {
      response.setHeader('connection', 'close')
      return send(response, json(413, { error: `A body may have ${bodyLimit} bytes.` }))
    }
    send(response, await reply(request, text))
  }

  async function reply({ method, url, headers }: IncomingMessage, text: string): Promise<Reply> {
    const [code, part, what, ...more] = (url ?? '').split('?', 1)[0]!.slice(1).split('/')
    if (method === 'GET' && code === 'chains' && part === undefined)
      return json(
        200,
        chains.map((chain) => ({ ...chain.describe(), path: `/${chain.code}` })),
      )
    const chain = chains.find((chain) => chain.code === code)
    if (!chain || more.length > 0) return json(404, { error: 'Nothing answers here.' })
    if (method !== 'POST') return json(405, { error: 'Send a POST.' })
    if (part === undefined || part === '') return { status: 200, text: await answer(text, chain.handle, onProblem) }
    if (part === 'wallet' && chain.inWallet && /^[\w-]{1,64}$/.test(what ?? ''))
      return { status: 200, text: await answer(text, chain.inWallet(what!), onProblem) }
    const control = part === 'control' && Object.hasOwn(chain.controls, what ?? '') ? chain.controls[what!] : undefined
    if (!control) return json(404, { error: 'Nothing answers here.' })
    if (token !== null && !hasBearer(headers, token))
      return json(401, { error: 'Send DEVNET_TOKEN as a bearer token.' })
    return controlled(control, text)
  }

  // Clients close idle connections: after Node's default of five seconds a busy client would send on a closing one.
  server.keepAliveTimeout = 65_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function controlled(control: Chain['controls'][string], text: string): Promise<Reply> {
  try {
    return json(200, await control(objectOf(text)))
  } catch (error) {
    if (error instanceof Refusal || error instanceof RpcError) return json(400, { error: error.message })
    throw error
  }
}

function objectOf(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw new Refusal('The body must be a JSON object.')
}

/** Null if it is too long. */
function bodyOf(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > bodyLimit) resolve(null)
      else chunks.push(chunk)
    })
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.once('error', reject)
  })
}

function send(response: ServerResponse, { status, text }: Reply): void {
  if (response.destroyed) return
  if (text === null) return void response.writeHead(204).end()
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
