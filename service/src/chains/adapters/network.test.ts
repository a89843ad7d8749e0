import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { bitcoinChain } from './bitcoin/chain.ts'
import { openNodes as openEvmNodes } from './evm/nodes.ts'
import { mainNetwork, wrongNetwork } from './network.ts'
import { openNodes as openSolanaNodes } from './solana/nodes.ts'

type Call = { id: number; method: string }

/** A node whose answers can be replaced, as when its URL serves another node; null if the node fails. */
async function exchangeable(answers: Record<string, unknown> | null) {
  const node = { answers, url: '', close: () => void server.close() }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    if (node.answers === null) return void response.writeHead(503).end('away')
    const payload = JSON.parse(text) as Call | Call[]
    const one = ({ id, method }: Call) => ({ jsonrpc: '2.0', id, result: node.answers![method] })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(payload) ? payload.map(one) : one(payload)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  node.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return node
}

test('the chain id of an EVM node that had failed is checked again before anything else', async () => {
  const node = await exchangeable({ eth_chainId: '0x5', eth_blockNumber: '0x1' })
  const nodes = openEvmNodes({ code: 'ETH', chainId: 5, urls: [node.url], quorum: null, onTrouble: () => {} })
  const height = () => nodes.queryOne((client) => client.getBlockNumber())
  expect(await height()).toBe(1n)
  node.answers = null
  await expect(height()).rejects.toThrow()
  node.answers = { eth_chainId: '0x1', eth_blockNumber: '0x2' }
  await expect(height()).rejects.toThrow(/serves chain 1 and not 5: see RPC_ETH/)
  node.close()
})

test('the genesis of a Solana node that had failed is checked again too', async () => {
  const [ours, other] = ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY', mainNetwork('SOL')]
  const node = await exchangeable({ getGenesisHash: ours, getSlot: 7 })
  const refuses = (genesis: string) => wrongNetwork('SOL', 'uat', genesis)
  const nodes = openSolanaNodes({ urls: [node.url], quorum: null, onTrouble: () => {}, refuses })
  const slot = () => nodes.use(({ rpc }) => rpc.getSlot().send())
  expect(await slot()).toBe(7n)
  node.answers = null
  await expect(slot()).rejects.toThrow()
  node.answers = { getGenesisHash: other, getSlot: 8 }
  await expect(slot()).rejects.toThrow(/serves Solana itself, but UAT uses test networks only: see RPC_SOL/)
  node.close()
})

test('on Bitcoin nothing is signed before the first block is checked', async () => {
  const node = await exchangeable({ getblockhash: mainNetwork('BTC') })
  const signer = { publicKey: () => never(), sign: () => never() }
  const chain = bitcoinChain({ url: node.url, environment: 'uat', signer })
  await expect(chain.sign(null, { orders: [], nonce: null, earlier: [] })).rejects.toThrow(/serves Bitcoin itself/)
  node.close()
})

const never = (): never => {
  throw new Error('a key was used')
}
