import { assets, type AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import { movementPhrase } from '@specie/protocol/portal/phrases.ts'
import { chainName } from '../../kit/value/names.ts'
import { stateOf } from '../../kit/value/states.ts'
import { isNegative, subtract } from '../decimals.ts'

export const assetCodes = Object.keys(assets) as AssetCode[]
export const assetOptions = assetCodes.map((value) => ({ value, label: `${value}, ${assets[value].name}` }))
export const assetFilter = assetCodes.map((value) => ({ value, label: value }))

/** The chains that carry an asset; none for money at the bank. */
export const chainsOf = (asset: AssetCode): ChainCode[] => assets[asset].blockchains.map(({ blockchain }) => blockchain)
export const isAtBank = (asset: AssetCode): boolean => assets[asset].type === 'fiat'

/** «Bank», «Ethereum». */
export const carrierOf = (blockchain: string | null): string => (blockchain === null ? 'Bank' : chainName(blockchain))

type Transfer = {
  type: 'deposit' | 'withdrawal' | 'internal'
  blockchain: string | null
  asset: string
  counterparty: string | null
}

/** «Wire from Kestrel Ltd», as in statements. */
export const transferPhrase = ({ type, blockchain, asset, counterparty }: Transfer): string =>
  movementPhrase({
    kind: blockchain === null ? 'wire' : 'deposit',
    reftype: type === 'withdrawal' ? 'withdrawalid' : 'depositid',
    asset,
    isIn: type !== 'withdrawal',
    counterparty,
  })

const shownStates = (...of: { shown: object }[]) =>
  [...new Set(of.flatMap(({ shown }) => Object.values(shown) as string[]))].map((value) => ({
    value,
    label: stateOf(value).word,
  }))
export const depositStates = shownStates(machines.wire, machines.deposit)
export const withdrawalStates = shownStates(machines.withdrawal)
export const transferStates = shownStates(machines.wire, machines.deposit, machines.withdrawal)

/** The largest withdrawal: the balance less the network fee. */
export function maxWithdrawal(asset: AssetCode, chain: string | undefined, balance: string): string {
  const fee = assets[asset].blockchains.find(({ blockchain }) => blockchain === chain)?.withdraw_fee ?? '0'
  const left = subtract(balance, fee, asset)
  return isNegative(left) ? balance : left
}
