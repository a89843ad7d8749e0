import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import { openapi } from '@specie/protocol/openapi/openapi.ts'
import { sandboxPath } from '@specie/protocol/sandbox/call.ts'
import { sandboxOpenapi } from '@specie/protocol/sandbox/openapi.ts'
import type { Config } from '../base/config.ts'
import type { Env } from '../base/env.ts'
import { perAddress } from '../base/http/per-address.ts'
import { once, serveText } from '../base/http/serve-text.ts'
import type { App } from '../base/http/shell.ts'
import { version } from '../base/version.ts'
import type { Facts } from './facts.ts'
import { serveFont } from './font.ts'
import { renderPage } from './layout.ts'
import { missingPage } from './pages/missing.ts'
import { searchIndex } from './search.ts'
import { pagesOf, siteOf } from './site.ts'

/** The documentation: as OpenAPI for machines, as pages for people. */
export function docsRoutes(app: App, { config, clock }: Env): void {
  const facts = factsOf(config)
  const document = once(() => openapi({ servers: [{ url: basePath, description: config.environment }], version }))
  const site = once(() => siteOf(document(), facts))
  const page = (path: string): string | null => {
    const found = pagesOf(site()).find((one) => one.path === path)
    return found === undefined ? null : renderPage(site(), found, facts)
  }
  // Documents for machines are large: a client with thousands of requests at once would delay all others.
  const limit = perAddress(config.publicPerSecond, clock)
  const machines = { type: 'application/json', limit }
  serveText(app, { ...machines, url: `${basePath}/client/openapi.json`, text: () => JSON.stringify(document()) })
  if (facts.sandbox) serveText(app, { ...machines, url: `${sandboxPath}/openapi.json`, text: sandboxDocument })

  const missing = once(() => renderPage(site(), missingPage, facts))
  for (const url of ['/docs', '/docs/*'])
    serveText(app, { url, type: 'text/html', text: page, headers: pageHeaders, limit: null, missing })
  const part = (name: string, type: string, text: () => string) =>
    serveText(app, { url: `/docs/${name}`, type, text, limit: null })
  part('search.json', 'application/json', () => JSON.stringify(searchIndex(pagesOf(site()))))
  part('style.css', 'text/css', asset('style.css'))
  for (const name of ['theme.js', 'docs.js', 'search.js']) part(name, 'text/javascript', asset(name))
  serveFont(app)
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
}

const sandboxDocument = (): string => JSON.stringify(sandboxOpenapi({ version }))

const asset = (name: string) => (): string => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8')

/** Style, scripts and the index of the search come from here; nothing inline runs, and nothing is asked for elsewhere. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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
