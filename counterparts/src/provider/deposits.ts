import type { AssetCode } from '@specie/protocol/assets.ts'
import { Refusal } from '../refusal.ts'

// Where customers deliver what they sell. Test addresses without known keys.

export const evmDepot = '0x7561742d636f6e76657273696F6E2d6465706F74'

export const bitcoinDepot = 'bcrt1qw4shgttrdah8vetjwd5k7m3dv3jhqmm520pe5c'

const depots: readonly { asset: AssetCode; chain: string; address: string }[] = [
  { asset: 'ETH', chain: 'ETH', address: evmDepot },
  { asset: 'USDC', chain: 'ETH', address: evmDepot },
  { asset: 'BTC', chain: 'BTC', address: bitcoinDepot },
]

export function depositAddress(asset: string, chain: string): string {
  const depot = depots.find((one) => one.asset === asset && one.chain === chain)
  if (!depot) throw new Refusal(404, `${asset} on ${chain} is not taken here.`)
  return depot.address
}
