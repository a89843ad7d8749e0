import { jsonText } from './call/body.ts'
import type { Call, CallOptions } from './call/call-types.ts'
import { anySignal, type Context } from './call/context.ts'
import { type SandboxAdvanceClockAnswer, type SandboxCalls, sandboxTable } from './generated/sandbox.gen.ts'
import { send } from './call/send.ts'
import { InvalidArgument } from './invalid-argument.ts'

// The controls of UAT, under /sandbox/v1/: JSON and unsigned. They have no client ids, so each is sent once.

type Fields = Readonly<Record<string, unknown>>

export interface Sandbox extends SandboxCalls {
  /** Any call by its path: `call('wires', { … })`. Without a body it is a GET. */
  call(path: string, request?: Fields, options?: CallOptions): Promise<Record<string, unknown>>
  /** Advances settlement time, for any duration; returns once everything due is done. */
  advance: Call<{ seconds: number }, SandboxAdvanceClockAnswer>
}

export function sandboxOf(context: Context): Sandbox {
  const method = ([name, { method, path }]: [string, { method: 'GET' | 'POST'; path: string }]) => [
    name,
    (request: Fields = {}, options: CallOptions = {}) => {
      const { filled, rest } = fillPath(path, request)
      if (method === 'POST') return ask(context, filled, rest, options)
      const query = new URLSearchParams(queryFields(rest))
      return ask(context, query.size === 0 ? filled : `${filled}?${String(query)}`, undefined, options)
    },
  ]
  // The table and the types are generated from the same calls.
  const calls = Object.fromEntries(Object.entries(sandboxTable).map(method)) as unknown as SandboxCalls
  return {
    ...calls,
    call: async (path, request, options = {}) =>
      (await ask(context, path, request, options)) as Record<string, unknown>,
    advance: ({ seconds }, options) => advance(calls, seconds, options),
  }
}

const queryFields = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

/** `chains/{code}/mine` takes `code` from the request. */
function fillPath(path: string, request: Fields): { filled: string; rest: Fields } {
  const rest: Record<string, unknown> = { ...request }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
    if (typeof rest[part] !== 'string') throw new InvalidArgument(`${part}: this call needs it, as text.`)
    const text = encodeURIComponent(rest[part])
    delete rest[part]
    return text
  })
  return { filled, rest }
}

/** A long advance is answered in parts. Each has its remainder. */
async function advance(
  calls: SandboxCalls,
  seconds: number,
  options?: CallOptions,
): Promise<SandboxAdvanceClockAnswer> {
  for (let left = seconds; ;) {
    const answer = await calls.advanceClock({ seconds: left }, options)
    if (answer.done) return answer
    left = answer.remaining
  }
}

/** The sandbox itself answers within a minute. */
const timeoutMs = 90_000

function ask(context: Context, path: string, request: Fields | undefined, options: CallOptions): Promise<unknown> {
  const { sandboxToken: token } = context
  return send(context, {
    call: `sandbox/${path}`,
    attempt: 1,
    method: request === undefined ? 'GET' : 'POST',
    url: new URL(`/sandbox/v1/${path}`, context.base).href,
    headers: {
      ...options.headers,
      ...(request === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: request === undefined ? null : jsonText(request),
    timeoutMs: options.timeoutMs ?? timeoutMs,
    signal: anySignal(context.signal, options.signal),
  })
}
