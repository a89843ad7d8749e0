import { createPublicClient } from 'viem'
import { servers } from '@specie/test/programs/serving.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { httpBank } from './banking/http-bank.ts'
import { bitcoinNode } from './chains/adapters/bitcoin/node.ts'
import { evmTransport } from './chains/adapters/evm/transport.ts'
import { openKms } from './keys/kms.ts'
import { solanaTransport } from './chains/adapters/solana/transport.ts'
import { httpProvider } from './markets/provider/provider.ts'

// Every outside party as an attacker who wants our token or our memory. Venues are tested in venues.slow.test.ts.

const serving = servers()

const secret = 'a secret of sixteen characters'
const kms = { region: 'x', accessKeyId: 'x', secretAccessKey: secret, sessionToken: null }
const call = { jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] }

const lines: [string, (url: string) => Promise<unknown>][] = [
  ['the bank', (url) => httpBank(url, secret).accounts()],
  ['a file of the bank', (url) => httpBank(url, secret).file('one.xml')],
  ['the provider', (url) => httpProvider(url, 'specie', secret).rates()],
  ['the statement of the provider', (url) => httpProvider(url, 'specie', secret).statement('CHF', '2026-03-02')],
  [
    'a node of an EVM chain',
    (url) => createPublicClient({ transport: evmTransport(url, { retryCount: 0, timeout: 60_000 }) }).getChainId(),
  ],
  ['a node of Solana', (url) => solanaTransport(url, 60_000)({ payload: call })],
  ['a node of Bitcoin', (url) => bitcoinNode(url, 'specie').call(z.unknown(), 'getblockcount')],
  [
    'KMS',
    (url) => {
      const keys = new Map([['minter/secp256k1', 'a']])
      return openKms({ ...kms, endpoint: url, keys }, () => new Date()).publicKey('minter', 'secp256k1')
    },
  ],
]

test.each(lines)('%s redirects: the redirect is not followed, and the error names it', async (_who, ask) => {
  let reached = 0
  const target = await serving((_request, response) => {
    reached += 1
    response.end('[]')
  })
  const url = await serving((_request, response) => response.writeHead(307, { location: target }).end())
  const error = await ask(url).then(
    () => null,
    (reason: Error) => reason,
  )
  expect(String(error?.message) + String(error?.cause)).toContain('redirects are not followed')
  expect(reached).toBe(0)
})

test.each(lines)('%s answers without end: the call is aborted', async (_who, ask) => {
  let sent = 0
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  const url = await serving((_request, response) => {
    const pump = (): void => {
      while (!response.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', pump)
      }
    }
    pump()
  })
  const error = await ask(url).then(
    () => null,
    (reason: Error) => reason,
  )
  expect(String(error?.message) + String(error?.cause)).toMatch(/its answer is longer than \d+ bytes/)
  // A retried call reads the same amount again.
  expect(sent).toBeLessThan(400 * 2 ** 20)
})
