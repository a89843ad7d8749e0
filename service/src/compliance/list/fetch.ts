import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Env } from '../../base/env.ts'
import { type Connection, publicConnection } from '../../base/http/pinned.ts'
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

const maxRedirects = 3

type Known = { readonly etag: string | null; readonly source: string | null }

type Context = Pick<Env, 'config'>

/** Null if the source still has the content that `known` names. */
export async function fetchList(
  env: Context,
  { kind, at }: ListSource,
  known: Known,
  into: string,
): Promise<Fetched | null> {
  return kind === 'url' ? fromUrl(env, at, known, into) : fromPath(env, at, known, into)
}

async function fromPath({ config }: Context, at: string, known: Known, into: string): Promise<Fetched | null> {
  const source = await newestFile(at)
  const before = await tagOf(source)
  if (known.source === source && known.etag === before) return null
  const copied = await copy(createReadStream(source), into, config.listMaxBytes)
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

async function fromUrl(env: Context, at: string, known: Known, into: string): Promise<Fetched | null> {
  const { listFetchSeconds, listMaxBytes } = env.config
  const signal = AbortSignal.timeout(listFetchSeconds * 1_000)
  const source = shownSource(at)
  const condition = known.source === source && known.etag !== null ? { 'if-none-match': known.etag } : undefined
  const late = `it did not arrive within ${listFetchSeconds} seconds`
  const answer = await answerOf(env, { at: new URL(at), headers: condition ?? {}, signal }).catch((error: Error) => {
    throw signal.aborted ? new OutsideError(late, { cause: error }) : error
  })
  const { statusCode: status = 0, headers } = answer
  if (status === 304 && condition !== undefined) {
    answer.destroy()
    return null
  }
  const problem = problemOf(answer, listMaxBytes)
  if (problem !== null) {
    answer.destroy()
    throw new OutsideError(problem)
  }
  const copied = await copy(answer, into, listMaxBytes).catch((error: Error) => {
    const why = signal.aborted ? late : `the file did not arrive as a whole: ${error.message}`
    throw new OutsideError(why, { cause: error })
  })
  return { ...copied, source, etag: headers.etag ?? null }
}

function problemOf({ statusCode, headers }: IncomingMessage, maxBytes: number): string | null {
  if (statusCode !== 200) return `it answered ${statusCode}`
  return Number(headers['content-length'] ?? 0) > maxBytes ? tooLong(maxBytes) : null
}

const tooLong = (maxBytes: number): string => `it is longer than ${maxBytes} bytes`

/** Without a query and a password, which can be secret. */
function shownSource(at: string): string {
  const { origin, pathname } = new URL(at)
  return `${origin}${pathname}`
}

type Asked = {
  readonly at: URL
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
  /** How the connection is made, for a host that is not in the settings. */
  readonly connection?: Connection
}

/** Publishers redirect to their storage. A publisher that was taken over must not lead us to a host of ours. */
async function answerOf(env: Context, asked: Asked, redirects = 0): Promise<IncomingMessage> {
  const answer = await send(asked)
  const { statusCode: status = 0, headers: sent } = answer
  if (![301, 302, 303, 307, 308].includes(status) || sent.location === undefined) return answer
  answer.destroy()
  const inUat = env.config.environment === 'uat'
  const next = URL.parse(sent.location, asked.at.href)
  if (next === null || (!inUat && next.protocol !== 'https:') || !/^https?:$/.test(next.protocol))
    throw new OutsideError(`it answered ${status}, a redirect to an address without https`)
  if (redirects === maxRedirects) throw new OutsideError(`it redirects more than ${maxRedirects} times`)
  const isSame = next.hostname === asked.at.hostname
  const { connection, ...rest } = asked
  const to = isSame ? connection : await publicConnection(next.hostname, inUat)
  return answerOf(env, { ...rest, at: next, ...(to && { connection: to }) }, redirects + 1)
}

function send({ at, headers, signal, connection }: Asked): Promise<IncomingMessage> {
  const request = at.protocol === 'https:' ? https.get : http.get
  // A connection of its own: a kept one could lead to an address that was never checked.
  const own = connection === undefined ? {} : { ...connection, agent: false }
  return new Promise((resolve, reject) => {
    const options = { signal, headers: { 'user-agent': 'specie', 'accept-encoding': 'gzip', ...headers }, ...own }
    request(at, options, resolve).on('error', (error) => reject(new OutsideError(error.message, { cause: error })))
  })
}

/** Writes the content decompressed. Whether it is compressed is in its first bytes, however it is named. */
async function copy(
  content: Readable,
  file: string,
  maxBytes: number,
): Promise<{ file: string; sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(bytes > maxBytes ? new Error(tooLong(maxBytes)) : null, chunk)
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
