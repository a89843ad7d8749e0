import { parseJson } from '@specie/protocol/encoding/json.ts'
import { MalformedBody } from '@specie/protocol/encoding/malformed.ts'
import { Misuse } from '../errors.ts'
import type { Fields } from './over-api.ts'

/** `FIELD=VALUE` is a text, `FIELD:=JSON` any other value. One word in braces is the whole request as JSON. */
export function typedFields(words: readonly (string | undefined)[]): Fields {
  const [text = ''] = words
  if (words.length === 1 && text.startsWith('{')) return jsonOf(text) as Fields
  const fields = words.map((word) => fieldOf(word!))
  const twice = fields.find(([name], n) => fields.findIndex(([other]) => other === name) < n)
  if (twice !== undefined) throw new Misuse(`${twice[0]} is there twice. Give it once.`)
  return Object.fromEntries(fields)
}

function fieldOf(word: string): [string, unknown] {
  const [, name, json, text] = /^([\w.-]+)(?::=(.*)|=(.*))$/s.exec(word) ?? []
  if (name === undefined) throw new Misuse(`${JSON.stringify(word)} is not FIELD=VALUE.`)
  return [name, json === undefined ? text! : jsonOf(json)]
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof MalformedBody) throw new Misuse(`That is not JSON: ${error.message}`)
    throw error
  }
}
