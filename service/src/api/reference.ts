import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { basePath } from '@specie/protocol/endpoint.ts'
import { openapi } from '@specie/protocol/openapi.ts'
import type { Config } from '../base/config.ts'
import type { Env } from '../base/env.ts'
import { rateLimited } from '../base/http/errors.ts'
import { type Buckets, perAddress } from '../base/http/per-address.ts'
import type { App } from '../base/http/shell.ts'
import { version } from '../base/version.ts'
import { renderReference } from './reference/page.ts'

/**
 * The description of the API: as OpenAPI for machines, as pages for people. It is built once, at the first request,
 * because most processes never serve it.
 */
export function referenceRoutes(app: App, { config, clock }: Env): void {
  const document = once(() => openapi({ servers: [{ url: basePath, description: config.environment }], version }))
  const pages = once(() =>
    renderReference(document(), {
      environment: config.environment,
      sandbox: config.sandbox.enabled,
      address: knownAddress(config),
      publicPerSecond: config.publicPerSecond,
      failuresPerSecond: config.failuresPerSecond,
    }),
  )
  const style = () => readFileSync(new URL('./reference/style.css', import.meta.url), 'utf8')
  // They are large: a client with thousands of requests at once would delay all others.
  const calls = perAddress(config.publicPerSecond, clock)
  const serve = (url: string, type: string, text: () => string, headers: Record<string, string> = {}) =>
    serveText(app, calls, { url, type, text, headers })

  serve(`${basePath}/client/openapi.json`, 'application/json', () => JSON.stringify(document()))
  serve('/docs', 'text/html', () => pages().reference, pageHeaders)
  serve('/docs/errors', 'text/html', () => pages().errors, pageHeaders)
  serve('/docs/style.css', 'text/css', style)
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
}

/** The pages load one stylesheet of ours and an embedded icon. No script runs. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

type Page = { url: string; type: string; text: () => string; headers: Record<string, string> }

/** A text that is made once. Browsers cache it and revalidate each time; mostly they get an empty 304. */
export function serveText(app: App, calls: Buckets, { url, type, text, headers }: Page): void {
  const page = once(() => {
    const bytes = Buffer.from(text())
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
  })
  app.get(url, async (request, reply) => {
    const wait = calls.take(request.ip)
    if (wait > 0) throw rateLimited(wait, 'Too many public calls from this address.')
    const { bytes, etag } = page()
    reply.headers({ ...headers, etag, 'cache-control': 'no-cache' })
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(`${type}; charset=utf-8`).send(bytes)
  })
}

function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/**
 * The address shown in samples. Never the request's Host header: its sender could change our page. A test server on
 * loopback is reached at its own port; the public address of any other server is not known here.
 */
function knownAddress({ environment, host, port }: Config): string | null {
  const loopback = host === 'localhost' || host === '::1' || host.startsWith('127.')
  if (environment !== 'uat' || !loopback || port === 0) return null
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}
