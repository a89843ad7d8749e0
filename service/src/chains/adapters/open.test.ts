import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '../../base/observability/log.ts'
import { readConfig } from '../../base/config.ts'
import type { Sql } from '../../base/database/db.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChains } from './open.ts'

// Which chains a process has, by its settings.

/** The chain id that the node serves; null if the node is down. */
let chainId: number | null
/** What the devnet says of its chains. */
let devnet: object[]
let paths: string[]
let server: Server
let url: string

beforeEach(async () => {
  chainId = 11_155_111
  devnet = []
  paths = []
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    paths.push(request.url!)
    response.setHeader('content-type', 'application/json')
    if (request.url === '/chains') return void response.end(JSON.stringify(devnet))
    if (chainId === null) return void response.writeHead(503).end('away')
    const answer = ({ id, method }: { id: number; method: string }) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_chainId' ? `0x${chainId!.toString(16)}` : '0x7',
    })
    const calls = JSON.parse(text)
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const nobody = { query: async () => [] } as unknown as Sql

/** The chains that are opened with these settings. */
const opened = async (
  settings: Partial<ReturnType<typeof readConfig>>,
  onUnreachable?: (code: string, why: string) => void,
) => {
  const config = { ...readConfig({}), devnetUrl: null, rpcUrls: new Map(), ...settings }
  const options = { config, sql: nobody, signer: null, log: createLog('silent') }
  return openChains({ ...options, ...(onUnreachable && { onUnreachable }) })
}

const rpc = (...urls: string[]) => new Map([['ETH' as const, urls]])

test('a chain whose nodes are named is open; it is read from them', async () => {
  const chains = await opened({ rpcUrls: rpc(url) })
  expect([...chains.keys()]).toEqual(['ETH'])
  await chains
    .get('ETH')!
    .heads()
    .catch(() => {})
  expect(new Set(paths)).toEqual(new Set(['/']))
})

test('nodes that do not answer stop the start of a UAT, with the reason of each', async () => {
  chainId = null
  const host = new URL(url).host
  const away = `the node at ${host} does not answer: `
  const start = opened({ rpcUrls: rpc(url, url) })
  await expect(start).rejects.toThrow(new RegExp(`^RPC_ETH: ${away}[^;]+; ${away}[^;]+\\.$`))
})

test('a command that only reads continues without a chain whose nodes do not answer', async () => {
  chainId = null
  const unreachable: string[] = []
  const chains = await opened({ rpcUrls: rpc(url) }, (code, why) => unreachable.push(`${code} ${why}`))
  expect([...chains.keys()]).toEqual([])
  expect(unreachable).toEqual([expect.stringMatching(/^ETH RPC_ETH: the node at .* does not answer/)])
})

test('production opens a chain whose nodes do not answer now: each is checked before it is used', async () => {
  chainId = null
  const chains = await opened({ rpcUrls: rpc(url), environment: 'production' })
  expect([...chains.keys()]).toEqual(['ETH'])
  chainId = 5
  const other = await opened({ rpcUrls: rpc(url), environment: 'production' }).catch(String)
  expect(other).toMatch(/RPC_ETH: .* serves the network 5, but production needs Ethereum itself \(1\)/)
})

test('the devnet names the chains that are online; one that has nodes in the settings uses those', async () => {
  devnet = [
    { code: 'ETH', online: true, chainId },
    { code: 'BASE', online: true, chainId },
    { code: 'POL', online: false, chainId },
  ]
  const chains = await opened({ devnetUrl: url, rpcUrls: new Map([['BASE', [`${url}/own`]]]) })
  expect([...chains.keys()]).toEqual(['ETH', 'BASE'])
  for (const chain of chains.values()) await chain.heads().catch(() => {})
  expect(new Set(paths)).toEqual(new Set(['/chains', '/ETH', '/own']))
})

test('a devnet that does not answer stops the start; a command that only reads continues without its chains', async () => {
  server.close()
  await expect(opened({ devnetUrl: url })).rejects.toThrow(/^DEVNET_URL names chains that do not answer: .*\.$/)
  const unreachable: string[] = []
  expect((await opened({ devnetUrl: url }, (code) => unreachable.push(code))).size).toBe(0)
  expect(unreachable).toEqual(expect.arrayContaining(['ETH', 'SOL', 'BTC']))
})

test('Bitcoin has one node: its wallet is the only source for our coins', async () => {
  const two = new Map([['BTC' as const, [url, url]]])
  const start = opened({ rpcUrls: two })
  await expect(start).rejects.toThrow('RPC_BTC takes one node. Name your own.')
})
