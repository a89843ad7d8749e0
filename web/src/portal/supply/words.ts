import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { Output } from '../../api/call.ts'
import { chainName } from '../../kit/value/names.ts'
import { needsApproval, waitsForOwn } from '../hold.ts'

export type SupplyChange = Output<'querySupplyChanges'>['supplychanges'][number]
export type Stage = SupplyChange['stage']

export const coins = ['VCHF', 'VGBP'] as const
export type Coin = (typeof coins)[number]
export const fiatOf = (coin: Coin): AssetCode => assets[coin].fiat!

export const typeWord = { mint: 'Mint', redeem: 'Redemption' } as const

/** The destination of the coins or the money. */
export const destinationOf = ({ destination }: Pick<SupplyChange, 'destination'>): string =>
  destination ?? 'Your balance'

export const howText = ({ type, blockchain, fulfilment }: SupplyChange): string => {
  if (type === 'redeem') return `Redemption at par, from ${chainName(blockchain)}`
  return `Mint on ${chainName(blockchain)}, ${fulfilment === 'issuance' ? 'new issuance' : 'from our own stock'}`
}

/** The state of the badge: of an open request, its step. The wait for the reserve is not shown. */
export function shownState(change: Pick<SupplyChange, 'status' | 'stage' | 'hold'>): string {
  if (waitsForOwn(change)) return needsApproval
  if (change.status !== 'pending') return change.status
  return change.stage === 'waiting_reserve' ? 'funded' : change.stage
}

/** Ended without a result; the reserved amount is available again. */
export const hasFailed = ({ status }: Pick<SupplyChange, 'status'>): boolean =>
  ['rejected', 'failed', 'canceled'].includes(status)

export const isOver = (change: Pick<SupplyChange, 'status'>): boolean =>
  change.status === 'settled' || hasFailed(change)
