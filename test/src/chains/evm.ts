import assert from 'node:assert/strict'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { requestId } from '@specie/token/request.ts'
import { calldata, deployCoin, implementationCode } from '@specie/token/evm.ts'
import {
  type Address,
  bytesToHex,
  createPublicClient,
  createWalletClient,
  type Hash,
  type Hex,
  hexToBytes,
  http,
  keccak256,
  parseEther,
  parseTransaction,
  publicActions,
  toHex,
} from 'viem'
import type { Attempt, Bundle, Contract, Effect, KeyName, Order, RawSigner } from '@specie/service/base/ports/chain.ts'
import { keyOf } from '@specie/service/chains/adapters/effect-keys.ts'
import { evmAccount, evmAddress } from '@specie/service/chains/adapters/evm/account.ts'
import { evmChain } from '@specie/service/chains/adapters/evm/chain.ts'

// For tests only: publicly known keys, and coins deployed with them.

/** Test keys: keccak256 of a sentence. */
const testKey = (key: KeyName): Uint8Array => hexToBytes(keccak256(toHex(`a key of Specie's tests: ${key}`)))

export const testSigner: RawSigner = {
  publicKey: async (key) => secp256k1.getPublicKey(testKey(key)),
  sign: async (key, _curve, digest) => {
    const [parity, ...rs] = secp256k1.sign(digest, testKey(key), { prehash: false, format: 'recovered' })
    return Uint8Array.from([...rs, parity!])
  },
}

export const testAddress = (key: KeyName): Promise<Address> => evmAddress(testSigner, key)

/** A wallet of one of our keys: deploys, approves, freezes. */
export async function testWallet(url: string, code: ChainCode, key: KeyName) {
  const account = await evmAccount(testSigner, key, code)
  const transport = http(url, { retryCount: 0 })
  const wallet = createWalletClient({ account, transport, pollingInterval: 20, cacheTime: 0 }).extend(publicActions)
  const send = async (data: Hex, to?: Address) => {
    const hash = await wallet.sendTransaction({ chain: null, data, ...(to ? { to } : {}) })
    return wallet.waitForTransactionReceipt({ hash })
  }
  return { ...wallet, send }
}

/** A coin, whose omnibus wallet lets the burner burn. The keys need money for gas. */
export async function testCoin(url: string, code: ChainCode, asset: Contract['asset'] = 'VCHF'): Promise<Contract> {
  const admin = await testWallet(url, code, 'admin')
  const omnibus = await testWallet(url, code, 'omnibus')
  const { contractAddress: implementation } = await admin.send(implementationCode)
  const roles = ['admin', 'minter', 'burner', 'pauser', 'freezer', 'seizer', 'upgrader', 'lister', 'switcher'] as const
  const holders = await Promise.all(roles.map(async (role) => [role, await testAddress(role)] as const))
  const setup = {
    name: 'Specie Swiss Franc',
    symbol: asset,
    supplyCap: 1_000_000n,
    mintLimit: 1_000_000n,
    mintPeriod: 86_400,
    adminDelay: 3_600,
    allowListOn: false,
    listed: [],
    ...(Object.fromEntries(holders) as Record<(typeof roles)[number], Address>),
  }
  const { contractAddress } = await admin.send(deployCoin(implementation!, setup))
  await omnibus.send(calldata.approve(setup.burner, 10n ** 12n), contractAddress!)
  return { asset, address: contractAddress! }
}

let orders = 0

export function testOrder(chain: ChainCode, effect: Effect): Order {
  orders += 1
  const id = `order ${orders}`
  return { id, requestId: requestId({ environment: 'uat', chain, token: effect.asset, request: id }), ...effect }
}

type Ground = {
  readonly origin: string
  readonly code: ChainCode
  /** A command to the devnet. */
  readonly order: (what: string, body?: object) => Promise<{ body: Record<string, unknown> }>
}

/** A chain with our coin on it, and an adapter with every key. */
export async function testStand({ origin, code, order }: Ground) {
  const url = `${origin}/${code}`
  const client = createPublicClient({ transport: http(url), pollingInterval: 20, cacheTime: 0 })
  const drip = async (address: Address, amount = parseEther('10')) => {
    const { body } = await order('faucet', { address, amount: String(amount) })
    return body['txid'] as Hash
  }
  await order('resume')
  const powers = ['admin', 'minter', 'burner', 'omnibus', 'freezer', 'lister', 'switcher'] as const
  const paid = await Promise.all(powers.map(async (key) => drip(await testAddress(key))))
  await Promise.all(paid.map((hash) => client.waitForTransactionReceipt({ hash })))
  const coin = await testCoin(url, code)

  const troubles: { message: string; details: Record<string, unknown> }[] = []
  const onTrouble = (message: string, details: Record<string, unknown>) => void troubles.push({ message, details })
  const chainId = await client.getChainId()
  /** The adapter of a newly started process. */
  const open = (urls = [url], quorum: number | null = null) =>
    evmChain({ code, chainId, urls, quorum, signer: testSigner, onTrouble, start: 'genesis' })
  const chain = open()

  const bundleOf = async (orders: Order[], earlier: Attempt[] = []): Promise<Bundle> => {
    const [first] = earlier
    const nonce = first
      ? parseTransaction(bytesToHex(first.raw)).nonce!
      : await chain.nextNonce(keyOf(orders[0]!, 'evm'))
    return { orders, nonce: BigInt(nonce!), earlier }
  }
  const sign = async (orders: Order[], earlier: Attempt[] = [], contract: Contract | null = coin) =>
    chain.sign(contract, await bundleOf(orders, earlier))
  /** Signs, sends, and waits until it is on the chain. */
  const land = async (orders: Order[], contract: Contract | null = coin) => {
    const attempt = await sign(orders, [], contract)
    assert.equal(await chain.broadcast(attempt), 'accepted')
    await client.waitForTransactionReceipt({ hash: attempt.hash as Hash })
    return attempt
  }
  const mint = (to: string, amount: bigint) => testOrder(code, { kind: 'mint', asset: 'VCHF', to, amount })
  return { url, chainId, order, client, drip, coin, open, chain, troubles, bundleOf, sign, land, mint }
}
