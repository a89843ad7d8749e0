import { type Clearance, refusalOf } from '@specie/protocol/clearance.ts'
import { CallError } from './error.ts'

// What the person's institution may read now. A call that the service would refuse is not sent.

let known: Clearance | null = null

/** Null: of staff, or before the session is known. */
export const setClearance = (clearance: Clearance | null): void => void (known = clearance)

/** Why a read about money is refused now, as the service would say it; null if it is allowed. */
export function refusalOfMoney(): CallError | null {
  const refusal = known && refusalOf(known, 'any')
  return refusal && new CallError(refusal.code, 403, messages[refusal.code], refusal.details, null)
}

const messages = {
  account_suspended: 'Your company’s account is suspended.',
  kyb_required: 'This opens once your company is approved.',
  agreement_missing: 'This opens once an agreement with us is active.',
}
