import { errorTable, type ServiceCode } from './generated/errors.gen.ts'

/** Errors of the SDK itself, without an answer of the service. */
const ownCodes = {
  no_answer: {
    message: 'The service could not be reached, or the connection ended without an answer.',
    hint: 'Check that the service is running at this address, then try again. A request with a client id is done once.',
  },
  timeout: {
    message: 'The service did not answer in time.',
    hint: 'Try again, or allow more time with timeoutMs.',
  },
  bad_answer: {
    message: 'The answer does not come from this service.',
    hint: 'Check that the base address ends in /api/v1/ and that no proxy answers in its place.',
  },
  aborted: {
    message: 'The call was aborted by its signal.',
    hint: 'Nothing, if it was intended; a write that was already sent may have been carried out. Look it up by its client id.',
  },
  outcome_unknown: {
    message: 'The request was sent without an answer, and the look-up was inconclusive.',
    hint: 'Look it up by the call in details before you decide, or repeat the call with the same client id. It is carried out once.',
  },
} as const

type OwnCode = keyof typeof ownCodes
export type SpecieErrorCode = ServiceCode | OwnCode

interface Facts {
  code: SpecieErrorCode
  status?: number | null
  message?: string | undefined
  traceid?: string | null
  details?: Readonly<Record<string, unknown>>
  docs?: string
  cause?: unknown
}

/** Every failure of a call. Decide by `code`; show `message`; `hint` says what to do next. */
export class SpecieError extends Error {
  readonly code: SpecieErrorCode
  /** The HTTP status; null if there is no answer. */
  readonly status: number | null
  /** Quote it to support. */
  readonly traceid: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly hint: string
  /** The page that explains the code; empty without a service. */
  readonly docs: string

  constructor({ code, status = null, message, traceid = null, details = {}, docs = '', cause }: Facts) {
    super(message ?? tableOf(code).message, cause === undefined ? {} : { cause })
    this.name = 'SpecieError'
    this.code = code
    this.status = status
    this.traceid = traceid
    this.details = details
    this.hint = typeof details['hint'] === 'string' ? details['hint'] : tableOf(code).hint
    this.docs = docs
  }
}

function tableOf(code: SpecieErrorCode): { message: string; hint: string } {
  if (code in ownCodes) return ownCodes[code as OwnCode]
  const { message, cure } = errorTable[code as ServiceCode]
  return { message, hint: cure }
}

/** The page of the service that explains a code; our own codes are explained with the SDK. Empty without a service. */
export const docsOf = (base: string, code: SpecieErrorCode): string =>
  code === 'no_answer' ? '' : new URL(code in ownCodes ? '/docs/sdk' : `/docs/errors/${code}`, base).href

export const abortedError = (base: string, cause: unknown): SpecieError =>
  new SpecieError({ code: 'aborted', docs: docsOf(base, 'aborted'), cause })

type ErrorBody = { code: ServiceCode; message: string; traceid: string; details?: Record<string, unknown> }

/** An HTTP error of the service; null if the body is not one of the service's errors. */
export function errorOf(base: string, { status, headers }: Response, body: unknown): SpecieError | null {
  if (!isErrorBody(body)) return null
  const { code, message, traceid, details = {} } = body
  const all = { ...retryAfter(headers), ...details }
  return new SpecieError({ code, status, message, traceid, details: all, docs: docsOf(base, code) })
}

/** The header has whole seconds; `details` may be more exact. */
export function retryAfter(headers: Headers): { retry_after_ms?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? { retry_after_ms: seconds * 1_000 } : {}
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('code' in body)) return false
  return typeof body.code === 'string' && Object.hasOwn(errorTable, body.code)
}
