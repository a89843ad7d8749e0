import type { AssetCode } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { bitcoinDepot, evmDepot } from './deposits.ts'

// Arrivals at the provider's deposit addresses, read from the chains. Deliveries stay there, so the balance of an address is
// the sum of all deliveries.

/** Null if there is no reader: without DEVNET_URL, without that chain, and for assets that are not on a chain. */
export async function delivered(devnetUrl: string | null, asset: AssetCode): Promise<bigint | null> {
  const found = looks[asset]
  if (devnetUrl === null || found === undefined) return null
  const response = await fetch(new URL('/chains', devnetUrl), { signal: AbortSignal.timeout(patienceMs) })
  const chains = chainsThere.parse(await response.json())
  return chains.some(({ path }) => path === found.path) ? found.look(devnetUrl) : null
}

const patienceMs = 5_000
const chainsThere = z.array(z.object({ path: z.string() }))

type Look = { readonly path: string; readonly look: (devnetUrl: string) => Promise<bigint> }

const looks: { readonly [asset in AssetCode]?: Look } = {
  ETH: { path: '/ETH', look: ether },
  USDC: { path: '/ETH', look: usdc },
  BTC: { path: '/BTC', look: bitcoin },
}

async function ether(devnetUrl: string): Promise<bigint> {
  return BigInt(await ask(devnetUrl, '/ETH', quantity, 'eth_getBalance', evmDepot, 'latest'))
}

const quantity = z.string().regex(/^0x[0-9a-f]+$/)
const logs = z.array(z.object({ address: z.string() }))

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const balanceOfSelector = '0x70a08231'
const symbolSelector = '0x95d89b41'
const depotWord = evmDepot.slice(2).toLowerCase().padStart(64, '0')

/** Our settings do not name the contract. It is the contract of that symbol that has an incoming transfer. */
async function usdc(devnetUrl: string): Promise<bigint> {
  const filter = { fromBlock: '0x0', toBlock: 'latest', topics: [transferTopic, null, `0x${depotWord}`] }
  const found = await ask(devnetUrl, '/ETH', logs, 'eth_getLogs', filter)
  let sum = 0n
  for (const to of new Set(found.map(({ address }) => address))) {
    const call = (data: string) => ask(devnetUrl, '/ETH', quantity, 'eth_call', { to, data }, 'latest')
    if (!textIn(await call(symbolSelector)).includes('USDC')) continue
    sum += BigInt(await call(`${balanceOfSelector}${depotWord}`))
  }
  return sum
}

const textIn = (hex: string): string => Buffer.from(hex.slice(2), 'hex').toString('latin1')

const wallet = 'conversion-provider'

/** The node writes eight decimals; a JSON parser makes a float of them, and an exponent of small ones. */
const bitcoins = z.number().transform((amount) => parseAmount(plain.format(amount), 'BTC').minor)
const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 8 })
const unspent = z.array(z.object({ amount: bitcoins }))

/** Watched by a wallet of the node without keys. */
async function bitcoin(devnetUrl: string): Promise<bigint> {
  const wallets = await ask(devnetUrl, '/BTC', z.array(z.string()), 'listwallets')
  if (!wallets.includes(wallet)) {
    // Without private keys, blank, no passphrase, addresses reused, by descriptors, loaded at the node's next start.
    await ask(devnetUrl, '/BTC', z.unknown(), 'createwallet', wallet, true, true, '', false, true, true)
    const { descriptor: desc } = await ask(
      devnetUrl,
      '/BTC',
      z.object({ descriptor: z.string() }),
      'getdescriptorinfo',
      `addr(${bitcoinDepot})`,
    )
    await ask(devnetUrl, `/BTC/wallet/${wallet}`, z.unknown(), 'importdescriptors', [{ desc, timestamp: 0 }])
  }
  const coins = await ask(devnetUrl, `/BTC/wallet/${wallet}`, unspent, 'listunspent', 1)
  return coins.reduce((sum, { amount }) => sum + amount, 0n)
}

async function ask<T>(
  devnetUrl: string,
  path: string,
  schema: z.ZodType<T>,
  method: string,
  ...params: unknown[]
): Promise<T> {
  const response = await fetch(new URL(path, devnetUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message?: string } | null }
  if (error) throw new Error(`the chain at ${path} answers ${method} with: ${error.message}`)
  return schema.parse(result)
}
