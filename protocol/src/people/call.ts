import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { ActName } from './acts.ts'

// A call of the portal (institution users) or the console (staff): JSON, a session in a cookie. It is data, as the
// endpoints of the signed API are.

export const portalPath = '/portal/v1'
export const consolePath = '/console/v1'

/** `both`: about the person alone (sign-in, factors, sessions), so it is the same on either side. */
export type Where = 'portal' | 'console' | 'both'

export type PeopleCall = {
  readonly name: string
  readonly where: Where
  readonly method: 'GET' | 'POST'
  /** `{id}` stands for an id of the request. */
  readonly path: `/${string}`
  /** `anyone`: without a session. `self`: every signed-in person, about themselves. */
  readonly act: ActName | 'anyone' | 'self'
  /** Of a call by `self` that needs a factor shown in the last five minutes; acts say so themselves. */
  readonly fresh?: true
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** The ids in the path, the query of a GET, the fields of a POST, together. */
  readonly request: z.ZodObject
  readonly response: z.ZodObject
  /** The body of the POST is a file of at most so many bytes; its fields are in the query. */
  readonly upload?: { readonly maxBytes: number }
  /** Answers with a file, not with JSON. */
  readonly download?: true
  readonly errors: readonly ErrorCode[]
}

export type PeopleRequest<C extends PeopleCall> = z.infer<C['request']>
export type PeopleResponse<C extends PeopleCall> = z.infer<C['response']>

/** Adds nothing; it is here so that the compiler checks the table and keeps the types of request and response. */
export const peopleCall = <const C extends PeopleCall>(definition: C): C => definition
