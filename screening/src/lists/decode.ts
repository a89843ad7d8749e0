import { damaged, ListFileError } from './error.ts'

/** A file in pieces of any size, cut anywhere: as from disk or from a response. */
export type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

const taken = ['utf-8', 'utf-16le', 'utf-16be', 'iso-8859-1', 'windows-1252', 'us-ascii'] as const
type Encoding = (typeof taken)[number]

/** The first bytes say the encoding: enough for a byte order mark and an XML declaration. */
const headLength = 512
/** Parsers get pieces of this size, so that what they read from one piece stays small. */
const pieceLength = 64 * 1024

/** The text of a file, in pieces, without byte order mark. Bytes that are not of its encoding are refused. */
export async function* decoded(chunks: Chunks): AsyncGenerator<string> {
  for await (const text of decodedChunks(chunks)) {
    for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
  }
}

async function* decodedChunks(chunks: Chunks): AsyncGenerator<string> {
  let head: Uint8Array | null = new Uint8Array(0)
  let decode: ((bytes?: Uint8Array) => string) | null = null
  let first = true
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      yield first ? chunk.replace(/^\ufeff/, '') : chunk
      first = false
      continue
    }
    first = false
    if (head !== null) {
      head = joined(head, chunk)
      if (head.length < headLength) continue
    }
    decode ??= decoder(encodingOf(head!))
    yield decode(head ?? chunk)
    head = null
  }
  if (head !== null && head.length > 0) {
    decode = decoder(encodingOf(head))
    yield decode(head)
  }
  if (decode) yield decode()
}

/** Without bytes: the end of the file. */
function decoder(encoding: Encoding): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let before = 0
  return (bytes) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      throw damaged(`byte ${before + 1} and following`, `the bytes are not ${encoding}`)
    } finally {
      before += bytes?.length ?? 0
    }
  }
}

function encodingOf(head: Uint8Array): Encoding {
  const [a, b] = head
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return 'utf-16be'
  const start = Array.from(head.subarray(0, headLength), (byte) => String.fromCharCode(byte)).join('')
  const declared = /<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8'
  const encoding = declared.startsWith('utf-16') ? 'utf-8' : taken.find((known) => known === declared)
  if (encoding) return encoding
  throw new ListFileError(
    'line 1',
    `the encoding ${declared} is not taken`,
    `Fetch the file in UTF-8; ${taken.join(', ')} are read.`,
    true,
  )
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
