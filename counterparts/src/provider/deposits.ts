import type { AssetCode } from '@specie/protocol/assets.ts'
import { Refusal } from '../refusal.ts'

// Where customers deliver what they sell. Test addresses whose keys nobody has.

const evm = '0x7561742d636f6e76657273696F6E2d6465706F74'

const depots: readonly { asset: AssetCode; chain: string; address: string }[] = [
  { asset: 'ETH', chain: 'ETH', address: evm },
  { asset: 'USDC', chain: 'ETH', address: evm },
  { asset: 'BTC', chain: 'BTC', address: 'bcrt1qw4shgttrdah8vetjwd5k7m3dv3jhqmm520pe5c' },
]

export function depositAddress(asset: string, chain: string): string {
  const depot = depots.find((one) => one.asset === asset && one.chain === chain)
  if (!depot) throw new Refusal(404, `${asset} on ${chain} is not taken here.`)
  return depot.address
}

/**
 * All that was ever delivered of an asset, as its chain says; null where nobody looks: without DEVNET_URL, and for
 * what is not a chain's own coin. What is delivered stays at its address, so the balance is the sum.
 */
export async function delivered(devnetUrl: string | null, asset: AssetCode): Promise<bigint | null> {
  if (devnetUrl === null || asset !== 'ETH') return null
  const response = await fetch(new URL('/ETH', devnetUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [evm, 'latest'] }),
    signal: AbortSignal.timeout(5_000),
  })
  const { result } = (await response.json()) as { result?: string }
  if (result === undefined) throw new Error(`the chain does not tell the balance of ${evm}`)
  return BigInt(result)
}
