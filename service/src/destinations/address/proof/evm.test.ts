import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type Devnet, openDevnet } from '@specie/devnet/devnet.ts'
import { testStand, testWallet } from '@specie/test/chains/evm.ts'
import { type LyingNode, lyingNode } from '@specie/test/chains/lying-node.ts'
import { control } from '@specie/test/devnet-client.ts'
import {
  type Address,
  concatHex,
  getContractAddress,
  type Hex,
  numberToHex,
  serializeErc6492Signature,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../base/config.ts'
import type { Env } from '../../../base/env.ts'
import type { Chain } from '../../../base/ports/chain.ts'
import { type Evidence, evidenceOf, isEvidenceValid } from './evidence.ts'
import { verifyEvm } from './evm.ts'

const ann = privateKeyToAccount(`0x${'a1'.repeat(32)}`)
const bob = privateKeyToAccount(`0x${'b0'.repeat(32)}`)
const message = 'Acme AG owns this.'

/** Code that puts this code on the chain. */
const deploying = (runtime: Hex): Hex => {
  const size = numberToHex((runtime.length - 2) / 2, { size: 1 }).slice(2)
  return `0x60${size}600a5f3960${size}5ff3${runtime.slice(2)}`
}
/** A wallet (EIP-1271) that accepts signatures of one key: ecrecover, compared with the owner. */
const walletOf = (owner: Address): Hex =>
  deploying(
    `0x6004355f5260a43560f81c60205260643560405260843560605260205f60805f60015afa505f5173${owner.slice(2).toLowerCase()}14631626ba7e60e01b025f5260205ff3`,
  )
/** Deploys its call data with CREATE2. */
const factoryCode = deploying('0x365f5f375f365f5ff500')

let folder: string
let devnet: Devnet
let stand: Awaited<ReturnType<typeof testStand>>
let liar: LyingNode
let chain: Chain
const fail = (error: unknown) => {
  throw error
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-proof-'))
  const settings = { port: 0, dataFolder: folder, token: null, chains: ['ETH' as const], blockMs: 50, path: '' }
  devnet = await openDevnet(settings, fail, fail)
  stand = await testStand({
    origin: devnet.base,
    code: 'ETH',
    order: (what, body) => control(devnet.base, 'ETH', what, body),
  })
  chain = stand.chain
  liar = await lyingNode(stand.url)
})
afterAll(async () => {
  await liar?.close()
  await devnet?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Deploys, and waits until the block is final. */
async function deploy(code: Hex): Promise<Address> {
  const { contractAddress, blockNumber } = await (await testWallet(stand.url, 'ETH', 'admin')).send(code)
  await stand.order('mine', { blocks: 70 })
  await expect.poll(async () => (await chain.heads()).final >= blockNumber).toBe(true)
  return contractAddress!
}
const answer = async (address: string, signature: string, text = message, by = chain) => {
  const verdict = await verifyEvm(by, address, text, signature)
  return 'rule' in verdict ? verdict.rule : verdict.method
}

describe('the key of an account', () => {
  test('accepts its own signature of this text only', async () => {
    const signature = await ann.signMessage({ message })
    expect(await answer(ann.address, signature)).toBe('eip191')
    expect(await answer(bob.address, signature)).toBe('mismatch')
    expect(await answer(ann.address, await bob.signMessage({ message }))).toBe('mismatch')
    expect(await answer(ann.address, signature, `${message} `)).toBe('mismatch')
  })

  test('only in its canonical form', async () => {
    const signature = await ann.signMessage({ message })
    const [r, s, v] = [signature.slice(2, 66), BigInt(`0x${signature.slice(66, 130)}`), signature.slice(130)]
    const high = (secp256k1.Point.CURVE().n - s).toString(16).padStart(64, '0')
    expect(await answer(ann.address, `0x${r}${high}${v === '1b' ? '1c' : '1b'}`)).toBe('malleable')
    expect(await answer(ann.address, `${signature.slice(0, 130)}${v === '1b' ? '00' : '01'}`)).toBe('format')
    expect(await answer(ann.address, `${signature}00`)).toBe('format')
    expect(await answer(ann.address, signature.slice(0, 128))).toBe('format')
    expect(await answer(ann.address, signature.slice(2))).toBe('format')
    expect(await answer(ann.address, `0x${'00'.repeat(64)}1b`)).toBe('mismatch')
    expect(await answer(ann.address, `0x${'00'.repeat(7_001)}`)).toBe('format')
  })
})

describe('a smart wallet', () => {
  test('judges for itself, and the block is stored', async () => {
    const wallet = await deploy(walletOf(ann.address))
    const signature = await ann.signMessage({ message })
    expect(await answer(wallet, signature)).toBe('eip1271')
    expect(await answer(wallet, await bob.signMessage({ message }))).toBe('mismatch')
    expect(await answer(wallet, signature, `${message} `)).toBe('mismatch')
    expect(await answer(await deploy(walletOf(bob.address)), signature)).toBe('mismatch')
    const verdict = await verifyEvm(chain, wallet, message, signature)
    const { checkedAt } = verdict as Extract<typeof verdict, { checkedAt?: unknown }>
    expect(checkedAt).toMatchObject({ chainId: stand.chainId })
    const { hash } = await stand.client.getBlock({ blockNumber: checkedAt!.height })
    expect(checkedAt!.block).toBe(hash)
    expect(await verifyEvm(chain, wallet, message, signature, checkedAt!.height)).toEqual(verdict)
    // Before its deployment there was no contract to ask.
    expect(await verifyEvm(chain, wallet, message, signature, 1n)).toMatchObject({ rule: 'mismatch' })
  })

  test.each([
    ['reverts', '0x5f5ffd'],
    ['answers nothing', '0x00'],
    ['answers yes to everything in another word', '0x60015f5260205ff3'],
    ['uses all gas', '0x5b61ffff5f20505f56'],
    ['is broken', '0xfe'],
  ] as const)('that %s proves nothing', async (_what, runtime) => {
    const wallet = await deploy(deploying(runtime))
    expect(await answer(wallet, await ann.signMessage({ message }))).toBe('mismatch')
  })

  test('a contract that is not deployed yet is deployed within the call (ERC-6492)', async () => {
    const factory = await deploy(factoryCode)
    const data = walletOf(ann.address)
    const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt: zeroHash, bytecode: data })
    const wrapped = async (by: typeof ann) =>
      serializeErc6492Signature({ address: factory, data, signature: await by.signMessage({ message }) })
    expect(await answer(address, await wrapped(ann))).toBe('erc6492')
    expect(await answer(address, await wrapped(bob))).toBe('mismatch')
    expect(await answer(address, await wrapped(ann), `${message} `)).toBe('mismatch')
    // The factory creates another address than the one to be proved.
    expect(await answer(bob.address, await wrapped(ann))).toBe('mismatch')
    expect(await stand.client.getCode({ address })).toBeUndefined()
    expect(await answer(address, await ann.signMessage({ message }))).toBe('mismatch')
    const torn = concatHex([(await wrapped(ann)).slice(0, 100) as Hex, `0x${'6492'.repeat(16)}`])
    expect(await answer(address, torn)).toBe('mismatch')
  })

  test('one node that lies proves nothing', async () => {
    const wallet = await deploy(walletOf(bob.address))
    const signature = await ann.signMessage({ message })
    liar.lie('eth_call', () => '0x01')
    await expect(answer(wallet, signature, message, stand.open([liar.url, stand.url]))).rejects.toThrow('disagree')
    const trio = stand.open([liar.url, stand.url, stand.url], 2)
    expect(await answer(wallet, signature, message, trio)).toBe('mismatch')
    liar.honest()
    // Denying that there is a contract does not help either.
    liar.lie('eth_getCode', () => '0x')
    await expect(answer(wallet, signature, message, stand.open([liar.url, stand.url]))).rejects.toThrow('disagree')
  })
})

describe('stored evidence', () => {
  const envOf = (settings = {}) =>
    ({ config: readConfig(settings), chains: new Map([['ETH', chain]]) }) as unknown as Env
  const ofEthereum = (address: string) => ({ blockchain: 'ETH', address }) as const

  test.each(['an account', 'a smart wallet'])('of %s holds as it is, and not with another part', async (kind) => {
    const env = envOf()
    const wallet = ofEthereum(kind === 'an account' ? ann.address : await deploy(walletOf(ann.address)))
    const evidence = await evidenceOf(env, wallet, message, ` ${await ann.signMessage({ message })}\n`)
    expect(evidence).toMatchObject({ chain_id: stand.chainId, text: message, height: expect.stringMatching(/^\d+$/) })
    const stored = JSON.parse(JSON.stringify(evidence)) as Evidence
    expect(await isEvidenceValid(env, wallet, stored)).toBe(true)
    expect(await isEvidenceValid(env, ofEthereum(bob.address), stored)).toBe(false)
    expect(await isEvidenceValid(env, wallet, { ...stored, text: `${message} ` })).toBe(false)
    expect(await isEvidenceValid(env, wallet, { ...stored, signature: await bob.signMessage({ message }) })).toBe(false)
    expect(await isEvidenceValid(env, wallet, { ...stored, method: 'erc6492' })).toBe(false)
  })

  test('of the sandbox holds in UAT alone', async () => {
    const evidence = { method: 'sandbox', text: message, signature: '' } as const
    expect(await isEvidenceValid(envOf(), ofEthereum(ann.address), evidence)).toBe(true)
    expect(await isEvidenceValid(envOf({ SPECIE_ENV: 'production' }), ofEthereum(ann.address), evidence)).toBe(false)
  })

  test('a chain whose nodes disagree or are silent gives no verdict: try again later', async () => {
    const wallet = ofEthereum(await deploy(walletOf(bob.address)))
    liar.honest()
    liar.lie('eth_call', () => '0x01')
    const pair = { config: readConfig({}), chains: new Map([['ETH', stand.open([liar.url, stand.url])]]) }
    const asked = evidenceOf(pair as unknown as Env, wallet, message, await ann.signMessage({ message }))
    await expect(asked).rejects.toMatchObject({ code: 'service_unavailable' })
    const offline = { config: readConfig({}), chains: new Map() } as unknown as Env
    await expect(evidenceOf(offline, wallet, message, '0x00')).rejects.toMatchObject({ code: 'service_unavailable' })
  })
})
