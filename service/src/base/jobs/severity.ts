import { isConnectionLost, OutcomeUnknown } from '../database/db.ts'
import { OutsideError } from '../http/outside.ts'
import { ClaimLost } from '../database/claim.ts'
import { passesByItself } from './each-alone.ts'

/** An error that a retry may resolve is a warning; other errors need a person. */
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
