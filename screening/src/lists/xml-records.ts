import { SaxesParser, type SaxesTagNS } from 'saxes'
import { decoded, type Chunks } from './decode.ts'
import type { Element } from './element.ts'
import { damaged, ListFileError, otherFormat } from './error.ts'
import { limits } from './limits.ts'
import type { Notes } from './notes.ts'
import { vocabulary, type Words } from './vocabulary.ts'

// Reads a large XML file as a stream of its records, so that only one record is in memory at a time. Document types are
// refused, so there is nothing to expand and nothing to fetch.

export type XmlFormat = Words & {
  /** For messages: «the UN consolidated list». */
  readonly title: string
  readonly root: string
  /** Of the root and of everything in it. Publishers change theirs with the format. */
  readonly namespaces: readonly string[]
  /** Elements that hold nothing but records and other containers. */
  readonly containers: readonly string[]
  readonly records: readonly string[]
  /** Elements inside of records that are not read: old states of an entry, for example. */
  readonly skipped?: readonly string[]
}

type Open = { name: string; line: number; attributes: Record<string, string>; children: Element[]; text: string }

/** The root without its children first, then each record in the order of the file. */
export async function* xmlRecords(format: XmlFormat, chunks: Chunks, notes: Notes): AsyncGenerator<Element> {
  const reader = recordReader(format, notes)
  for await (const text of decoded(chunks)) yield* reader.push(text)
  yield* reader.end()
}

function recordReader(format: XmlFormat, notes: Notes): { push(text: string): Element[]; end(): Element[] } {
  const parser = new SaxesParser({ xmlns: true })
  const words = vocabulary(format, notes)
  let records: Element[] = []
  let depth = 0
  /** The open elements of the record that is being read; empty between records. */
  let open: Open[] = []
  let size = 0
  /** Depth of the element that is skipped with everything in it; 0 if none is. */
  let skipping = 0
  let sinceEvent = 0

  const place = () => `line ${parser.line}, column ${parser.column + 1}`

  parser.on('doctype', () => {
    throw damaged(place(), 'a document type is not taken')
  })
  parser.on('opentag', (tag) => {
    sinceEvent = 0
    if (++depth > limits.depth) throw damaged(place(), `elements are nested deeper than ${limits.depth}`)
    if (skipping > 0) return
    if (depth === 1) return openRoot(tag)
    if (!format.namespaces.includes(tag.uri)) return skip(`{${tag.uri}}${tag.local}`)
    if (open.length === 0 && !format.records.includes(tag.local)) return openContainer(tag)
    openElement(tag)
  })
  parser.on('closetag', () => {
    sinceEvent = 0
    depth--
    if (skipping > 0) {
      if (depth < skipping) skipping = 0
      return
    }
    const closed = open.pop()
    if (!closed) return
    const parent = open.at(-1)
    if (parent) parent.children.push(closed)
    else records.push(closed)
  })
  const addText = (text: string) => {
    sinceEvent = 0
    const element = open.at(-1)
    // White space between elements is most of the text of a file.
    if (element === undefined || skipping > 0 || !/\S/.test(text)) return
    grow(text.length)
    element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)

  function openRoot(tag: SaxesTagNS): void {
    if (tag.local !== format.root || !format.namespaces.includes(tag.uri)) {
      const found = tag.uri === '' ? `<${tag.local}>` : `<${tag.local}> of ${tag.uri}`
      throw otherFormat(place(), `the file begins with ${found}; ${format.title} begins with <${format.root}>`)
    }
    records.push({ name: tag.local, line: parser.line, attributes: attributesOf(tag), children: [], text: '' })
  }

  function openContainer(tag: SaxesTagNS): void {
    if (!format.containers.includes(tag.local)) return skip(tag.local)
    words.see(tag.local)
  }

  function skip(word: string): void {
    words.see(word)
    skipping = depth
  }

  function openElement(tag: SaxesTagNS): void {
    if (format.skipped?.includes(tag.local)) return skip(tag.local)
    words.see(tag.local)
    if (open.length === 0) size = 0
    const attributes = attributesOf(tag)
    open.push({ name: tag.local, line: parser.line, attributes, children: [], text: '' })
  }

  function attributesOf(tag: SaxesTagNS): Record<string, string> {
    const attributes: Record<string, string> = {}
    let number = 0
    for (const { local, uri, prefix, value } of Object.values(tag.attributes)) {
      // Declarations of namespaces, and hints for validators.
      if (uri !== '' || prefix !== '' || local === 'xmlns') continue
      if (++number > limits.attributes) throw damaged(place(), `a tag has more than ${limits.attributes} attributes`)
      grow(value.length)
      words.see(tag.local, local)
      attributes[local] = value
    }
    return attributes
  }

  function grow(by: number): void {
    size += by
    if (size > limits.record) throw damaged(place(), `an entry has more than ${limits.record} characters`)
  }

  function guarded(step: () => void): Element[] {
    records = []
    try {
      step()
    } catch (error) {
      if (error instanceof ListFileError || !(error instanceof Error)) throw error
      throw damaged(place(), wellFormedness(error))
    }
    return records
  }

  return {
    push: (text) =>
      guarded(() => {
        parser.write(text)
        sinceEvent += text.length
        if (sinceEvent > limits.text) throw damaged(place(), `${limits.text} characters are without a tag`)
      }),
    end: () => {
      const last = guarded(() => parser.close())
      words.check()
      return last
    },
  }
}

/** The message of the parser, without the position that it begins with. */
const wellFormedness = ({ message }: Error): string => message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
