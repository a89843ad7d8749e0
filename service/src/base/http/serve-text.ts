import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { rateLimited } from './errors.ts'
import type { Buckets } from './per-address.ts'
import { type App, pathOf } from './shell.ts'

type Texts = {
  /** One path, or a prefix: `/docs/*`. */
  url: string
  type: string
  /** The text at a path; null if there is none. */
  text: (path: string) => string | null
  headers?: Record<string, string>
  /** Counts the calls per address; null: a page or a part of one, because a reader loads several at once. */
  limit: Buckets | null
  /** The page for people where there is no text; programs get the usual error. */
  missing?: () => string
}

type Made = { raw: Buffer; gzip: Buffer; etag: string }

/**
 * Texts that are rendered once, each at its first request, because most processes never serve them. Browsers cache them
 * and revalidate each time; usually they get an empty 304.
 */
export function serveText(app: App, { url, type, text, headers = {}, limit, missing }: Texts): void {
  const made = new Map<string, Made>()
  app.get(url, async (request, reply) => {
    const wait = limit?.take(request.ip) ?? 0
    if (wait > 0) throw rateLimited(wait, 'Too many public calls from this address.')
    const path = pathOf(request)
    const page = made.get(path) ?? make(text(path))
    if (page === null) {
      if (missing !== undefined && /\btext\/html\b/.test(request.headers.accept ?? '')) {
        request.seen.code = 'not_found'
        return reply.code(404).headers(headers).type('text/html; charset=utf-8').send(missing())
      }
      reply.callNotFound()
      return reply
    }
    made.set(path, page)
    reply.headers({ ...headers, etag: page.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (namesTag(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    reply.type(`${type}; charset=utf-8`)
    const packed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    return packed ? reply.header('content-encoding', 'gzip').send(page.gzip) : reply.send(page.raw)
  })
}

function make(text: string | null): Made | null {
  if (text === null) return null
  const raw = Buffer.from(text)
  const tag = createHash('sha256').update(raw).digest('base64url').slice(0, 22)
  return { raw, gzip: gzipSync(raw), etag: `"${tag}"` }
}

export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
