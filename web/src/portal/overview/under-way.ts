import type { AssetCode } from '@specie/protocol/assets.ts'
import { moneyText } from '../../kit/value/money.tsx'
import { add, subtract } from '../decimals.ts'
import { isUnderReview, waitsForOwn } from '../hold.ts'
import type { Overview } from './answer.ts'

export type UnderWay = Overview['under_way'][number]
type Balance = Pick<Overview['balances'][number], 'asset' | 'pending'>
type Part = { words: string; amount: string }

const kinds = ['mint', 'redemption', 'withdrawal', 'deposit'] as const

/**
 * The content of a pending balance: «1 mint under review», or with several parts the amount of each: «1 mint 200.00, 2
 * withdrawals 30.00». They add up to it.
 */
export function pendingIs({ asset, pending }: Balance, underWay: readonly UnderWay[]): string {
  const parts = kinds.flatMap((kind) => {
    const own = underWay.filter((one) => one.kind === kind && partOf(one, asset) !== null)
    const reviewed = own.filter(isUnderReview)
    const unapproved = own.filter(waitsForOwn)
    const rest = own.filter((one) => !reviewed.includes(one) && !unapproved.includes(one))
    return [
      ...counted(reviewed, kind, asset, ' under review'),
      ...counted(unapproved, kind, asset, ' waiting for approval'),
      ...counted(rest, kind, asset),
    ]
  })
  // An order at a venue, or an unconfirmed bank entry: neither has a page of its own.
  const others = parts.reduce((left, { amount }) => subtract(left, amount, asset), pending)
  const all = others === '0' ? parts : [...parts, { words: 'being booked', amount: others }]
  if (all.length === 1) return all[0]!.words
  return all.map(({ words, amount }) => `${words} ${moneyText(amount)}`).join(', ')
}

const partOf = ({ pending }: UnderWay, asset: AssetCode): string | null =>
  pending.find((part) => part.asset === asset)?.amount ?? null

function counted(some: readonly UnderWay[], word: string, asset: AssetCode, more = ''): Part[] {
  if (some.length === 0) return []
  const amount = some.reduce((sum, one) => add(sum, partOf(one, asset)!, asset), '0')
  return [{ words: `${some.length} ${word}${some.length === 1 ? '' : 's'}${more}`, amount }]
}

export const placeOf = ({ kind, id }: Pick<UnderWay, 'kind' | 'id'>): string =>
  kind === 'mint' || kind === 'redemption' ? `/supply/${id}` : `/transfers/${id}`
