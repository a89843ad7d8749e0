import { type Cure, errors, type ErrorCode } from '@specie/protocol/errors.ts'
import { MalformedBody } from '@specie/protocol/encoding/malformed.ts'
import { isConnectionLost } from '../database/db.ts'

export type Details = Record<string, unknown>

/** A row of the error table. Thrown anywhere, turned into an answer in one place. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Details
  readonly headers: Record<string, string>
  readonly cure: Cure

  /** `message` and `cure` describe this case; without them the table's apply. */
  constructor(
    code: ErrorCode,
    details: Details = {},
    message?: string,
    headers: Record<string, string> = {},
    cure: Cure = errors[code],
  ) {
    super(message ?? errors[code].message)
    this.code = code
    this.details = details
    this.headers = headers
    this.cure = cure
  }
}

/** A malformed field. Its name and the rule that it breaks. */
export function badRequest(rule: string, message: string, field?: string): ApiError {
  return new ApiError('bad_request', field === undefined ? { rule } : { field, rule }, message)
}

export function rateLimited(retryMs: number, message?: string): ApiError {
  const seconds = String(Math.max(1, Math.ceil(retryMs / 1000)))
  return new ApiError('rate_limited', { retry_after_ms: retryMs }, message, { 'retry-after': seconds })
}

export function unavailable(message?: string): ApiError {
  return new ApiError('service_unavailable', {}, message, { 'retry-after': '1' })
}

export type ErrorAnswer = { status: number; headers: Record<string, string>; body: string }

/** The format of every HTTP error. `hasSandbox`: also names the sandbox call, in addition to the page of the portal. */
export function errorAnswer(error: ApiError, at: Date, traceid: string, hasSandbox = false): ErrorAnswer {
  const { status } = errors[error.code]
  const { cure, sandbox: helpful } = error.cure
  const call = hasSandbox && helpful !== undefined ? helpful : null
  const body = JSON.stringify({
    code: error.code,
    status,
    message: `${error.message} ${cure}${call === null ? '' : ` In UAT: ${call}.`}`,
    timestamp: at.toISOString(),
    traceid,
    details: call === null ? error.details : { ...error.details, sandbox: call },
  })
  return {
    status,
    headers: { ...error.headers, 'content-type': 'application/json; charset=utf-8', 'x-trace-id': traceid },
    body,
  }
}

/** Errors of Fastify before a handler runs, as rows of our table. */
const frameworkCodes: Record<string, (limit: number) => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (limit) =>
    new ApiError('payload_too_large', { limit_bytes: limit }, `The body is larger than ${limit / 1_024} KiB.`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    badRequest('content_type', 'This content type is not supported.', 'content-type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    badRequest('content_length', 'The length of the body differs from Content-Length.', 'content-length'),
  FST_ERR_BAD_URL: () => badRequest('path', 'The path is not valid percent-encoding.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new ApiError('not_found'),
  ECONNRESET: () => badRequest('body', 'The request ended before its body was complete.'),
}

/** Maximum size of a request body, many times what a valid call needs. */
export const bodyLimit = 16 * 1024

/** Anything thrown becomes a row of the error table. `limit`: the maximum size of the request's body. */
export function toApiError(error: unknown, limit = bodyLimit): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof MalformedBody) return badRequest('syntax', error.message)
  if (isConnectionLost(error)) return unavailable('The database cannot be reached at the moment.')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return frameworkCodes[code]?.(limit) ?? new ApiError('internal_error')
}
