import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import type { machines } from '@specie/protocol/machines.ts'
import type { Counterpart } from '../control/counterparts.ts'

/** One situation that can be produced in UAT. */
export type Scenario = {
  /** The subject: the name of a state table, or of a counterpart. */
  readonly of: keyof typeof machines | 'calls' | 'chains' | 'clock' | 'list' | 'party' | Counterpart
  /** The status that clients see; null if there is none. */
  readonly state: string | null
  readonly wanted: string
  /** A call, with placeholders in braces; or an instruction. */
  readonly how: Call | string
}

export type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: Json }

export const scenario = (of: Scenario['of'], state: string | null, wanted: string, how: Scenario['how']): Scenario => ({
  of,
  state,
  wanted,
  how,
})

export const sandboxed = (path: string, body: Json = {}): Call => ({
  method: 'POST',
  path: `/sandbox/v1/${path}`,
  body,
})

/** An API call, to be signed. */
export const signed = (name: string, body: Json): Call => ({
  method: 'POST',
  path: `${basePath}/private/${name}`,
  body,
})
