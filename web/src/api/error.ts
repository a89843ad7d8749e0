import { curesForPrograms } from './calls.gen.ts'

/** An error of the service, or the reason why there was no answer. */
export class CallError extends Error {
  /** A code of docs/errors.md; `unreachable` where the service did not answer. */
  readonly code: string
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  readonly traceid: string | null

  constructor(code: string, status: number, message: string, details: Record<string, unknown>, traceid: string | null) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
    this.traceid = traceid
  }
}

type Answered = { code?: string; message?: string; details?: Record<string, unknown>; traceid?: string }

export async function errorOf(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => ({}))) as Answered
  const traceid = body.traceid ?? response.headers.get('x-trace-id')
  const text = body.message ?? `The service answered with status ${response.status}. Try again in a moment.`
  const sentence = curesForPrograms.reduce((rest, cure) => rest.replace(cure, ''), text).trimEnd()
  const message = [sentence, waitText(response.headers.get('retry-after'))].filter(Boolean).join(' ')
  return new CallError(body.code ?? 'internal_error', response.status, message, body.details ?? {}, traceid)
}

/** The header Retry-After, in seconds, as a sentence. */
function waitText(header: string | null): string {
  const seconds = Number(header)
  if (header === null || !(seconds > 0)) return ''
  const [count, unit] = seconds <= 90 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

export const unreachable = (): CallError =>
  new CallError('unreachable', 0, 'The service cannot be reached. Check your connection and try again.', {}, null)

/** Whether the outcome is unknown. No answer arrived, or none of the service's own. */
export const isLost = (error: CallError | null): boolean =>
  error !== null && (error.status === 0 || error.status >= 500 || error.code === 'request_in_progress')

export const asCallError = (thrown: unknown): CallError =>
  thrown instanceof CallError
    ? thrown
    : new CallError('page_error', 0, thrown instanceof Error ? thrown.message : String(thrown), {}, null)

/** The message for one field of a form; null where the error is about something else. */
export const errorAt = (error: CallError | null, field: string): string | null =>
  error !== null && error.details['field'] === field ? error.message : null
