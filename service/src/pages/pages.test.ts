import { get as httpGet } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePeople, type Served } from '@specie/test/people/served.ts'

// A folder as `npm run web` leaves it; the content of the pages is tested in test/browser.

let folder: string
let served: Served
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(folder, 'assets'))
  for (const entry of ['public', 'portal', 'console', 'explorer'])
    writeFileSync(join(folder, `${entry}.html`), `<html data-environment="production"><title>${entry}</title>`)
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'let a')
  writeFileSync(join(folder, 'assets/app-1a2b.js.br'), 'as br')
  writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), 'as gz')
  served = await servePeople({ WEB_FOLDER: folder })
})
afterAll(async () => {
  await served?.end()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, encoding = 'identity', origin = served.origin) =>
  fetch(origin + path, { headers: { 'user-agent': 'test', 'accept-encoding': encoding } })

test('every path of an entry returns its page, uncached and with a policy that allows nothing inline', async () => {
  const pages = {
    '/': 'public',
    '/reserves': 'public',
    '/portal': 'portal',
    '/portal/supply/1': 'portal',
    '/console/approvals': 'console',
    '/explorer/eth/tx/1': 'explorer',
  }
  for (const [path, entry] of Object.entries(pages)) {
    const answer = await get(path)
    expect(answer.status, path).toBe(200)
    expect(await answer.text(), path).toMatch(
      new RegExp(`^<html data-environment="uat"[^<>]*><title>${entry}</title>$`),
    )
    expect(answer.headers.get('cache-control'), path).toBe('no-store')
    const policy = answer.headers.get('content-security-policy')
    expect(policy, path).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(policy, path).not.toContain('unsafe')
  }
  expect(gunzipSync(await raw('/portal', 'gzip')).toString()).toContain('<title>portal')
})

test('the console says in its page whether single sign-on is set up; no other page does', async () => {
  const settings = { OIDC_ISSUER: 'http://localhost:1', OIDC_CLIENT_ID: 'specie', OIDC_CLIENT_SECRET: 'x'.repeat(32) }
  expect(await (await get('/console')).text()).not.toContain('data-sso')
  const other = await servePeople({ WEB_FOLDER: folder, ...settings })
  try {
    expect(await (await get('/console', 'identity', other.origin)).text()).toContain('data-sso="on"')
    expect(await (await get('/portal', 'identity', other.origin)).text()).not.toContain('data-sso')
  } finally {
    await other.end()
  }
})

/** The bytes as sent: fetch would decompress them. */
function raw(path: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    httpGet(served.origin + path, { headers: { 'user-agent': 'test', 'accept-encoding': encoding } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve(Buffer.concat(parts)))
    }).on('error', reject)
  })
}

test('a file is sent in an encoding that the browser accepts, and cached permanently, because its name changes with it', async () => {
  expect((await raw('/assets/app-1a2b.js', 'gzip, br')).toString()).toBe('as br')
  expect((await raw('/assets/app-1a2b.js', 'gzip')).toString()).toBe('as gz')
  const plain = await get('/assets/app-1a2b.js')
  expect(await plain.text()).toBe('let a')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test('unknown files and unknown calls below the same paths get the usual 404', async () => {
  for (const path of [
    '/assets/other.js',
    '/assets/',
    '/assets/../portal.html',
    '/portal/v1/nothing',
    '/console/v1',
    '/reserves/x',
    '/other',
  ]) {
    const answer = await get(path)
    expect([answer.status, ((await answer.json()) as { code: string }).code], path).toEqual([404, 'not_found'])
  }
  const posted = await get('/portal/v1/sign-in/password')
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'POST'])
})

test('without built pages the service runs, and names the command that builds them', async () => {
  const bare = await servePeople({ WEB_FOLDER: join(folder, 'nowhere') })
  const answer = await get('/portal', 'identity', bare.origin)
  expect(await answer.json()).toMatchObject({ code: 'not_found', message: expect.stringContaining('npm run web') })
  expect((await get('/portal/v1/nothing', 'identity', bare.origin)).status).toBe(404)
  expect((await get('/api/v1/client/time', 'identity', bare.origin)).status).toBe(200)
  await bare.end()
})
