import type { SpecieError } from '../error.ts'
import type { Retry } from '../options.ts'

// What to do after a failure. Pure: the error and the policy in, the decision out.

/** Refused before anything was done, and welcome a moment later: by the limit of one call a second, or by the nonce. */
export const isRefusal = ({ code }: SpecieError): boolean => code === 'rate_limited' || code === 'invalid_nonce'

/** Whether the request was carried out is not known. */
export const isUncertain = ({ code, status }: SpecieError): boolean =>
  ['no_answer', 'timeout', 'internal_error', 'request_in_progress', 'aborted'].includes(code) ||
  (code === 'bad_answer' && !isClientError(status))

const isClientError = (status: number | null): boolean => status !== null && status >= 400 && status < 500

/** Nothing was done, and it may work later. */
const isPassing = ({ code, status }: SpecieError): boolean =>
  ['service_unavailable', 'request_timeout'].includes(code) || (code === 'bad_answer' && status === 429)

/** Turned away before the request was looked at: by a proxy, or for something that is new since an earlier attempt. */
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

/** The service has decided on the request. Any other failure says nothing about an attempt before it. */
export const isAnswer = (error: SpecieError): boolean =>
  !isRefusal(error) && !isUncertain(error) && !isPassing(error) && !atTheDoor.includes(error.code)

/** Others may use the key at the same time; but not for ever. */
const mostRefusals = 50

export interface Tries {
  /** How often it was sent and not refused. */
  readonly attempts: number
  readonly refusals: number
  /** The last time. */
  readonly wasRefused: boolean
}

/** Milliseconds until it is sent again; null: not again. */
export function againAfter(
  error: SpecieError,
  tries: Tries,
  isSigned: boolean,
  retry: Required<Retry>,
  jitter: () => number,
): number | null {
  const retryAfterMs = Number(error.details['retry_after_ms'] ?? 0)
  // The pacer of signed calls has learned from the refusal, and waits as long as it takes.
  if (isRefusal(error)) return tries.refusals < mostRefusals ? (isSigned ? 0 : retryAfterMs) : null
  if (error.code === 'aborted' || !(isUncertain(error) || isPassing(error))) return null
  if (tries.attempts >= retry.attempts) return null
  const backoff = Math.min(retry.longestMs, retry.firstMs * 2 ** (tries.attempts - 1)) * jitter()
  return Math.max(backoff, retryAfterMs)
}
