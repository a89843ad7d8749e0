import { gzipSync } from 'node:zlib'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Config } from '../base/config.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import type { App, Reply, Request } from '../base/http/shell.ts'
import { pathOf } from '../base/http/shell.ts'
import { type Built, type Pages, readPages } from './built.ts'
import { contentOf, type PublicCalls } from './first-paint.ts'

/** Nothing is loaded from other origins, no inline script or style runs, and no site frames us. We frame documents. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
}

/** Paths of each entry. Its own router does the rest. */
const entries: Record<string, readonly string[]> = {
  public: ['/', '/reserves'],
  portal: ['/portal', '/portal/*'],
  console: ['/console', '/console/*'],
  explorer: ['/explorer', '/explorer/*'],
}

/** The pages for people, as built by `npm run web`. */
export function pageRoutes(app: App, env: Env, calls: PublicCalls): void {
  const { config, log } = env
  const pages = readPages(config.webFolder)
  const served = entriesOf(config)
  if (pages === null) {
    log.warn({ folder: config.webFolder }, 'the pages are not built; run `npm run web`')
    for (const entry of served) for (const url of entries[entry]!) app.get(url, notBuilt)
    return
  }
  for (const entry of served) {
    const html = htmlOf(pages, entry, config)
    const urls = entries[entry]!
    if (entry === 'public') sendContent(app, urls, html, contentOf(env, calls, { environment: config.environment }))
    else for (const url of urls) app.get(url, (request, reply) => sendPage(request, reply, builtOf(html)))
  }
  app.get('/assets/*', (request, reply) => {
    const found = pages.assets.get(pathOf(request).slice('/assets/'.length))
    if (found === undefined) return reply.callNotFound()
    return send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), found)
  })
}

/** Portal and console need an origin in production; the explorer shows the chains of UAT. */
function entriesOf({ environment, portalOrigin }: Config): string[] {
  if (environment === 'uat') return Object.keys(entries)
  return portalOrigin === null ? ['public'] : ['public', 'portal', 'console']
}

/** Facts that a page needs before its first request: attributes of its <html>. */
function factsOf(entry: string, { environment, companyAddress, oidc }: Config): Record<string, string | null> {
  return {
    environment,
    'company-address': entry === 'portal' ? companyAddress : null,
    // UAT's chains are local, and so is the explorer.
    explorers: environment === 'uat' ? null : explorers,
    sso: entry === 'console' && oidc !== null ? 'on' : null,
  }
}

/** Where pages of production show a transaction. */
const explorerOf: { readonly [code in ChainCode]: string } = {
  ETH: 'https://etherscan.io/tx/{txid}',
  BASE: 'https://basescan.org/tx/{txid}',
  ARB: 'https://arbiscan.io/tx/{txid}',
  AVAX: 'https://snowtrace.io/tx/{txid}',
  POL: 'https://polygonscan.com/tx/{txid}',
  CELO: 'https://celoscan.io/tx/{txid}',
  SOL: 'https://explorer.solana.com/tx/{txid}',
  BTC: 'https://mempool.space/tx/{txid}',
}
const explorers = Object.entries(explorerOf)
  .map(([code, url]) => `${code}=${url}`)
  .join(' ')

function htmlOf({ html }: Pages, entry: string, config: Config): string {
  const facts = Object.entries(factsOf(entry, config)).filter(([, value]) => value !== null)
  const attributes = facts.map(([name, value]) => `data-${name}="${escaped(value!)}"`).join(' ')
  return (html.get(entry) ?? '').replace('data-environment="production"', () => attributes)
}

function builtOf(text: string): Built {
  const raw = Buffer.from(text)
  return { type: 'text/html; charset=utf-8', raw, br: null, gzip: gzipSync(raw) }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Calls are below the same paths. An unknown one gets data, as everywhere. */
const isCall = (request: Request): boolean => /^\/\w+\/v1(\/|$)/.test(pathOf(request))

function sendPage(request: Request, reply: Reply, html: Built): Reply | void {
  if (isCall(request)) return reply.callNotFound()
  return send(request, reply.headers(headers), html)
}

/** Pages with their content in the first answer. */
function sendContent(app: App, urls: readonly string[], html: string, content: ReturnType<typeof contentOf>): void {
  for (const url of urls)
    app.get(url, async (request, reply) => sendPage(request, reply, builtOf(await content(url, html))))
}

/** An ordinary error: a client that probes the service without its pages gets data, and no 5xx. */
function notBuilt(request: Request, reply: Reply): Reply | void {
  if (isCall(request)) return reply.callNotFound()
  throw new ApiError('not_found', {}, 'The pages are not built. Run `npm run web` and restart the service.')
}

function send(request: Request, reply: Reply, { type, raw, br, gzip }: Built): Reply {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoded =
    /\bbr\b/.test(accepted) && br
      ? (['br', br] as const)
      : /\bgzip\b/.test(accepted) && gzip
        ? (['gzip', gzip] as const)
        : null
  void reply.type(type).header('vary', 'accept-encoding')
  return encoded === null ? reply.send(raw) : reply.header('content-encoding', encoded[0]).send(encoded[1])
}
