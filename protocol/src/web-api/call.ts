import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import { anyCall } from '../endpoints/endpoint.ts'
import { type ActName, acts } from '../people/acts.ts'

// A call of the portal (institution users) or the console (staff): JSON, a session in a cookie. It is data, like the endpoints
// of the signed API.

export const portalPath = '/portal/v1'
export const consolePath = '/console/v1'

/** `both`: about the person only (sign-in, factors, sessions), so it is the same on both sides. */
export type Where = 'portal' | 'console' | 'both'

export type PeopleCall = {
  readonly name: string
  readonly where: Where
  readonly method: 'GET' | 'POST'
  /** `{id}` is an id of the request. */
  readonly path: `/${string}`
  /** `anyone`: without a session. `self`: every signed-in person, about themselves. */
  readonly act: ActName | 'anyone' | 'self'
  /** For a call by `self` that needs a factor shown in the last five minutes. Acts define this themselves. */
  readonly fresh?: true
  /** For a call by `self` that creates another way to sign in. A token cannot make it. Acts define this themselves. */
  readonly browser?: true
  /**
   * A passkey signs this act: `challenge` answers with its challenge, `act` takes the assertion as `credential`. The
   * signature is then the fresh factor of the act: one touch, not two.
   */
  readonly signed?: 'challenge' | 'act'
  /** For programs without a token. It reads and sets no cookie, so a page of another site cannot abuse it. */
  readonly byPrograms?: true
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** The ids in the path, the query of a GET, the fields of a POST, together. */
  readonly request: z.ZodObject
  readonly response: z.ZodObject
  /** The body of the POST is a file of at most this number of bytes; its fields are in the query. */
  readonly upload?: { readonly maxBytes: number }
  /** Answers with a file, not with JSON. */
  readonly download?: true
  readonly errors: readonly ErrorCode[]
}

export type PeopleRequest<C extends PeopleCall> = z.infer<C['request']>
/** As a caller writes it: fields with a default are optional. */
export type PeopleInput<C extends PeopleCall> = z.input<C['request']>
export type PeopleResponse<C extends PeopleCall> = z.infer<C['response']>

/** The identity function. The compiler checks the table and keeps the types of request and response. */
export const peopleCall = <const C extends PeopleCall>(definition: C): C => definition

/** The paths under which a call is served. */
export const prefixesOf = ({ where }: Pick<PeopleCall, 'where'>): (typeof portalPath | typeof consolePath)[] =>
  where === 'both' ? [portalPath, consolePath] : [where === 'portal' ? portalPath : consolePath]

/** Fields of the request that are in the path. */
export const idsOf = ({ path }: Pick<PeopleCall, 'path'>): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)

/** The path with its ids, and the other fields of a request, without absent ones. */
export function pathOf(
  call: Pick<PeopleCall, 'path'>,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const ids = idsOf(call)
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.entries(input).filter(([name, value]) => !ids.includes(name) && value !== undefined)
  return { path, rest: Object.fromEntries(rest) }
}

/** A call that a passkey signs needs no other factor; a challenge alone does nothing. */
export function needsFresh({ act, fresh, signed }: Pick<PeopleCall, 'act' | 'fresh' | 'signed'>): boolean {
  if (act === 'anyone' || signed === 'challenge') return false
  return act === 'self' ? fresh === true : acts[act].fresh
}

/** Whether a token is refused. A new way to sign in is made in a browser. */
export const needsBrowser = ({ act, browser }: Pick<PeopleCall, 'act' | 'browser'>): boolean =>
  act === 'anyone' ? false : act === 'self' ? browser === true : acts[act].browser

/** All errors of a call. */
export function errorsOfCall(call: PeopleCall): ErrorCode[] {
  const { act, method, byPrograms } = call
  const found: ErrorCode[] = [
    ...anyCall,
    ...(method === 'POST' && !byPrograms ? (['foreign_origin'] as const) : []),
    ...(act === 'anyone' ? [] : (['not_signed_in'] as const)),
    ...(act in acts ? (['role_missing'] as const) : []),
    ...(needsBrowser(call) ? (['browser_required'] as const) : []),
    ...(needsFresh(call) ? (['fresh_factor_required'] as const) : []),
    ...call.errors,
  ]
  return [...new Set(found)]
}
