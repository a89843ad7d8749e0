import { ApiError, badRequest } from '../../base/http/errors.ts'

/** Calls a function of the database in which people decide. What it refuses is told with its reason. */
export async function refusable<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
}

/** What two people agreed to resume has been halted anew since: that is for a request of its own. */
export const haltedAgain = (what: string, field: string): ApiError =>
  badRequest('halted_again', `${what} has been halted again since this was asked for: ask again.`, field)

/** people.refuse_approval names the reason as a constraint. */
function refusalOf(error: unknown): ApiError | null {
  if (!(error instanceof Error && 'constraint' in error)) return null
  const reason = /^approval_(.+)$/.exec(String(error.constraint))?.[1]
  switch (reason) {
    case undefined:
      return null
    case 'unknown':
      return new ApiError('not_found', {}, error.message)
    case 'not_signed_in':
      return new ApiError('not_signed_in')
    case 'not_fresh':
      return new ApiError('fresh_factor_required')
    case 'open':
      return new ApiError(
        'approval_refused',
        { reason, approvalid: (error as { detail?: string }).detail },
        error.message,
      )
    default:
      return new ApiError('approval_refused', { reason }, error.message)
  }
}
