import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

// Moov Watchman and OpenSanctions yente as one process: it answers in the recorded form of both. `PUT /mode` sets how.

export const modes = ['none', 'match', 'error', 'malformed', 'other form', 'silent', 'no lists'] as const
export type Mode = (typeof modes)[number]

const recorded = (name: string): string =>
  readFileSync(new URL(`../../../screening/test/services/recorded/${name}.json`, import.meta.url), 'utf8')

let mode: Mode = 'none'
/** The party that matches; null: each. */
let listed: string | null = null
const asked: string[] = []

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url!, 'http://here')
  const body = await text(request)
  const send = (status: number, content: string) => response.writeHead(status).end(content)
  if (pathname === '/mode') {
    ;({ mode, listed } = JSON.parse(body))
    return void send(204, '')
  }
  if (pathname === '/asked') return void send(200, JSON.stringify(asked))
  if (pathname === '/v2/listinfo') return void send(200, listInfo())
  if (pathname === '/readyz')
    return void (mode === 'no lists' ? send(503, '{"detail":"Index not ready."}') : send(200, '{"status":"ok"}'))
  const isWatchman = pathname === '/v2/search'
  const name = isWatchman
    ? (searchParams.get('name') ?? searchParams.get('cryptoAddress')!)
    : Object.values(JSON.parse(body).queries.party.properties).flat().join(' ')
  asked.push(`${isWatchman ? 'watchman' : 'yente'} ${name}`)
  const service = isWatchman ? 'watchman' : 'yente'
  if (mode === 'error') return void send(500, recorded(`${service}-error`))
  if (mode === 'malformed') return void send(200, recorded(`${service}-match`).slice(0, 300))
  if (mode === 'other form') return void send(200, '{"results":[]}')
  if (mode === 'silent') return
  const isMatch = mode === 'match' && (listed === null || name.includes(listed))
  send(200, recorded(`${service}-${isMatch ? 'match' : 'none'}`))
}

function listInfo(): string {
  const state = JSON.parse(recorded('watchman-state'))
  return JSON.stringify({ ...state, endedAt: '2999-01-01T00:00:00Z', ...(mode === 'no lists' && { lists: {} }) })
}

if (process.send) {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
  process.on('disconnect', () => process.exit())
}
