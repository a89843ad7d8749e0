import { isConnectionLost, OutcomeUnknown } from '../database/db.ts'
import { OutsideError } from '../http/outside.ts'
import { ClaimLost } from '../database/claim.ts'
import { passesByItself } from './each-alone.ts'

/** What is tried again and may succeed then is a warning; an error is what somebody must look at. */
export function severityOf(error: unknown): 'warn' | 'error' {
  if (!(error instanceof Error)) return 'error'
  const isTransient =
    error instanceof OutcomeUnknown ||
    error instanceof ClaimLost ||
    error instanceof OutsideError ||
    isConnectionLost(error) ||
    passesByItself(error)
  return isTransient ? 'warn' : 'error'
}
