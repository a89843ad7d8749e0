import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { readConfig } from '../base/config.ts'
import type { Env } from '../base/env.ts'
import { httpShell, type App } from '../base/http/shell.ts'
import { randomIds } from '../base/ids.ts'
import { createLog } from '../base/observability/log.ts'
import { createMetrics } from '../base/observability/metrics.ts'
import { docsRoutes } from './docs.ts'

const browser = { 'user-agent': 'a browser' }

function docs(settings: Record<string, string> = {}): App {
  const base = { clock: systemClock, ids: randomIds, log: createLog('fatal'), metrics: createMetrics() }
  // It uses none of these.
  const outside = {
    db: null as never,
    jobs: null as never,
    bank: null,
    chains: new Map(),
    signer: null,
    provider: null,
    venues: [],
    runtime: null as never,
  }
  const env: Env = { ...base, ...outside, config: readConfig({ PUBLIC_PER_SECOND: '100000', ...settings }) }
  const app = httpShell(env)
  docsRoutes(app, env)
  return app
}

const app = docs()
const get = (url: string, headers: Record<string, string> = {}, from: App = app) =>
  from.inject({ method: 'GET', url, headers: { ...browser, ...headers } })

test('a page loads only our own style and scripts', async () => {
  for (const url of ['/docs', '/docs/errors', '/docs/calls/addOrder', '/docs/states/mint']) {
    const { statusCode, headers, body } = await get(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(body).toMatch(/^<!doctype html>/)
  }
})

test('a program gets the usual 404 for an unknown page', async () => {
  for (const url of ['/docs/nothing', '/docs/calls/nothing', '/docs/../docs/x']) {
    const { statusCode, body } = await get(url, { accept: '*/*' })
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found'])
  }
})

test('a browser gets a page instead, with links to the search and the first page', async () => {
  const { statusCode, headers, body } = await get('/docs/nothing', {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  })
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).toContain('<h1>No page at this address</h1>')
  for (const link of ['#find', '/docs']) expect(body).toContain(`<a href="${link}">`)
})

test('a reader who clicks fast gets every page and its parts; documents for machines are limited', async () => {
  const strict = docs({ PUBLIC_PER_SECOND: '1' })
  const statusOf = async (url: string) => (await get(url, {}, strict)).statusCode
  for (let n = 0; n < 20; n += 1) {
    for (const url of ['/docs', '/docs/errors', '/docs/style.css', '/docs/docs.js', '/docs/search.json'])
      expect(await statusOf(url), url).toBe(200)
  }
  const machines = await Promise.all(Array.from({ length: 20 }, () => statusOf('/api/v1/client/openapi.json')))
  expect(machines).toContain(429)
})

test('the typeface is that of the portal, and its licence is served too', async () => {
  const font = await get('/docs/inter.woff2')
  expect([font.headers['content-type'], font.rawPayload.subarray(0, 4).toString()]).toEqual(['font/woff2', 'wOF2'])
  expect((await get('/docs/style.css')).body).toContain("url('/docs/inter.woff2')")
  expect((await get('/docs/inter-license.txt')).body).toContain('SIL OPEN FONT LICENSE')
})

test('the link of an error message leads to its row', async () => {
  const { body } = await get('/docs/errors')
  expect(body).toContain('<tr id="min_amount_below_threshold"')
})

test('an unchanged page is not sent again', async () => {
  for (const url of ['/docs', '/docs/errors', '/docs/style.css', '/docs/search.json', '/api/v1/client/openapi.json']) {
    const first = await get(url)
    const etag = String(first.headers['etag'])
    expect(first.headers['cache-control']).toBe('no-cache')
    for (const validator of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(url, { 'if-none-match': validator })
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag])
    }
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  }
})

test('two processes of one version serve the same bytes', async () => {
  const [here, there] = await Promise.all([get('/docs'), get('/docs', {}, docs())])
  expect(there.headers['etag']).toBe(here.headers['etag'])
})

test('a trailing slash redirects, and other methods are refused', async () => {
  const { statusCode, headers } = await get('/docs/')
  expect([statusCode, headers['location']]).toEqual([308, '/docs'])
  const post = await app.inject({ method: 'POST', url: '/docs', headers: browser })
  expect([post.statusCode, post.headers['allow']]).toEqual([405, 'GET, HEAD'])
})

test('the samples show the address only if the server knows it, and never the Host header', async () => {
  const addressIn = async (settings: Record<string, string>) => {
    const { body } = await get('/docs/start', { host: 'evil.example' }, docs(settings))
    expect(body).not.toContain('evil.example')
    return /export SPECIE_URL=(\S+)<\/code>/.exec(body)?.[1]
  }
  expect(await addressIn({})).toBe('http://127.0.0.1:8080')
  expect(await addressIn({ HOST: '::1', PORT: '9000' })).toBe('http://[::1]:9000')
  expect(await addressIn({ HOST: '0.0.0.0' })).toBe('https://specie.example')
  expect(await addressIn({ PORT: '0' })).toBe('https://specie.example')
  expect(await addressIn({ SPECIE_ENV: 'production' })).toBe('https://specie.example')
})

test('files are compressed for browsers that accept it', async () => {
  const { headers, rawPayload } = await get('/docs/search.json', { 'accept-encoding': 'gzip' })
  expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'accept-encoding'])
  expect(JSON.parse(gunzipSync(rawPayload).toString()).length).toBeGreaterThan(100)
  expect(rawPayload.length).toBeLessThan(150_000)
})

test('the sandbox has an OpenAPI document of its own, in UAT only', async () => {
  const { body } = await get('/sandbox/v1/openapi.json')
  expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/sandbox/v1' }] })
  const production = await get('/sandbox/v1/openapi.json', {}, docs({ SPECIE_ENV: 'production' }))
  expect(production.statusCode).toBe(404)
})

test('the OpenAPI document is JSON', async () => {
  const { headers, body } = await get('/api/v1/client/openapi.json')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/api/v1', description: 'uat' }] })
})

test('assistants get an index of the pages, and all guides as Markdown', async () => {
  for (const [url, start] of [
    ['/llms.txt', '# Specie\n\n> '],
    ['/llms-full.txt', '# '],
  ] as const) {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body.startsWith(start), url).toBe(true)
  }
  expect((await get('/docs')).body).toContain('href="/llms.txt"')
})
