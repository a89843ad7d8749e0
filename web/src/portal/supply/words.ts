import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { Output } from '../../api/call.ts'
import { chainName } from '../../kit/value/names.ts'

export type SupplyChange = Output<'querySupplyChanges'>['supplychanges'][number]
export type Stage = SupplyChange['stage']

export const coins = ['VCHF', 'VGBP'] as const
export type Coin = (typeof coins)[number]
export const fiatOf = (coin: Coin): AssetCode => assets[coin].fiat!

export const typeWord = { mint: 'Mint', redeem: 'Redemption' } as const

/** Where the coins or the money go. */
export const goesTo = ({ destination }: Pick<SupplyChange, 'destination'>): string => destination ?? 'Your balance'

export const howText = ({ type, blockchain, fulfilment }: SupplyChange): string => {
  if (type === 'redeem') return `Redemption at par, from ${chainName(blockchain)}`
  return `Mint on ${chainName(blockchain)}, ${fulfilment === 'issuance' ? 'new issuance' : 'from our own stock'}`
}

/** What waits for a second person of the institution is no review of ours. */
export const waitsForOwn = ({ hold }: Pick<SupplyChange, 'hold'>): boolean => hold?.reason === 'approval_required'

/** The state that a badge shows: of what is under way, the step. A wait for the reserve is our affair. */
export function shownState(change: Pick<SupplyChange, 'status' | 'stage' | 'hold'>): string {
  if (waitsForOwn(change)) return 'waiting'
  if (change.status !== 'pending') return change.status
  return change.stage === 'waiting_reserve' ? 'funded' : change.stage
}

/** Over without coins or money: whatever was set aside is available again. */
export const endedInVain = ({ status }: Pick<SupplyChange, 'status'>): boolean =>
  ['rejected', 'failed', 'canceled'].includes(status)

export const isOver = (change: Pick<SupplyChange, 'status'>): boolean =>
  change.status === 'settled' || endedInVain(change)
