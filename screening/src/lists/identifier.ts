import { detached } from './detached.ts'
import type { Identifier, IdentifierKind } from './entry.ts'

/** In this order: «Tax ID No.» is of the tax office although it has «ID». */
const kinds: readonly (readonly [RegExp, IdentifierKind])[] = [
  [/\b(lei|legal entity identifier)\b/i, 'lei'],
  [/\b(swift|bic|swiftbic)\b/i, 'bic'],
  [/\bimo\b|vessel registration/i, 'imo'],
  [/\bmmsi\b/i, 'mmsi'],
  [/passport/i, 'passport'],
  [/\b(tax(payer)?|fiscal|fiscalcode|vat|inn|tin)\b/i, 'tax'],
  [/regist(ration|ry)|regnumber|company number|\bogrn\b|business number|tradelic|commercial/i, 'registration'],
  [/national|identi(ty|fication)|\bid\b|\bssn\b|cedula|tazkira|citizen/i, 'national_id'],
]

export const identifierKind = (label: string): IdentifierKind =>
  kinds.find(([pattern]) => pattern.test(label))?.[1] ?? 'other'

/** An IMO number is its seven digits: lists write `IMO 9123456`, `IMO9123456` and `9123456`. */
export function identifier(label: string, value: string, country: string | null = null): Identifier {
  const kind = identifierKind(label)
  const imo = kind === 'imo' ? /(?:^|\D)(\d{7})(?:\D|$)/.exec(value)?.[1] : undefined
  return { kind, value: imo ?? detached(value), country, label }
}
