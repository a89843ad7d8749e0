import type { HoldCase } from './hold-case.ts'

type Hold = Pick<HoldCase['hold'], 'reason' | 'state' | 'maker' | 'automatic' | 'placed_by_name'>

/** Who placed a hold, in a sentence about it. */
export function placedBy({ reason, automatic, placed_by_name }: Hold): string {
  if (reason === 'debt_review') return 'the service, because of a debt'
  return placed_by_name ?? (automatic ? 'screening' : 'staff')
}

/** How a hold ended on which nobody of the staff decided; null: somebody did, or it has not ended. */
export function endedByItself({ reason, state, maker }: Hold): string | null {
  if (maker !== 'institution' || (state !== 'released' && state !== 'rejected')) return null
  if (reason === 'debt_review') return 'Nobody decided on it: its institution canceled what it lay on.'
  if (reason !== 'account_suspended') return null
  return state === 'released'
    ? 'Nobody decided on it: it ended when its institution could act again.'
    : 'Nobody decided on it: it ended when its institution was offboarded.'
}
