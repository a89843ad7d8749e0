import { type ExactJson, WrittenNumber } from '@specie/protocol/encoding/json.ts'

/** A deviation from the standard that did not prevent reading. */
export type Repair = { readonly field: string; readonly repair: string }

export type Reading = {
  readonly repairs: Repair[]
  /** The objects that were read as names. */
  readonly names: Set<object>
  /** A name of an element was that of 2023. */
  uses2023: boolean
}

export const newReading = (): Reading => ({ repairs: [], names: new Set(), uses2023: false })

export type JsonObject = { readonly [key: string]: ExactJson }

export const isObject = (value: ExactJson): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)

/** Nothing, or a list of nothing. */
export const isAbsent = (value: ExactJson): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.every(isAbsent))
