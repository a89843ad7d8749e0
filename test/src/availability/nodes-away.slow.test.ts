import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordContract } from '@specie/service/chains/deployment.ts'
import { createKeystore } from '@specie/service/keys/keystore.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { startDevnet } from '../programs/devnet.ts'
import { startService } from '../programs/service.ts'
import { specie } from '../programs/specie.ts'
import { keysIn } from '../programs/uat.ts'

let database: TestDatabase
let folder: string
let settings: Record<string, string>

beforeAll(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'specie-away-'))
  const keys = keysIn(folder)
  await createKeystore(keys.KEYSTORE, keys.KEYSTORE_PASSPHRASE, { N: 2 ** 10, r: 8, p: 1 })
  settings = { DATABASE_URL: database.url, SPECIE_DATA: folder, ...keys }
  const coin = { asset: 'VCHF', address: '0x52908400098527886E0F7030069857D2E4169EE7', txid: null } as const
  await recordContract(testEnv(database), 'ETH', coin)
})

afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** A closed port. */
const nowhere = 'http://127.0.0.1:1'
const stack = /\n\s+at /

/** A node that reports its network, counts its calls, and knows nothing else. */
async function nodeOf(result: string): Promise<{ url: string; asked: string[]; close(): void }> {
  const requested: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const one = JSON.parse(text) as { id: number; method: string }
    requested.push(one.method)
    response.end(JSON.stringify({ jsonrpc: '2.0', id: one.id, result }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, asked: requested, close: () => server.close() }
}

test.each([['DEVNET_URL'], ['RPC_ETH']])('specie check with an unreachable node of %s', async (setting) => {
  const { code, said } = await specie({ ...settings, [setting]: nowhere }, 'check')
  expect(said).toMatch(/^L1 .* ok$/m)
  expect(said).toMatch(/^L7 {2}supply and addresses on ETH +NOT REACHABLE {2}.+$/m)
  expect(said).toMatch(/^L7 {2}the total supply on each chain .* ok$/m)
  expect(said).not.toMatch(stack)
  expect(code).toBe(3)
})

test('specie check reports unreachable systems in JSON', async () => {
  const { said } = await specie({ ...settings, RPC_ETH: nowhere }, 'check', '--json')
  const { rows } = JSON.parse(said)
  expect(rows).toContainEqual(
    expect.objectContaining({ ok: false, unreachable: true, what: 'supply and addresses on ETH' }),
  )
  expect(rows.filter((row: { ok: boolean }) => !row.ok)).toHaveLength(1)
})

test('specie check without its database says so in a sentence', async () => {
  const { code, said } = await specie({ ...settings, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, 'check')
  expect(said).toMatch(/^The database cannot be reached: /)
  expect(said).not.toMatch(stack)
  expect(code).toBe(1)
})

test('chains deploy with an unreachable node signs nothing and says so', async () => {
  const { code, said } = await specie({ ...settings, RPC_BASE: nowhere }, 'chains', 'deploy', 'BASE')
  expect(said).toMatch(/^Not reachable: the node at 127\.0\.0\.1:1 does not answer: .*Nothing was signed\.\n$/)
  expect(code).toBe(1)
})

test('chains deploy without gas names the wallet, its address, the chain and the amount', async () => {
  const devnet = await startDevnet({ DEVNET_CHAINS: 'BASE,SOL' })
  const sentences = {
    BASE: /^The wallet admin at 0x[0-9a-fA-F]{40} on BASE holds 0 ETH and needs 0\.\d+ ETH for the next step: send it 0\.\d+ ETH or more, then run this again\./m,
    SOL: /^The wallet gas at \w{32,44} on SOL holds 0 SOL and needs 0\.\d+ SOL for the next step: send it 0\.\d+ SOL or more/m,
  }
  for (const [chain, sentence] of Object.entries(sentences)) {
    const { code, said } = await specie(
      { ...settings, [`RPC_${chain}`]: `${devnet.origin}/${chain}` },
      'chains',
      'deploy',
      chain,
    )
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)])
    expect(said).not.toMatch(stack)
  }
  await devnet.end()
})

test.each([
  ['BASE', 'production', '0x1', /serves the network 1, and production goes on Base itself \(8453\)/],
  ['BASE', 'uat', '0x2105', /serves Base itself, but UAT uses test networks only/],
  ['SOL', 'uat', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', /serves Solana itself/],
] as const)(
  'a node of %s on the wrong network, in %s (%s): nothing is signed',
  async (chain, environment, answer, sentence) => {
    const node = await nodeOf(answer)
    const own = environment === 'uat' ? database : await freshDatabase(environment)
    const here = { ...settings, DATABASE_URL: own.url, SPECIE_ENV: environment, [`RPC_${chain}`]: node.url }
    const { code, said } = await specie(here, 'chains', 'deploy', chain)
    expect(said).toMatch(sentence)
    expect(said).toMatch(/Nothing was signed/)
    expect(code).toBe(1)
    expect(node.asked).toHaveLength(1)
    // A service does not start with it either.
    await expect(startService(own.url, { SPECIE_ENV: environment, [`RPC_${chain}`]: node.url })).rejects.toThrow(
      sentence,
    )
    node.close()
    if (own !== database) await own.drop()
  },
)
