import { isIP } from 'node:net'
import { fontFiles, readFontFile, readTextFile, textFiles } from '@specie/docs-site/files.ts'
import { renderPage } from '@specie/docs-site/layout.ts'
import { llmsFullText, llmsText } from '@specie/docs-site/llms.ts'
import type { Facts } from '@specie/docs-site/model/facts.ts'
import { missingPage } from '@specie/docs-site/pages/missing.ts'
import { searchIndex } from '@specie/docs-site/search.ts'
import { pagesOf, siteOf } from '@specie/docs-site/site.ts'
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
/** The documentation: as OpenAPI for machines, as pages for people. */
export function docsRoutes(app: App, { config, clock }: Env): void {
  const facts = factsOf(config)
  const document = once(() => openapi({ servers: [{ url: basePath, description: config.environment }], version }))
  const site = once(() => siteOf(document(), facts))
  const page = (path: string): string | null => {
    const found = pagesOf(site()).find((one) => one.path === path)
    return found === undefined ? null : renderPage(site(), found, facts)
  }
  // Documents for machines are large. A client with thousands of requests at once would delay all others.
  const limit = perAddress(config.publicPerSecond, clock)
  const machines = { type: 'application/json', limit }
  serveText(app, { ...machines, url: `${basePath}/client/openapi.json`, text: () => JSON.stringify(document()) })
  const assistants = { type: 'text/plain', limit }
  serveText(app, { ...assistants, url: '/llms.txt', text: () => llmsText(site()) })
  serveText(app, { ...assistants, url: '/llms-full.txt', text: () => llmsFullText(facts) })
  if (facts.sandbox) serveText(app, { ...machines, url: `${sandboxPath}/openapi.json`, text: sandboxDocument })

  const missing = once(() => renderPage(site(), missingPage, facts))
  for (const url of ['/docs', '/docs/*'])
    serveText(app, { url, type: 'text/html', text: page, headers: pageHeaders, limit: null, missing })
  const part = (name: string, type: string, text: () => string) =>
    serveText(app, { url: `/docs/${name}`, type, text, limit: null })
  part('search.json', 'application/json', () => JSON.stringify(searchIndex(pagesOf(site()))))
  for (const [name, type] of entriesOf(textFiles)) part(name, type, () => readTextFile(name))
  serveFont(app)
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
}

const sandboxDocument = (): string => JSON.stringify(sandboxOpenapi({ version }))

function serveFont(app: App): void {
  for (const [name, { type }] of entriesOf(fontFiles)) {
    const content = readFontFile(name)
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(content),
    )
  }
}

/** Object.entries, with the names of the keys. */
const entriesOf = <Files extends object>(files: Files) =>
  Object.entries(files) as [keyof Files & string, Files[keyof Files]][]

/** Style, scripts and the search index come from this server: no inline script, no other origin. */
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
 * The address shown in samples. Never the request's Host header, because its sender could change our page. A test server on loopback
 * is reached at its own port; the public address of any other server is unknown here.
 */
function knownAddress({ environment, host, port }: Config): string | null {
  const loopback = host === 'localhost' || host === '::1' || host.startsWith('127.')
  if (environment !== 'uat' || !loopback || port === 0) return null
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}
