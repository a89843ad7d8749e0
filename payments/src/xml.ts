import { BankFileError, boundedText, limits } from './bankfile.ts'

// A pull reader for the XML of banks: well-formed XML 1.0 with namespaces, in UTF-8, with ASCII names. Features that a
// payment message never needs are refused and not interpreted: document types, custom entities, processing instructions,
// other encodings. So the reader expands nothing and fetches nothing.

/** A start tag. Namespace declarations are resolved, and `xsi:` hints for validators omitted. */
export type Tag = {
  readonly name: string
  readonly namespace: string
  readonly attributes: ReadonlyMap<string, string>
}

/** Positioned inside one open element. `where` names that element in a refusal. */
export type Cursor = {
  /** Opens the next child; null closes the element. */
  child(where: string): Tag | null
  /** The text of an element without children, and closes it. */
  text(where: string): string
  /** Skips the rest of the element, and closes it. */
  skip(): void
  /** Ends the document. Only comments may follow its root. */
  end(): void
}

type Scope = ReadonlyMap<string, string>
type Open = { readonly name: string; readonly scope: Scope }

const nameForm = '[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?'
const startTag = new RegExp(`<(${nameForm})`, 'y')
const attribute = new RegExp(`[ \\t\\n]+(${nameForm})[ \\t\\n]*=[ \\t\\n]*(?:"([^"<]*)"|'([^'<]*)')`, 'y')
const startTagEnd = /[ \t\n]*(\/?)>/y
const endTag = new RegExp(`</(${nameForm})[ \\t\\n]*>`, 'y')
const declaration =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*["']1\.0["'](?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*["']([A-Za-z0-9._-]+)["'])?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*["'](?:yes|no)["'])?[ \t\n]*\?>/y
/** Carriage returns are gone by then: a reader converts them to line feeds. */
export const notXml = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const notSpace = /[^ \t\n]/

const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

/** The position of the reader. `owesEnd`: `<Tag/>` was read as a start tag, and its end is still due. */
type Reader = { readonly source: string; at: number; readonly open: Open[]; owesEnd: boolean }

export function openXml(input: string | Uint8Array): { root: Tag; cursor: Cursor } {
  const source = boundedText(input).replace(/\r\n?/g, '\n')
  const reader: Reader = { source, at: 0, open: [], owesEnd: false }
  const bad = source.search(notXml)
  if (bad >= 0) fail(reader, 'a character is not allowed in XML; the file is damaged or not in UTF-8', bad)
  readDeclaration(reader)
  if (notSpace.test(readText(reader)) || atEnd(reader)) fail(reader, 'an XML document is expected')
  const root = readStartTag(reader)
  const cursor: Cursor = {
    child: (where) => readChild(reader, where),
    text: (where) => readOnlyText(reader, where),
    skip: () => skipElement(reader),
    end: () => {
      if (notSpace.test(readText(reader)) || !atEnd(reader)) fail(reader, 'something follows the end of the document')
    },
  }
  return { root, cursor }
}

function readChild(reader: Reader, where: string): Tag | null {
  const text = reader.owesEnd ? '' : readText(reader)
  if (notSpace.test(text)) {
    throw new BankFileError(where, `holds text where only elements belong: "${text.trim().slice(0, 40)}"`)
  }
  if (!atEndTag(reader)) return readStartTag(reader)
  readEndTag(reader)
  return null
}

function readOnlyText(reader: Reader, where: string): string {
  const text = reader.owesEnd ? '' : readText(reader)
  if (!atEndTag(reader)) throw new BankFileError(where, 'holds an element where only text belongs')
  readEndTag(reader)
  return text
}

function skipElement(reader: Reader): void {
  for (const depth = reader.open.length; reader.open.length >= depth;) {
    if (!reader.owesEnd) readText(reader)
    if (atEndTag(reader)) readEndTag(reader)
    else readStartTag(reader)
  }
}

function fail(reader: Reader, problem: string, position = reader.at): never {
  throw new BankFileError(`line ${reader.source.slice(0, position).split('\n').length}`, problem)
}

function atEnd({ source, at }: Reader): boolean {
  return at >= source.length
}

/** An end tag is due. The end of the file counts. The missing tag is reported there. */
function atEndTag(reader: Reader): boolean {
  return reader.owesEnd || atEnd(reader) || reader.source.startsWith('</', reader.at)
}

function take(reader: Reader, form: RegExp): RegExpExecArray | null {
  form.lastIndex = reader.at
  const match = form.exec(reader.source)
  if (match) reader.at = form.lastIndex
  return match
}

/** The text between an opening and the next closing; moves behind it. */
function takeBetween(reader: Reader, opening: string, closing: string): string {
  const from = reader.at + opening.length
  const to = reader.source.indexOf(closing, from)
  if (to < 0) fail(reader, `"${opening}" is never closed`)
  reader.at = to + closing.length
  return reader.source.slice(from, to)
}

function readDeclaration(reader: Reader): void {
  if (!/^<\?xml[ \t\n]/.test(reader.source)) return
  const found = take(reader, declaration) ?? fail(reader, 'the XML declaration is malformed or not of version 1.0')
  const encoding = found[1] ?? 'UTF-8'
  if (encoding.toUpperCase() !== 'UTF-8') fail(reader, `the encoding is declared as ${encoding}; only UTF-8 is taken`)
}

/** Text up to the next tag: comments vanish, CDATA is text. */
function readText(reader: Reader): string {
  let content = ''
  for (;;) {
    const mark = reader.source.indexOf('<', reader.at)
    const end = mark < 0 ? reader.source.length : mark
    content += decode(reader, reader.source.slice(reader.at, end))
    reader.at = end
    if (reader.source.startsWith('<!--', end)) {
      if (takeBetween(reader, '<!--', '-->').includes('--')) fail(reader, 'a comment holds "--"')
    } else if (reader.source.startsWith('<![CDATA[', end)) content += takeBetween(reader, '<![CDATA[', ']]>')
    else if (reader.source.startsWith('<!', end)) fail(reader, 'a document type is not taken; send plain elements')
    else if (reader.source.startsWith('<?', end)) fail(reader, 'a processing instruction is not taken; remove it')
    else return content
  }
}

function readStartTag(reader: Reader): Tag {
  const name = (take(reader, startTag) ?? fail(reader, 'a tag is expected'))[1]!
  if (reader.open.length >= limits.depth) fail(reader, `elements are nested deeper than ${limits.depth}`)
  const raw = readAttributes(reader)
  reader.owesEnd = (take(reader, startTagEnd) ?? fail(reader, `the tag <${name}> is malformed`))[1] === '/'
  const scope = declare(reader, reader.open.at(-1)?.scope ?? outermost, raw)
  reader.open.push({ name, scope })
  const [prefix, local] = split(name)
  return { name: local, namespace: resolve(reader, scope, prefix), attributes: ownAttributes(reader, scope, raw) }
}

function readAttributes(reader: Reader): ReadonlyMap<string, string> {
  let found: Map<string, string> | null = null
  for (let match = take(reader, attribute); match; match = take(reader, attribute)) {
    const name = match[1]!
    found ??= new Map()
    if (found.has(name)) fail(reader, `the attribute ${name} is given twice`)
    if (found.size >= limits.attributes) fail(reader, `a tag has more than ${limits.attributes} attributes`)
    found.set(name, decodeReferences(reader, (match[2] ?? match[3]!).replace(/[\t\n]/g, ' ')))
  }
  return found ?? none
}

function readEndTag(reader: Reader): void {
  const { name } = reader.open.at(-1)!
  if (!reader.owesEnd && take(reader, endTag)?.[1] !== name) fail(reader, `</${name}> is expected here`)
  reader.owesEnd = false
  reader.open.pop()
}

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const reference = /&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));|&/g

function decode(reader: Reader, raw: string): string {
  if (raw.includes(']]>')) fail(reader, '"]]>" stands in text')
  return decodeReferences(reader, raw)
}

function decodeReferences(reader: Reader, raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(reference, (match, hex?: string, decimal?: string, name?: string) => {
    const number = hex ? Number.parseInt(hex, 16) : Number(decimal ?? -1)
    const character = number >= 0 && number <= 0x10ffff ? String.fromCodePoint(number) : predefined[name ?? '']
    // A carriage return can only be a reference; it would not survive being written again.
    if (character !== undefined && !notXml.test(character)) return character
    return fail(reader, `the reference ${match} is not taken: only &amp; &lt; &gt; &quot; &apos; and characters`)
  })
}

function split(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':')
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)]
}

const none: Scope = new Map()
const outermost: Scope = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])

/** The scope inside a tag with these attributes. */
function declare(reader: Reader, outer: Scope, attributes: Scope): Scope {
  let scope: Map<string, string> | null = null
  for (const [name, uri] of attributes) {
    const [prefix, local] = split(name)
    if (name !== 'xmlns' && prefix !== 'xmlns') continue
    const declared = name === 'xmlns' ? '' : local
    const reserved = declared === 'xml' || declared === 'xmlns' || uri.startsWith('http://www.w3.org/2000/xmlns')
    if (reserved || (declared !== '' && uri === '')) fail(reader, `${name} cannot be declared like this`)
    scope ??= new Map(outer)
    scope.set(declared, uri)
  }
  return scope ?? outer
}

function resolve(reader: Reader, scope: Scope, prefix: string): string {
  return scope.get(prefix) ?? (prefix === '' ? '' : fail(reader, `the prefix ${prefix} is not declared`))
}

function ownAttributes(reader: Reader, scope: Scope, raw: Scope): Scope {
  if (raw.size === 0) return none
  const own = new Map<string, string>()
  for (const [name, value] of raw) {
    const [prefix, local] = split(name)
    if (name === 'xmlns' || prefix === 'xmlns') continue
    const namespace = prefix === '' ? '' : resolve(reader, scope, prefix)
    if (namespace === instanceNamespace) continue
    const expanded = namespace === '' ? local : `{${namespace}}${local}`
    if (own.has(expanded)) fail(reader, `the attribute ${name} is given twice`)
    own.set(expanded, value)
  }
  return own
}
