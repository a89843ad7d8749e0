import { errorBody, type ErrorCode, errors } from '@specie/protocol/errors.ts'
import type { Call } from './calls.ts'
import type { Answer } from './wire.ts'

// The rules of every answer, for any request.

export type Verdict = {
  /** Its category in the report: a status, with the code of an error. */
  readonly outcome: string
  /** Its violation; null if there is none. */
  readonly fault: string | null
  readonly code: ErrorCode | null
  readonly json: unknown
}

const verdict = (
  outcome: string,
  fault: string | null,
  json: unknown = null,
  code: ErrorCode | null = null,
): Verdict => ({
  outcome,
  fault,
  code,
  json,
})

/** Judges the answer to an existing call. */
export function judge(call: Call, answer: Answer | Error): Verdict {
  if (answer instanceof Error) return verdict('no answer', `no answer: ${answer.message}`)
  if (answer.status !== 200) return judgeError(answer, (code) => call.errors.has(code))
  const json = parsed(answer.body)
  if (json === undefined) return verdict('200', 'the answer is not JSON')
  const read = call.response.safeParse(json)
  const issue = read.error?.issues[0]
  return verdict(
    '200',
    issue ? `the answer does not fit its schema: ${issue.path.join('.')}: ${issue.message}` : null,
    json,
  )
}

/** Judges the answer to raw bytes: an error has its shape and is the caller's. */
export function judgeRaw(answer: Answer | null, isHead: boolean): Verdict {
  if (answer === null) return verdict('broken', 'what came back is no HTTP, or is cut off')
  if (answer.status < 400 || isHead) return verdict(String(answer.status), answer.status < 500 ? null : 'a 5xx')
  return judgeError(answer, (code) => errors[code].status >= 400)
}

function judgeError(answer: Answer, isDeclared: (code: ErrorCode) => boolean): Verdict {
  const json = parsed(answer.body)
  const read = errorBody.safeParse(json)
  if (!read.success)
    return verdict(String(answer.status), `an error without its shape: ${answer.body.slice(0, 200)}`, json)
  const { code, status, message, traceid, details } = read.data
  // An unknown field is named in the caller's spelling: «NaN» and «undefined» may be its name.
  const unquoted = message.replaceAll(/"[^"]*"/g, '')
  const ours = typeof details.field === 'string' ? unquoted.replaceAll(details.field, '') : unquoted
  const fault = () => {
    if (status >= 500) return `a ${status}: ${message}`
    if (status !== answer.status || status !== errors[code].status)
      return `status ${answer.status} with the code ${code}`
    if (!isDeclared(code)) return `${code} is not declared: ${message}`
    if (traceid !== answer.headers['x-trace-id']) return 'the trace id is another one in the header'
    if (!message.endsWith('.') || /undefined|\[object|NaN/.test(ours)) return `an unclear sentence: ${message}`
    return null
  }
  return verdict(`${answer.status} ${code}`, fault(), json, code)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The call succeeded and was carried out. */
export function isDone({ code, json }: Verdict): boolean {
  const { result, status, validated } = json as { result?: string; status?: string; validated?: boolean }
  return code === null && validated !== true && result !== 'error' && status !== 'rejected'
}
