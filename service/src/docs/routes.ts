import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { basePath } from '@specie/protocol/endpoint.ts'
import { openapi } from '@specie/protocol/openapi.ts'
import { sandboxPath } from '@specie/protocol/sandbox/call.ts'
import { sandboxOpenapi } from '@specie/protocol/sandbox/openapi.ts'
import type { Config } from '../base/config.ts'
import type { Env } from '../base/env.ts'
import { perAddress } from '../base/http/per-address.ts'
import { once, serveText } from '../base/http/serve-text.ts'
import type { App } from '../base/http/shell.ts'
import { version } from '../base/version.ts'
import type { Facts } from './facts.ts'
import { renderPage } from './layout.ts'
import { searchIndex } from './search.ts'
import { pagesOf, siteOf } from './site.ts'

/** The documentation: as OpenAPI for machines, as pages for people. */
export function docsRoutes(app: App, { config, clock }: Env): void {
  const facts = factsOf(config)
  const document = once(() => openapi({ servers: [{ url: basePath, description: config.environment }], version }))
  const site = once(() => siteOf(document(), facts))
  // They are large: a client with thousands of requests at once would delay all others.
  const calls = perAddress(config.publicPerSecond, clock)
  const page = (path: string): string | null => {
    const found = pagesOf(site()).find((one) => one.path === path)
    return found === undefined ? null : renderPage(site(), found, facts)
  }
  const serve = (url: string, type: string, text: (path: string) => string | null, headers = {}) =>
    serveText(app, calls, { url, type, text, headers })

  serve(`${basePath}/client/openapi.json`, 'application/json', () => JSON.stringify(document()))
  if (facts.sandbox) serve(`${sandboxPath}/openapi.json`, 'application/json', sandboxDocument)
  serve('/docs', 'text/html', page, pageHeaders)
  serve('/docs/*', 'text/html', page, pageHeaders)
  serve('/docs/search.json', 'application/json', () => JSON.stringify(searchIndex(pagesOf(site()))))
  serve('/docs/style.css', 'text/css', asset('style.css'))
  serve('/docs/theme.js', 'text/javascript', asset('theme.js'))
  serve('/docs/docs.js', 'text/javascript', asset('docs.js'))
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
}

const sandboxDocument = (): string => JSON.stringify(sandboxOpenapi({ version }))

const asset = (name: string) => (): string => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8')

/** Style, scripts and the index of the search come from here; nothing inline runs, and nothing is asked for elsewhere. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const factsOf = (config: Config): Facts => ({
  environment: config.environment,
  version,
  sandbox: config.sandbox.enabled,
  address: knownAddress(config),
  publicPerSecond: config.publicPerSecond,
  failuresPerSecond: config.failuresPerSecond,
})

/**
 * The address shown in samples. Never the request's Host header: its sender could change our page. A test server on
 * loopback is reached at its own port; the public address of any other server is not known here.
 */
function knownAddress({ environment, host, port }: Config): string | null {
  const loopback = host === 'localhost' || host === '::1' || host.startsWith('127.')
  if (environment !== 'uat' || !loopback || port === 0) return null
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}
