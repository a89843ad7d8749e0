import { createPublicClient, createWalletClient, defineChain, http, type Chain as ViemChain } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { evmChains } from '@specie/devnet/chains.ts'

// A test's connection to the devnet.

/** Returns `{status, body}`. */
export async function control(origin: string, chain: string, what: string, body: object = {}, token?: string) {
  const response = await fetch(`${origin}/${chain}/control/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

export function viemChain(origin: string, code: string): ViemChain {
  const { chainId } = evmChains.find((chain) => chain.code === code)!
  return defineChain({
    id: chainId,
    name: code,
    nativeCurrency: { name: code, symbol: code, decimals: 18 },
    rpcUrls: { default: { http: [`${origin}/${code}`] } },
  })
}

/** A new account with money, and viem clients that poll often. */
export async function evmClient(origin: string, code: string, key = generatePrivateKey(), token?: string) {
  const account = privateKeyToAccount(key)
  const chain = viemChain(origin, code)
  const transport = http(undefined, { retryCount: 0 })
  const reader = createPublicClient({ chain, transport, pollingInterval: 20, cacheTime: 0 })
  const wallet = createWalletClient({ account, chain, transport, pollingInterval: 20, cacheTime: 0 })
  const order = (what: string, body?: object) => control(origin, code, what, body, token)
  const drip = async (address: string, amount: bigint) => {
    const { body } = await order('faucet', { address, amount: amount.toString() })
    return body['txid'] as `0x${string}`
  }
  if ((await reader.getBalance({ address: account.address, blockTag: 'latest' })) === 0n)
    await reader.waitForTransactionReceipt({ hash: await drip(account.address, 10n ** 20n) })
  return { account, chain, reader, wallet, order, drip, key }
}

export type EvmClient = Awaited<ReturnType<typeof evmClient>>
