import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '@specie/test/programs/process.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { notRefused } from '@specie/test/foreign-callers.ts'
import { control } from '@specie/test/devnet-client.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-devnet-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (settings: Record<string, string> = {}) =>
  startProgram('devnet', { DEVNET_DATA: join(folder, 'data'), DEVNET_BLOCK_MS: '50', ...settings })
const post = async (url: string, body: string) => {
  const response = await fetch(url, { method: 'POST', body })
  return { status: response.status, body: response.status === 204 ? null : await response.json() }
}

test('it lists its chains, speaks JSON-RPC, and obeys only the holder of the token', async () => {
  const token = 'a-token-of-good-length'
  const { origin, stop } = await start({ DEVNET_TOKEN: token, PATH: folder })
  const chains = (await (await fetch(`${origin}/chains`)).json()) as {
    code: string
    chainId?: number
    online: boolean
  }[]
  expect(chains.map(({ code }) => code)).toEqual(['ETH', 'BASE', 'ARB', 'AVAX', 'POL', 'CELO', 'SOL', 'BTC'])
  expect(new Set(chains.flatMap(({ chainId }) => chainId ?? [])).size).toBe(6)
  expect(chains.every(({ online }) => online)).toBe(true)

  const call = (body: string, chain = 'ETH') => post(`${origin}/${chain}`, body)
  expect(await call('{"id":"a","method":"eth_blockNumber"}')).toMatchObject({ body: { id: 'a', result: '0x0' } })
  expect(await call('{"method":"eth_blockNumber"}')).toEqual({ status: 204, body: null })
  expect(await call('[{"id":1,"method":"eth_chainId"},{"id":2}]')).toMatchObject({
    body: [{ id: 1 }, { id: 2, error: { code: -32600 } }],
  })
  expect(await call('{')).toMatchObject({ body: { error: { code: -32700 } } })
  expect(await call('{"id":1,"method":"eth_sendRawTransaction","params":["0x1234"]}')).toHaveProperty('body.error')
  expect(await call('{"id":1,"method":"toString"}', 'SOL')).toMatchObject({ body: { error: { code: -32601 } } })
  expect(await call('{"id":1,"method":"getblockhash","params":[0]}', 'BTC')).toMatchObject({
    body: { result: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206' },
  })
  expect(await call(' '.repeat(5_000_000))).toMatchObject({ status: 413 })
  expect(await post(`${origin}/DOGE`, '{}')).toMatchObject({ status: 404 })

  expect(await control(origin, 'ETH', 'mine')).toMatchObject({ status: 401 })
  expect(await control(origin, 'ETH', 'mine', {}, token)).toEqual({ status: 200, body: { height: 1 } })
  expect(await control(origin, 'ETH', 'mine', { blocks: 'x' }, token)).toMatchObject({ status: 400 })
  expect(await control(origin, 'ETH', 'constructor', {}, token)).toMatchObject({ status: 404 })
  expect(await control(origin, 'SOL', 'faucet', { address: 'x', amount: '1' }, token)).toMatchObject({ status: 400 })
  await stop()
})

test('a DNS name that resolves to this machine, or a page of another origin, is refused', async () => {
  const { origin, stop } = await start({ DEVNET_CHAINS: 'ETH' })
  expect(await notRefused(origin, ['/chains', '/ETH', '/ETH/control/mine'])).toEqual([])
  await stop()
})

/** Stands in for Bitcoin Core, with a cookie, a port, and an answer that contains the request. */
const standIn = `#!${process.execPath}
const { mkdirSync, writeFileSync } = require('node:fs')
const given = (name) => process.argv.find((text) => text.startsWith('-' + name + '=')).split('=')[1]
mkdirSync(given('datadir') + '/regtest', { recursive: true })
writeFileSync(given('datadir') + '/regtest/.cookie', '__cookie__:secret')
const answers = { getblockcount: 200, listwalletdir: { wallets: [] }, getnewaddress: 'bcrt1', getmempoolinfo: { size: 0 } }
require('node:http').createServer(async (request, response) => {
  const { method } = JSON.parse(Buffer.concat(await request.toArray()).toString())
  const known = request.headers.authorization === 'Basic ' + btoa('__cookie__:secret')
  const error = known && method !== 'nonsense' ? null : { code: -32601, message: 'Method not found' }
  response.end(JSON.stringify({ result: answers[method] ?? request.url, error }))
}).listen(given('rpcport'), '127.0.0.1')
`

test('a bitcoind on the PATH is started, called, and stopped with the rest', async () => {
  const program = join(folder, 'bin', 'bitcoind')
  await mkdir(join(folder, 'bin'))
  await writeFile(program, standIn)
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}') // independent of a parent folder
  await chmod(program, 0o755)
  const { origin, stop, process: child } = await start({ PATH: join(folder, 'bin') })
  const chains = (await (await fetch(`${origin}/chains`)).json()) as { code: string }[]
  expect(chains.at(-1)).toMatchObject({ code: 'BTC', online: true, network: 'regtest' })
  expect(await post(`${origin}/BTC`, '{"id":1,"method":"getblockcount"}')).toMatchObject({ body: { result: 200 } })
  expect(await post(`${origin}/BTC`, '{"id":1,"method":"nonsense"}')).toMatchObject({
    body: { error: { code: -32601, message: 'Method not found' } },
  })
  expect(await control(origin, 'BTC', 'faucet', { address: 'bcrt1', amount: '150000000' })).toEqual({
    status: 200,
    body: { txid: '/wallet/faucet' },
  })
  await stop()
  expect(child.exitCode).toBe(0)
})
