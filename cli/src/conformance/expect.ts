import type { z } from 'zod'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { errorBody, type ErrorCode, errors } from '@specie/protocol/errors.ts'
import type { Answer } from './caller.ts'
import { Mismatch } from './check.ts'

// Expected answers, from the tables of the protocol.

const traceOf = ({ headers }: Answer): string | null => headers.get('x-trace-id')

/** An answer in one line. */
export function shown({ status, body }: Answer): string {
  if (status === 200 || typeof body !== 'object' || body === null) return `${status} ${clipped(body)}`
  return `${status} ${body.code} ${clipped(body.details)}`
}

function clipped(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

export function expectThat(isRight: boolean, expected: string, answer: Answer, actual = shown(answer)): void {
  if (!isRight) throw new Mismatch(expected, actual, traceOf(answer))
}

export function expectStatus(answer: Answer, status: number): void {
  expectThat(answer.status === status, `status ${status}`, answer)
}

/** Status 200, and every field as the endpoint's schema has it. Additional fields are allowed. */
export function expectAnswer(answer: Answer, name: string): any {
  expectStatus(answer, 200)
  const { response } = endpoints.find((endpoint) => endpoint.name === name)!
  expectShape(response, answer, `the answer of ${name}`)
  expectThat(traceOf(answer) !== null, 'a header x-trace-id', answer, 'none')
  return answer.body
}

/** The body, as the schema has it. Additional fields are allowed. */
export function expectShape(schema: z.ZodType, answer: Answer, what: string): void {
  const { success, error } = schema.safeParse(answer.body)
  if (success) return
  const { path, message } = error.issues[0]!
  const actual = path.reduce<any>((value, step) => value?.[step], answer.body)
  throw new Mismatch(
    `${what} as its schema has it`,
    `${path.join('.') || 'the body'}: ${message}; it is ${clipped(actual ?? null)}`,
    traceOf(answer),
  )
}

/** An error with the common error body, its status, and these details. */
export function expectError(answer: Answer, code: ErrorCode, details: { readonly [name: string]: unknown } = {}): any {
  const { status } = errors[code]
  const wanted = Object.entries(details)
  const expected = `${status} ${code}${wanted.length === 0 ? '' : ` ${JSON.stringify(details)}`}`
  expectThat(answer.status === status && answer.body?.code === code, expected, answer)
  expectShape(errorBody, answer, 'the body of an error')
  expectThat(answer.body.status === status, `status ${status} in the body too`, answer, String(answer.body.status))
  expectThat(answer.body.traceid === traceOf(answer), 'the same trace id in body and header', answer)
  const isSame = ([name, value]: [string, unknown]) => answer.body.details[name] === value
  expectThat(wanted.every(isSame), expected, answer)
  return answer.body.details
}
