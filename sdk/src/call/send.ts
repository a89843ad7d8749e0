import type { Context } from './context.ts'
import { docsOf, errorOf, retryAfter, SpecieError } from '../error.ts'

// One attempt: sends a request, and returns an answer or throws a `SpecieError`.

export interface Request {
  readonly call: string
  readonly attempt: number
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

export async function send(context: Context, request: Request): Promise<unknown> {
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
  const began = performance.now()
  try {
    const response = await context.fetch(request.url, {
      method: request.method,
      headers: { 'user-agent': context.userAgent, ...request.headers },
      body: request.body,
      // A signed request goes to the service only.
      redirect: 'error',
      signal,
    })
    const text = await response.text()
    context.on.answer?.({
      call: request.call,
      attempt: request.attempt,
      status: response.status,
      ms: Math.round(performance.now() - began),
      traceid: response.headers.get('x-trace-id'),
      replayed: response.headers.get('x-app-replayed') === 'true',
    })
    return read(context.base, response, text)
  } catch (error) {
    throw asSpecieError(context.base, error, request, timeout)
  }
}

function read(base: string, response: Response, text: string): unknown {
  const body = parsed(text)
  if (response.ok && typeof body === 'object' && body !== null) return body
  const error = errorOf(base, response, body)
  throw error ?? notOurs(base, response, text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A proxy or another system has answered. */
function notOurs(base: string, response: Response, text: string): SpecieError {
  const { status, headers } = response
  return new SpecieError({
    code: 'bad_answer',
    status,
    message: `The answer with status ${status} does not come from this service: ${JSON.stringify(text.slice(0, 100))}.`,
    details: retryAfter(headers),
    docs: docsOf(base, 'bad_answer'),
  })
}

function asSpecieError(base: string, cause: unknown, request: Request, timeout: AbortSignal): SpecieError {
  if (cause instanceof SpecieError) return cause
  const code = request.signal?.aborted ? 'aborted' : timeout.aborted ? 'timeout' : 'no_answer'
  const message =
    code === 'no_answer'
      ? `${new URL(base).origin} could not be reached, or the connection ended without an answer.`
      : undefined
  return new SpecieError({ code, message, docs: docsOf(base, code), cause })
}
