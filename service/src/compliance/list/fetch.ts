import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { OutsideError } from '../../base/http/outside.ts'
import type { ListSource } from '../../base/settings/screening.ts'

// Copies the file of a list to a temporary file: the bytes that are hashed are those that are parsed.

/** A copy on our disk, decompressed. `etag` names this content at its source. */
export type Fetched = {
  readonly file: string
  readonly sha256: string
  readonly bytes: number
  readonly etag: string | null
  /** The file itself, for a folder the newest one in it. */
  readonly source: string
}

/** The largest file, decompressed. OFAC's has 120 MB. */
const maxBytes = 1_000_000_000
const withinMs = 10 * 60_000
const maxRedirects = 3

type Known = { readonly etag: string | null; readonly source: string | null }

/** Null if the source still has the content that `known` names. */
export async function fetchList(
  { kind, at }: ListSource,
  known: Known,
  into: string,
  onlyHttps: boolean,
): Promise<Fetched | null> {
  return kind === 'url' ? fromUrl(at, known, into, onlyHttps) : fromPath(at, known, into)
}

async function fromPath(at: string, known: Known, into: string): Promise<Fetched | null> {
  const source = await newestFile(at)
  const before = await tagOf(source)
  if (known.source === source && known.etag === before) return null
  const copied = await copy(createReadStream(source), into)
  // Otherwise half of a file that someone is writing could look complete.
  if ((await tagOf(source)) !== before) throw new OutsideError(`${source} changed while it was read`)
  return { ...copied, source, etag: before }
}

/** A folder has one file for each version. */
async function newestFile(at: string): Promise<string> {
  if (!(await stat(at)).isDirectory()) return at
  const names = (await readdir(at)).filter((name) => !name.startsWith('.'))
  const files = await Promise.all(
    names.map(async (name) => ({ at: join(at, name), found: await stat(join(at, name)) })),
  )
  const [newest] = files.filter(({ found }) => found.isFile()).toSorted((a, b) => b.found.mtimeMs - a.found.mtimeMs)
  if (newest === undefined) throw new OutsideError(`the folder ${at} is empty`)
  return newest.at
}

async function tagOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file)
  return `${mtimeMs} ${size} ${ino}`
}

async function fromUrl(at: string, known: Known, into: string, onlyHttps: boolean): Promise<Fetched | null> {
  const signal = AbortSignal.timeout(withinMs)
  const source = shownSource(at)
  const condition = known.source === source && known.etag !== null ? { 'if-none-match': known.etag } : undefined
  const answer = await answerOf(new URL(at), condition ?? {}, signal, onlyHttps)
  const { statusCode: status = 0, headers } = answer
  if (status === 304 && condition !== undefined) {
    answer.destroy()
    return null
  }
  if (status !== 200) {
    answer.destroy()
    throw new OutsideError(`it answered ${status}`)
  }
  const copied = await copy(answer, into).catch((error: Error) => {
    throw new OutsideError(`the file did not arrive as a whole: ${error.message}`, { cause: error })
  })
  return { ...copied, source, etag: headers.etag ?? null }
}

/** Without a query and a password, which can be secret. */
function shownSource(at: string): string {
  const { origin, pathname } = new URL(at)
  return `${origin}${pathname}`
}

/** Publishers redirect to their storage. */
async function answerOf(
  at: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
  onlyHttps: boolean,
  redirects = 0,
): Promise<IncomingMessage> {
  const answer = await send(at, headers, signal)
  const { statusCode: status = 0, headers: sent } = answer
  if (![301, 302, 303, 307, 308].includes(status) || sent.location === undefined) return answer
  answer.destroy()
  const next = URL.parse(sent.location, at.href)
  if (next === null || (onlyHttps && next.protocol !== 'https:') || !/^https?:$/.test(next.protocol))
    throw new OutsideError(`it answered ${status}, a redirect that is not to an https address`)
  if (redirects === maxRedirects) throw new OutsideError(`it redirects more than ${maxRedirects} times`)
  return answerOf(next, headers, signal, onlyHttps, redirects + 1)
}

function send(at: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
  const request = at.protocol === 'https:' ? https.get : http.get
  return new Promise((resolve, reject) => {
    const options = { signal, headers: { 'user-agent': 'specie', 'accept-encoding': 'gzip', ...headers } }
    request(at, options, resolve).on('error', (error) =>
      reject(new OutsideError(signal.aborted ? 'no answer in time' : error.message, { cause: error })),
    )
  })
}

/** Writes the content decompressed. Whether it is compressed is in its first bytes, however it is named. */
async function copy(content: Readable, file: string): Promise<{ file: string; sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(bytes > maxBytes ? new Error(`it is longer than ${maxBytes} bytes`) : null, chunk)
    },
  })
  const [first, all] = await peek(content)
  const isGzip = first[0] === 0x1f && first[1] === 0x8b
  await (isGzip
    ? pipeline(all, createGunzip(), measure, createWriteStream(file))
    : pipeline(all, measure, createWriteStream(file)))
  return { file, sha256: hash.digest('hex'), bytes }
}

/** The first bytes, and everything. */
async function peek(content: Readable): Promise<[Buffer, Readable]> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = await chunks.next()
  const start = first.done ? Buffer.alloc(0) : first.value
  async function* all() {
    if (first.done) return
    yield start
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return [start, Readable.from(all())]
}
