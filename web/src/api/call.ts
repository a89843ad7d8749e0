import type { PeopleCall, PeopleInput, PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { PublicEndpoint } from '@specie/protocol/endpoints/endpoint.ts'
import { type Calls, calls } from './calls.gen.ts'
import { attendance } from './attendance.ts'
import { CallError, errorOf, unreachable } from './error.ts'
import { refusalOfMoney } from './clearance.ts'
import { type FactorKind, freshFactor } from './fresh-factor.ts'
import { readMs, within } from './timeouts.ts'
import { isConsole } from './side.ts'

export type CallName = keyof Calls
type Callable = Pick<PeopleCall, 'request' | 'response'> | Pick<PublicEndpoint, 'request' | 'response'>
type Typed<N extends CallName> = Calls[N] extends Callable ? Calls[N] & PeopleCall : never
export type Input<N extends CallName> = PeopleInput<Typed<N>>
export type Output<N extends CallName> = PeopleResponse<Typed<N>>

type Row = {
  where: 'public' | 'portal' | 'console' | 'both'
  method: 'GET' | 'POST'
  path: string
  file?: string
  /** Reads money: refused until the institution is approved. */
  money?: true
}

/** Calls about the signed-in person exist on both sides. */
const ownSide = isConsole ? 'console' : 'portal'

/** Method and address of a call, with its ids in the path and, of a GET or an upload, the other fields in the query. */
function addressed({ where, method, path, file }: Row, input: Record<string, unknown>) {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  const prefix = where === 'public' ? '' : `/${where === 'both' ? ownSide : where}/v1`
  const fields = Object.fromEntries(rest)
  if (method === 'POST' && file !== 'upload') return { url: prefix + filled, body: JSON.stringify(fields) }
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()
  return { url: prefix + filled + (query === '' ? '' : `?${query}`), body: null }
}

/** Sends one call. If the call needs a fresh factor, it asks the person for one and repeats the call. */
export async function call<N extends CallName>(name: N, input: Input<N>, signal?: AbortSignal): Promise<Output<N>> {
  return readOf(await send(name, input, null, signal), signal)
}

/** Sends a call that does not count as use of the session: a long poll. */
export async function callUnattended<N extends CallName>(
  name: N,
  input: Input<N>,
  signal: AbortSignal,
): Promise<Output<N>> {
  return readOf(await send(name, input, null, signal, true), signal)
}

/** Sends a file with the fields of its call. */
export async function upload<N extends CallName>(name: N, input: Input<N>, file: Blob): Promise<Output<N>> {
  return readOf(await send(name, input, file))
}

/** The address of a call that answers with a file, for a link with `download`. */
export const fileAddress = <N extends CallName>(name: N, input: Input<N>): string => addressed(calls[name], input).url

/** An answer that breaks off, or is not JSON, counts as no answer. */
const readOf = <T>(response: Response, signal?: AbortSignal): Promise<T> =>
  response.json().catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable()
  })

/** Longer than the longest wait of a long poll. */
const waitMs = 45_000

/** Acts and files have no time limit. The service may still be working on them. */
function timeoutOf({ method, file }: Row, unattended: boolean, signal?: AbortSignal): AbortSignal | undefined {
  if (method === 'POST' || file !== undefined) return signal
  return within(unattended ? waitMs : readMs, signal)
}

async function send(
  name: CallName,
  input: Record<string, unknown>,
  file: Blob | null,
  signal?: AbortSignal,
  unattended = false,
): Promise<Response> {
  const row: Row = calls[name]
  const refusal = row.money ? refusalOfMoney() : null
  if (refusal !== null) throw refusal
  const { url, body } = addressed(row, input)
  const options: RequestInit = {
    method: row.method,
    headers: {
      ...attendance(unattended),
      ...(body !== null && { 'content-type': 'application/json' }),
      ...(file !== null && { 'content-type': file.type }),
    },
    ...(body !== null && { body }),
    ...(file !== null && { body: file }),
  }
  const requested = new Set<FactorKind>()
  for (;;) {
    const timeout = timeoutOf(row, unattended, signal)
    const response = await fetch(url, { ...options, ...(timeout && { signal: timeout }) }).catch((error: unknown) => {
      throw signal?.aborted ? error : unreachable()
    })
    if (response.ok) return response
    const error = await errorOf(response)
    // It asks twice if the first factor was fresh but of the wrong kind.
    const kind = error.details['factor'] === 'passkey' ? 'passkey' : 'any'
    if (error.code !== 'fresh_factor_required' || requested.has(kind) || !(await freshFactor(kind))) throw error
    requested.add(kind)
  }
}

export const isError = (error: unknown, code: string): boolean => error instanceof CallError && error.code === code
