import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, createClient } from '@specie/sdk/client.ts'
import { callTable } from '@specie/sdk/generated/calls.gen.ts'
import type { ClientOptions } from '@specie/sdk/options.ts'
import { afterAll, beforeAll } from 'vitest'

// An HTTP server in place of the service, with scripted answers: faults that no service produces on purpose, such as a lost
// answer at an exact moment.

/** The fate of one attempt of a write, or of a call that is not a list. */
type Attempt =
  | 'lost'
  | { readonly status: number; readonly code: string; readonly details?: object }
  | { readonly answer: object }
type ReceivedCall = { readonly call: string; readonly nonce: string | undefined; readonly body: string }
type Script = { readonly attempts: Attempt[]; readonly rows: readonly object[]; readonly asked: ReceivedCall[] }

export type ScriptedClient = { readonly specie: Client; readonly asked: readonly ReceivedCall[]; calls(): string[] }

/** Clients of one server for the tests of a file. Each is unpaced, tries twice, and has its own script. */
export function scriptedService(): (
  attempts: readonly Attempt[],
  rows?: readonly object[],
  over?: Partial<ClientOptions>,
) => ScriptedClient {
  const scripts = new Map<string, Script>()
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  let base: string
  const server = createServer((incoming, outgoing) => {
    const { attempts, rows, asked } = scripts.get(incoming.headers['user-agent']!)!
    const call = incoming.url!.split('?')[0]!.split('/').at(-1)!
    let body = ''
    incoming.on('data', (chunk) => (body += String(chunk)))
    incoming.once('end', () => {
      asked.push({ call, nonce: incoming.headers['x-app-nonce'] as string | undefined, body })
      const answer = (status: number, content: object) =>
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
      const next = call.startsWith('query') ? { answer: pageOf(call, rows) } : attempts.shift()!
      if (next === 'lost') incoming.socket.destroy()
      else if ('answer' in next) answer(200, next.answer)
      else answer(next.status, { message: 'As the test says.', details: {}, ...next })
    })
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return (attempts, rows = [], over = {}) => {
    const userAgent = `test-${scripts.size}`
    const script: Script = { attempts: [...attempts], rows, asked: [] }
    scripts.set(userAgent, script)
    let nonce = 1
    const lock = { change: async () => ({ takenAt: 0, sendAt: 0, nonce: String((nonce += 1)) }) }
    const retry = { attempts: 2, firstMs: 1, longestMs: 1 }
    const specie = createClient({ base, key: String(key), userAgent, lock, retry, ...over })
    return { specie, asked: script.asked, calls: () => script.asked.map(({ call }) => call) }
  }
}

function pageOf(call: string, rows: readonly object[]): object {
  const row = Object.values(callTable).find(({ path }) => path.endsWith(`/${call}`)) as { list: string }
  return { [row.list]: rows, next_cursor: null }
}
