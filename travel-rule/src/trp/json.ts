import { type ExactJson, parseExactJson, WrittenNumber } from '@specie/protocol/encoding/json.ts'
import { MalformedBody } from '@specie/protocol/encoding/malformed.ts'
import { TrpRefusal } from './refusal.ts'

export type JsonObject = { readonly [key: string]: ExactJson }

const maxLength = 256 * 1024

/** The body of a message. Numbers keep their digits, and no key may be given twice. */
export function jsonObject(body: string): JsonObject {
  if (body.length > maxLength) throw new TrpRefusal(400, `The body is longer than ${maxLength} characters.`)
  const value = parsed(body)
  if (isObject(value)) return value
  throw new TrpRefusal(400, 'The body is not a JSON object.')
}

function parsed(body: string): ExactJson {
  try {
    return parseExactJson(body)
  } catch (error) {
    if (error instanceof MalformedBody) throw new TrpRefusal(400, `The body is not JSON. ${error.message}`)
    throw error
  }
}

export const isObject = (value: ExactJson | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)

export function textOf(field: string, value: ExactJson | undefined): string {
  if (typeof value === 'string' && value.trim() !== '') {
    if (/\p{Cc}/u.test(value.trim())) throw new TrpRefusal(422, `\`${field}\` has a control character.`)
    return value.trim()
  }
  throw new TrpRefusal(422, `\`${field}\` is missing or no text.`)
}
