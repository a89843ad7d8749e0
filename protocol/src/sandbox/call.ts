import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

// A call of the sandbox is data, like the endpoints of the signed API. UAT only: JSON, unsigned, not part of `/api/v1`.

export const sandboxPath = '/sandbox/v1'

export type SandboxCall = {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** `{id}` is a part of the path, which `parts` describes. */
  readonly path: `/${string}`
  readonly parts?: { readonly [name: string]: string }
  readonly tag: 'Institutions' | 'Money' | 'Destinations' | 'Market' | 'Review' | 'Time' | 'Chains' | 'Counterparts'
  readonly summary: string
  readonly description: string
  /** The query of a GET, the fields of a POST. */
  readonly request: z.ZodType
  /** Fields of an example request with an effect, if the required ones are not enough. */
  readonly example?: { readonly [field: string]: string | readonly string[] }
  /** The largest body, if it holds a file. */
  readonly maxBytes?: number
  readonly response: z.ZodType
  /** Its own errors, in addition to those of every call. */
  readonly errors: readonly ErrorCode[]
}

/** The identity function. The compiler checks the table and keeps the types of request and response. */
export const sandboxCall = <const C extends SandboxCall>(definition: C): C => definition

/** An action on a row that the path names. */
export const byId = (id: string, what: string) => ({ [id]: `The id of ${what}.` })
