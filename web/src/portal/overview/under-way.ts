import { isUnderReview, waitsForOwn } from '../hold.ts'
import type { Overview } from './answer.ts'

export type UnderWay = Overview['under_way'][number]

const kinds = ['mint', 'redemption', 'withdrawal', 'deposit'] as const

/** The content of a pending balance: «1 mint under review, 2 withdrawals». */
export function pendingIs(asset: string, underWay: readonly UnderWay[]): string {
  const own = underWay.filter(({ pending_in }) => pending_in.includes(asset as never))
  const words = kinds.flatMap((kind) => {
    const some = own.filter((one) => one.kind === kind)
    const reviewed = some.filter(isUnderReview).length
    const unapproved = some.filter(waitsForOwn).length
    return [
      counted(reviewed, kind, ' under review'),
      counted(unapproved, kind, ' waiting for approval'),
      counted(some.length - reviewed - unapproved, kind),
    ]
  })
  // An order at a venue, or an unconfirmed bank entry. Neither has a page of its own.
  return words.filter((word) => word !== '').join(', ') || 'being booked'
}

const counted = (count: number, word: string, more = ''): string =>
  count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}${more}`

export const placeOf = ({ kind, id }: Pick<UnderWay, 'kind' | 'id'>): string =>
  kind === 'mint' || kind === 'redemption' ? `/supply/${id}` : `/transfers/${id}`
