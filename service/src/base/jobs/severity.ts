import { isConnectionLost, OutcomeUnknown } from '../database/db.ts'
import { OutsideError } from '../http/outside.ts'
import { ClaimLost } from '../database/claim.ts'
import { isTransient } from './for-each-due.ts'

/** An error that a retry may resolve is a warning; other errors need a person. */
export function severityOf(error: unknown): 'warn' | 'error' {
  if (!(error instanceof Error)) return 'error'
  const mayPass =
    error instanceof OutcomeUnknown ||
    error instanceof ClaimLost ||
    error instanceof OutsideError ||
    isConnectionLost(error) ||
    isTransient(error)
  return mayPass ? 'warn' : 'error'
}
