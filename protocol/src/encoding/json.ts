import { MalformedBody } from './malformed.ts'

// A reader stricter than JSON.parse, because a signed text must have one meaning only: JSON.parse keeps the last of two equal
// keys, turns 1e999 into Infinity and accepts half a surrogate pair.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

const maxDepth = 32

type Reader = { readonly text: string; readonly numberOf: NumberOf; at: number; depth: number }

/** Reads RFC 8259 text. Objects have no prototype, so `__proto__` is a key like any other. */
export const parseJson = (text: string): Json => parse(text, Number) as Json

/** A number as it was written: a float would lose digits of an amount. */
export class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type ExactJson =
  | null
  | boolean
  | WrittenNumber
  | string
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson }

/** As `parseJson`, with every number as its digits. */
export const parseExactJson = (text: string): ExactJson =>
  parse(text, (written) => new WrittenNumber(written)) as ExactJson

type NumberOf = (written: string) => number | WrittenNumber

function parse(text: string, numberOf: NumberOf): unknown {
  const reader: Reader = { text, numberOf, at: 0, depth: 0 }
  if (text.charCodeAt(0) === 0xfeff) throw new MalformedBody('A byte order mark is not JSON', 0)
  if (!text.isWellFormed()) throw new MalformedBody('Half a surrogate pair', loneSurrogate(text))
  skipSpace(reader)
  const value = readValue(reader)
  skipSpace(reader)
  if (reader.at < text.length) throw unexpected(reader, 'the end')
  return value
}

function readValue(reader: Reader): unknown {
  switch (reader.text.charCodeAt(reader.at)) {
    case 0x7b: // {
      return readObject(reader)
    case 0x5b: // [
      return readArray(reader)
    case 0x22: // "
      return readString(reader)
    case 0x74: // t
      return readWord(reader, 'true', true)
    case 0x66: // f
      return readWord(reader, 'false', false)
    case 0x6e: // n
      return readWord(reader, 'null', null)
    default:
      return readNumber(reader)
  }
}

function readObject(reader: Reader): unknown {
  const object: { [key: string]: unknown } = Object.create(null)
  enter(reader)
  if (take(reader, 0x7d)) return leave(reader, object)
  do {
    skipSpace(reader)
    const start = reader.at
    if (reader.text.charCodeAt(start) !== 0x22) throw unexpected(reader, 'a key in double quotes')
    const key = readString(reader)
    if (key in object) throw new MalformedBody(`The key ${JSON.stringify(key)} appears twice`, start)
    if (!take(reader, 0x3a)) throw unexpected(reader, 'a colon')
    skipSpace(reader)
    object[key] = readValue(reader)
  } while (take(reader, 0x2c))
  if (!take(reader, 0x7d)) throw unexpected(reader, 'a comma or }')
  return leave(reader, object)
}

function readArray(reader: Reader): unknown {
  const array: unknown[] = []
  enter(reader)
  if (take(reader, 0x5d)) return leave(reader, array)
  do {
    skipSpace(reader)
    array.push(readValue(reader))
  } while (take(reader, 0x2c))
  if (!take(reader, 0x5d)) throw unexpected(reader, 'a comma or ]')
  return leave(reader, array)
}

function enter(reader: Reader): void {
  reader.depth += 1
  if (reader.depth > maxDepth) throw new MalformedBody(`Nested deeper than ${maxDepth}`, reader.at)
  reader.at += 1
}

function leave<T>(reader: Reader, value: T): T {
  reader.depth -= 1
  return value
}

/** Skips white space, then this one character, if it is next. */
function take(reader: Reader, code: number): boolean {
  skipSpace(reader)
  if (reader.text.charCodeAt(reader.at) !== code) return false
  reader.at += 1
  return true
}

function skipSpace(reader: Reader): void {
  for (;;) {
    const code = reader.text.charCodeAt(reader.at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
    reader.at += 1
  }
}

function readWord<T>(reader: Reader, word: string, value: T): T {
  if (!reader.text.startsWith(word, reader.at)) throw unexpected(reader, 'a value')
  reader.at += word.length
  return value
}

const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function readNumber(reader: Reader): number | WrittenNumber {
  numberForm.lastIndex = reader.at
  const found = numberForm.exec(reader.text)
  if (!found) throw unexpected(reader, 'a value')
  if (!Number.isFinite(Number(found[0]))) throw new MalformedBody('A number that is too large', reader.at)
  reader.at += found[0].length
  return reader.numberOf(found[0])
}

/** Most strings have no escape and are copied whole; the others are assembled piece by piece. */
function readString(reader: Reader): string {
  const { text } = reader
  const opening = reader.at
  let start = opening + 1
  let built = ''
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      reader.at = at + 1
      if (start === opening + 1) return text.slice(start, at)
      return wellFormed(built + text.slice(start, at), opening)
    }
    if (code < 0x20) throw new MalformedBody('A control character that is not escaped', at)
    if (code !== 0x5c) continue
    built += text.slice(start, at) + readEscape(text, at)
    at += text.charCodeAt(at + 1) === 0x75 ? 5 : 1
    start = at + 1
  }
  throw new MalformedBody('A string without an end', opening)
}

const shortEscapes = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
)
const fourHex = /[\da-fA-F]{4}/y

function readEscape(text: string, at: number): string {
  const letter = text.charAt(at + 1)
  const short = shortEscapes.get(letter)
  if (short !== undefined) return short
  fourHex.lastIndex = at + 2
  const hex = letter === 'u' ? fourHex.exec(text) : null
  if (!hex) throw new MalformedBody('An unknown escape', at)
  return String.fromCharCode(Number.parseInt(hex[0], 16))
}

function wellFormed(value: string, position: number): string {
  if (!value.isWellFormed()) throw new MalformedBody('Half a surrogate pair', position)
  return value
}

const loneSurrogate = (text: string): number => text.search(/\p{Surrogate}/u)

function unexpected(reader: Reader, wanted: string): MalformedBody {
  const found = reader.at < reader.text.length ? JSON.stringify(reader.text.charAt(reader.at)) : 'the end'
  return new MalformedBody(`Expected ${wanted} but found ${found}`, reader.at)
}

/**
 * RFC 8785: keys sorted by UTF-16 code unit, no white space, ECMAScript's forms of numbers and strings. Writes the text itself.
 * An object built in sorted order would still list integer-like keys first.
 */
export function canonical(value: Json): string {
  return write(value, 0)
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`)
      return String(value)
    case 'boolean':
      return String(value)
    case 'object':
      if (value === null) return 'null'
      return writeNested(value, depth + 1)
    default:
      throw new TypeError(`a value of type ${typeof value} has no JSON form`)
  }
}

function writeNested(value: object, depth: number): string {
  if (depth > maxDepth) throw new TypeError(`nested deeper than ${maxDepth}`)
  // Not map(): it would skip the holes of a sparse array.
  if (Array.isArray(value)) return `[${Array.from(value, (item) => write(item, depth)).join(',')}]`
  if (!isPlain(value)) throw new TypeError('only plain objects have a JSON form')
  let members = ''
  for (const key of Object.keys(value).toSorted()) {
    members += `${members && ','}${quote(key)}:${write((value as Record<string, unknown>)[key], depth)}`
  }
  return `{${members}}`
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function quote(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('half a surrogate pair has no JSON form')
  return JSON.stringify(text)
}
