import type { SpecieError } from '../error.ts'
import type { Retry } from '../options.ts'

// The reaction to a failure. Pure: the error and the policy in, the decision out.

/** Refused before any effect, and possible a moment later: by the limit of one call a second, or by the nonce. */
export const isRefusal = ({ code }: SpecieError): boolean => code === 'rate_limited' || code === 'invalid_nonce'

/** The outcome of the request is unknown. */
export const isUncertain = ({ code, status }: SpecieError): boolean =>
  ['no_answer', 'timeout', 'internal_error', 'request_in_progress', 'aborted'].includes(code) ||
  (code === 'bad_answer' && !isClientError(status))

const isClientError = (status: number | null): boolean => status !== null && status >= 400 && status < 500

/** Nothing was done, and a retry may succeed. */
const isPassing = ({ code, status }: SpecieError): boolean =>
  ['service_unavailable', 'request_timeout'].includes(code) || (code === 'bad_answer' && status === 429)

/** Refused before the request was processed: by a proxy, or for a reason newer than an earlier attempt. */
const atTheDoor: readonly string[] = [
  'bad_answer',
  'signature_failure',
  'scope_missing',
  'ip_not_allowed',
  'account_suspended',
  'kyb_required',
  'agreement_missing',
  'halted',
]

/** The service has decided the request. Any other failure says nothing about an earlier attempt. */
export const isAnswer = (error: SpecieError): boolean =>
  !isRefusal(error) && !isUncertain(error) && !isPassing(error) && !atTheDoor.includes(error.code)

/** Other clients may use the key at the same time; but there is a limit. */
const maxRefusals = 50

export interface Tries {
  /** The number of attempts that were not refused. */
  readonly attempts: number
  readonly refusals: number
  /** The last failure. */
  readonly wasRefused: boolean
}

/** Milliseconds until the retry; null if there is no retry. */
export function retryDelay(
  error: SpecieError,
  tries: Tries,
  isSigned: boolean,
  retry: Required<Retry>,
  jitter: () => number,
): number | null {
  const retryAfterMs = Number(error.details['retry_after_ms'] ?? 0)
  // The pacer of signed calls has learned from the refusal, and waits accordingly.
  if (isRefusal(error)) return tries.refusals < maxRefusals ? (isSigned ? 0 : retryAfterMs) : null
  if (error.code === 'aborted' || !(isUncertain(error) || isPassing(error))) return null
  if (tries.attempts >= retry.attempts) return null
  const backoff = Math.min(retry.longestMs, retry.firstMs * 2 ** (tries.attempts - 1)) * jitter()
  return Math.max(backoff, retryAfterMs)
}
