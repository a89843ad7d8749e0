import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startDevnet } from '../programs/devnet.ts'

// UAT's Bitcoin (bitcoind if it is on the PATH, else the devnet's own engine), which mines on command, and a connection to it
// that can fail.

export type BitcoinLine = {
  /** With a user and a password, like real nodes. */
  url: string
  /** The calls over it. */
  calls: string[]
  /** It no longer answers. */
  silent: boolean
  /** Replaced answers of single methods. */
  readonly instead: Map<string, unknown>
  /** Wallets of this name are other ones from now on. */
  wallet: string
  ask<T>(method: string, ...params: unknown[]): Promise<T>
  mine(blocks: number): Promise<void>
  pay(address: string, satoshis: bigint): Promise<string>
  reorg(depth: number): Promise<void>
  stop(): Promise<void>
}

export async function startBitcoin(): Promise<BitcoinLine> {
  const devnet = await startDevnet({ DEVNET_CHAINS: 'BTC', DEVNET_BLOCK_MS: '60000' })
  await devnet.control('BTC', 'stall')

  async function forward(path: string, body: string): Promise<string> {
    const url = `${devnet.origin}/BTC${path.replace('/wallet/specie', `/wallet/${line.wallet}`)}`
    return (await fetch(url, { method: 'POST', body })).text()
  }

  async function answer(path: string, text: string): Promise<string> {
    const requested = JSON.parse(text) as { method: string; params: unknown[] }
    line.calls.push(requested.method)
    if (line.instead.has(requested.method))
      return JSON.stringify({ result: line.instead.get(requested.method), error: null })
    if (requested.method === 'createwallet' || requested.method === 'loadwallet') requested.params[0] = line.wallet
    const reported = await forward(path, JSON.stringify({ ...requested, id: 1 }))
    return requested.method === 'listwallets' ? reported.replaceAll(`"${line.wallet}"`, '"specie"') : reported
  }

  const server = createServer((request, response) => {
    void (async () => {
      const text = Buffer.concat(await request.toArray()).toString('utf8')
      if (line.silent) return request.socket.destroy()
      const login = `Basic ${Buffer.from('test:a/b').toString('base64')}`
      if (request.headers.authorization !== login) return response.writeHead(401).end()
      return response.end(await answer(request.url!, text))
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const line: BitcoinLine = {
    url: `http://test:a%2Fb@127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls: [],
    silent: false,
    instead: new Map(),
    wallet: 'specie',
    ask: async <T>(method: string, ...params: unknown[]) => {
      const reported = await forward('/', JSON.stringify({ id: 1, method, params }))
      return (JSON.parse(reported) as { result: T }).result
    },
    mine: async (blocks) => void (await devnet.control('BTC', 'mine', { blocks })),
    pay: async (address, satoshis) =>
      String((await devnet.control('BTC', 'faucet', { address, amount: String(satoshis) }))['txid']),
    reorg: async (depth) => void (await devnet.control('BTC', 'reorg', { depth })),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await devnet.end()
    },
  }
  return line
}
