import type { HoldCase } from './hold-case.ts'

type Hold = Pick<HoldCase['hold'], 'reason' | 'state' | 'maker' | 'automatic' | 'placed_by_name'>

/** Who placed a hold, in a sentence about it. */
export function placedBy({ reason, automatic, placed_by_name }: Hold): string {
  if (reason === 'debt_review') return 'the service, because of a debt'
  if (reason === 'travel_rule' && automatic) return 'the service, because of the Travel Rule'
  return placed_by_name ?? (automatic ? 'screening' : 'staff')
}

/** How a hold ended without a decision of staff; null: staff decided, or it has not ended. */
export function automaticEnd({ reason, state, maker }: Hold): string | null {
  if (maker === 'travel_rule')
    return 'Ended without a decision of staff, because the provider of the wallet has not approved the transfer.'
  if (maker !== 'institution' || (state !== 'released' && state !== 'rejected')) return null
  if (reason === 'debt_review')
    return 'Ended without a decision, because the institution canceled the held transaction.'
  if (reason !== 'account_suspended') return null
  return state === 'released'
    ? 'Ended without a decision when the institution could act again.'
    : 'Ended without a decision when the institution was offboarded.'
}
