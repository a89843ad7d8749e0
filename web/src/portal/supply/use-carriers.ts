import type { ChainCode } from '@specie/protocol/chains.ts'
import { useCall } from '../../api/use-call.ts'
import { chainName } from '../../kit/value/names.ts'
import type { Coin } from './words.ts'

/** The chains with a contract of a coin, as options. */
export function useCarriers(coin: Coin): readonly { value: ChainCode; label: string }[] {
  const known = useCall('getAssets', {}, { refetchInterval: false })
  const carriers = known.data?.assets.find(({ symbol }) => symbol === coin)?.blockchains ?? []
  return carriers
    .filter(({ contract }) => contract !== null)
    .map(({ blockchain }) => ({ value: blockchain, label: chainName(blockchain) }))
}
