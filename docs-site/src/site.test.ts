import { createHash, createPublicKey, verify } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { assets } from '@specie/protocol/assets.ts'
import { chains } from '@specie/protocol/chains.ts'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { authReasons, errors } from '@specie/protocol/errors.ts'
import { parseForm } from '@specie/protocol/encoding/form.ts'
import { type Machine, machines, statesOf } from '@specie/protocol/machines.ts'
import { openapi } from '@specie/protocol/openapi/openapi.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import { sandboxCalls } from '@specie/protocol/sandbox/calls.ts'
import { signedBodies, signingString } from '@specie/protocol/signing/signing.ts'
import type { Facts } from './model/facts.ts'
import { escaped } from './markup/html.ts'
import { renderPage } from './layout.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { worked } from './pages/worked.ts'
import { readTextFile } from './files.ts'
import { curl, keyPair, node, python, registerInSandbox } from './samples/first-call.ts'
import { languages } from './samples/languages.ts'
import { searchIndex } from './search.ts'
import { pagesOf, siteOf } from './site.ts'
import { textFor } from './texts/conditions.ts'
import { readText } from './texts/files.ts'
import { pathOf, readIndex } from './texts/index.ts'
import { readMeanings } from './texts/state-meanings.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const facts: Facts = {
  environment: 'uat',
  version: '0.1.0',
  sandbox: true,
  address: 'http://127.0.0.1:8080',
  publicPerSecond: 20,
  failuresPerSecond: 50,
}
const document = openapi({ servers: [{ url: '/api/v1', description: 'uat' }], version: '0.1.0' })

/** Every page by its path. */
function rendered(from: typeof document, with_: Facts): Map<string, string> {
  const site = siteOf(from, with_)
  return new Map(pagesOf(site).map((page) => [page.path, renderPage(site, page, with_)]))
}

const pages = rendered(document, facts)
const page = (path: string): string => pages.get(path)!

const all = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map((match) => match[1]!)
const ids = (text: string): string[] => all(/ id="([^"]*)"/g, text)

test('every call has a page, with its path and a sample in every language', () => {
  for (const { name, path, summary } of endpoints) {
    const text = page(`/docs/calls/${name}`)
    expect(text).toContain(`<code>/api/v1${path}</code>`)
    expect(text).toContain(`<h1>${escaped(summary)}</h1>`)
    for (const { id } of languages) expect(text, name).toContain(`class="choice choice-${id}"`)
    expect(page('/docs/calls')).toContain(`href="/docs/calls/${name}"`)
  }
})

test('every call of the sandbox is documented like those of the API', () => {
  for (const { name, path, summary } of sandboxCalls) {
    const text = page(`/docs/sandbox/${name}`)
    expect(text).toContain(`<code>/sandbox/v1${path}</code>`)
    expect(text).toContain(`<h1>${escaped(summary)}</h1>`)
    for (const { id } of languages) expect(text, name).toContain(`class="choice choice-${id}"`)
  }
})

test('every error has its meaning and its cure, in the linked table and on a page of its own', () => {
  const table = page('/docs/errors')
  for (const [code, { message, cure }] of Object.entries(errors)) {
    const row = table.slice(table.indexOf(`<tr id="${code}"`)).split('</tr>', 1)[0]!
    for (const text of [row, page(`/docs/errors/${code}`)]) {
      const words = text.replaceAll(/<[^>]*>/g, '')
      expect(words).toContain(escaped(message.replaceAll('`', '')))
      expect(words).toContain(escaped(cure.replaceAll('`', '')))
    }
    expect(page(`/docs/errors/${code}`), code).toContain('id="example"')
  }
})

test('every state has its meaning, and appears in the picture of its machine', () => {
  for (const [name, machine] of Object.entries<Machine>(machines)) {
    const text = page(`/docs/states/${name}`)
    const picture = /<svg.*<\/svg>/s.exec(text)![0]
    for (const state of statesOf(machine)) {
      expect(picture, name).toContain(`>${state}</text>`)
      expect(ids(text)).toContain(`state-${state}`)
    }
    for (const event of statesOf(machine).flatMap((state) => Object.keys(machine.states[state]!)))
      expect(picture, name).toMatch(new RegExp(`>([a-z_]+, )*${event}(, [a-z_]+)*</text>`))
  }
})

test('docs/state-meanings.md has a sentence for every state and every machine, and no other', () => {
  const written = Object.entries(readMeanings()).map(([name, { states }]) => [name, Object.keys(states).toSorted()])
  const there = Object.entries<Machine>(machines).map(([name, machine]) => [name, statesOf(machine).toSorted()])
  expect(written).toEqual(there)
  for (const { about } of Object.values(readMeanings())) expect(about).toMatch(/^[A-Z].*[.]$/)
})

test('the index lists every page of docs, and every page is in the navigation', () => {
  const files = globSync('docs/**/*.{md,json}', { cwd: root, exclude: ['docs/adr/**', 'docs/README.md'] })
  const listed = readIndex().flatMap(({ entries }) => entries.map(({ file }) => file))
  expect(listed.toSorted()).toEqual([...files, 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md'].toSorted())
  const elsewhere = ['docs/states.md', 'docs/state-meanings.md']
  for (const file of listed.filter((name) => name.endsWith('.md') && !elsewhere.includes(name)))
    expect(pages.has(pathOf(file)), file).toBe(true)
  expect([...new Set(siteOf(document, facts).map(({ reader }) => reader))]).toEqual([
    'Integrate',
    'Operate',
    'Try (UAT)',
    'Contribute',
    'Every call, error and state',
  ])
})

test('the guides are before the pages of single calls in the menu, and operators have theirs', () => {
  const paths = pagesOf(siteOf(document, facts)).map(({ path }) => path)
  const firstCall = paths.findIndex((path) => /^\/docs\/(calls|errors|states|sandbox)\//.test(path))
  const guides = [
    'common',
    'supply',
    'operations',
    'people',
    'banking',
    'keys',
    'check',
    'audit',
    'production',
    'rights',
  ]
  const commands = ['cli', 'cli/api', 'cli/staff', 'cli/machine', 'cli/profiles', 'cli/sandbox']
  for (const name of [...guides, ...commands]) {
    expect(paths, name).toContain(`/docs/${name}`)
    expect(paths.indexOf(`/docs/${name}`), name).toBeLessThan(firstCall)
  }
})

test('links of the texts to pages of the site have a target', () => {
  for (const file of globSync('docs/**/*.md', { cwd: root })) {
    for (const link of all(/\]\((\/docs[^)]*)\)/g, readText(file))) {
      const [to = '', anchor] = link.split('#')
      expect(pages.has(to), `${file} links to ${link}`).toBe(true)
      if (anchor !== undefined) expect(ids(page(to)), `${file} links to ${link}`).toContain(anchor)
    }
  }
})

test('a conditional part of a text is on the pages of matching servers only', () => {
  const production = { ...facts, environment: 'production', sandbox: false } as const
  const text = 'All.\n<!-- only: uat -->\nUAT.\n<!-- only: no sandbox -->\nNone.\n<!-- for all -->\nEnd.\n'
  expect(textFor(text, facts)).toBe('All.\nUAT.\nEnd.\n')
  expect(textFor(text, production)).toBe('All.\nNone.\nEnd.\n')
  expect(() => textFor('<!-- only: mars -->\n', facts)).toThrow('is no condition')
})

test('a final state shows how it ended', () => {
  const kind = (machine: string, state: string) =>
    new RegExp(`<g class="state ([^"]*?) ?">\\s*<rect[^>]*>\\s*<text[^>]*>${state}<`).exec(
      page(`/docs/states/${machine}`),
    )?.[1]
  expect(kind('mint', 'settled')).toBe('final done')
  expect(kind('mint', 'failed')).toBe('final broken')
  expect(kind('mint', 'canceled')).toBe('final')
  expect(kind('execution', 'killed')).toBe('final broken')
  expect(kind('mint', 'held')).toBe('held')
})

test('a cell of a state names its column, for screens without the head of the table', () => {
  const text = page('/docs/states/mint')
  for (const label of ['Seen as', 'Meaning', 'May become']) expect(text).toContain(`<td data-label="${label}">`)
})

test('the page of signature_failure leads to the reasons', () => {
  expect(page('/docs/errors/signature_failure')).toContain('href="/docs/signing#refused"')
})

test('every asset, chain, pair and reason of a 401 is listed', () => {
  const text = page('/docs/assets')
  for (const { symbol, name } of Object.values(assets)) {
    expect(ids(text)).toContain(`asset-${symbol}`)
    expect(text).toContain(`<td>${name}</td>`)
  }
  for (const { name } of Object.values(chains)) expect(text).toContain(`<td>${name}</td>`)
  for (const { symbol } of pairs) expect(text).toContain(`<code>${symbol}</code>`)
  for (const reason of Object.keys(authReasons)) expect(ids(page('/docs/signing'))).toContain(`reason-${reason}`)
})

test('the samples of the first call are on their page unchanged', () => {
  for (const text of [keyPair, registerInSandbox, curl, node, python])
    expect(page('/docs/start')).toContain(escaped(text))
  expect(page('/docs/start')).toContain('export SPECIE_URL=http://127.0.0.1:8080')
})

test('production shows no page of the sandbox and no address', () => {
  const there = rendered(document, { ...facts, environment: 'production', sandbox: false, address: null })
  expect([...there.keys()].filter((path) => path.includes('sandbox'))).toEqual([])
  expect(there.get('/docs/start')).not.toContain('127.0.0.1')
  expect(there.get('/docs/start')).toContain('SPECIE_URL=https://specie.example')
})

test('no script is inline, and no resource is external', () => {
  for (const [path, text] of pages) {
    expect(text, path).not.toMatch(/<script>|<style|<iframe|<object|<embed|<base|<form/i)
    expect(text, path).not.toMatch(/<[^>]+\s(style|on\w+)\s*=/i)
    const links = all(/<[^>]+\s(?:href|src)="([^"]*)"/g, text)
    for (const link of links)
      expect(link, path).toMatch(/^(#|\/(docs|api|sandbox|portal|llms|$)|data:image\/svg\+xml,)/)
  }
})

test.each([facts, { ...facts, environment: 'production', sandbox: false } as const])(
  'every link within the pages has a target, and no anchor exists twice ($environment)',
  (where) => {
    const there = rendered(document, where)
    for (const [path, text] of there) {
      expect(new Set(ids(text)).size, path).toBe(ids(text).length)
      for (const link of all(/href="((?:\/docs|#)[^"]*)"/g, text)) {
        const [to = '', anchor] = link.split('#')
        if (/\.(css|js|json|woff2)$/.test(to)) continue
        const target = to === '' ? text : there.get(to)
        expect(target, `${path} links to ${link}`).toBeDefined()
        if (anchor !== undefined) expect(ids(target!), `${path} links to ${link}`).toContain(anchor)
      }
    }
  },
)

test('a screen reader finds one title, landmarks, named sections and headed tables', () => {
  for (const [path, text] of pages) {
    for (const tag of ['h1', 'main', 'header'])
      expect(all(new RegExp(`<(${tag})[ >]`, 'g'), text), path).toHaveLength(1)
    expect(text).toContain('<html lang="en">')
    expect(text).toMatch(/<body>\s*<a class="skip" href="#content">/)
    expect(text, path).not.toMatch(/<th(?![^>]*scope=)[ >]/)
    expect(all(/<(table)/g, text)).toHaveLength(all(/<(caption)/g, text).length)
    expect(all(/aria-(current)="page"/g, text), path).toHaveLength(1)
  }
})

test('hostile text in the document is escaped', () => {
  const hostile = `</code><script>alert('x')</script>"><img src=x onerror=alert(1)>`
  const poisoned = (value: unknown): any => {
    if (Array.isArray(value)) return value.map(poisoned)
    if (typeof value !== 'object' || value === null) return value
    const texts = ['description', 'summary', 'message', 'reason', 'title']
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        texts.includes(key) && typeof inner === 'string' ? `${inner} ${hostile}` : poisoned(inner),
      ]),
    )
  }
  const there = [...rendered(poisoned(document), facts).values()]
  expect(there.some((text) => text.includes('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;'))).toBe(true)
  for (const text of there)
    expect(text.replaceAll(/<script( type="module")? src="\/docs\/\w+\.js"/g, '')).not.toMatch(/<(script|img)/)
})

test('the search finds every page and every section, by words of their text', () => {
  const index = searchIndex(pagesOf(siteOf(document, facts)))
  for (const { path } of index) {
    const [to = '', anchor] = path.split('#')
    expect(pages.has(to), path).toBe(true)
    if (anchor !== undefined) expect(ids(page(to)), path).toContain(anchor)
  }
  expect(index.filter(({ path }) => !path.includes('#'))).toHaveLength(pages.size)
  const indexed = new Set(index.map(({ path }) => path))
  for (const [path, text] of pages)
    for (const id of all(/<(?:section|h3) id="([^"]+)"/g, text)) expect(indexed, path).toContain(`${path}#${id}`)
  const fits = index.find(({ path }) => path === '/docs/calls/mintTokens#request')
  expect(fits?.text).toContain('funding_currency')
})

test('the search shows each page once, by its best section', async () => {
  const { best } = await import(new URL('./assets/search.js', import.meta.url).href)
  const index = searchIndex(pagesOf(siteOf(document, facts)))
  for (const words of [['mint'], ['nonce'], ['signature', 'reason'], ['canonical']]) {
    const found: string[] = best(index, words).map(({ path }: { path: string }) => path.split('#')[0])
    expect(found.length, words.join(' ')).toBeGreaterThan(1)
    expect(new Set(found).size, words.join(' ')).toBe(found.length)
  }
  expect(best(index, ['canonical', 'json'])[0].path).toBe('/docs/signing#canonical-json')
})

/** What readers search for, and the page that they need. */
const searches = {
  backup: '/docs/operations#backup-and-restore',
  backups: '/docs/operations#backup-and-restore',
  restore: '/docs/operations#backup-and-restore',
  'restore a backup': '/docs/operations#backup-and-restore',
  'point-in-time recovery': '/docs/operations#backup-and-restore',
  'rotate key': '/docs/people#rotate-an-api-key',
  'rotating keys': '/docs/people#rotate-an-api-key',
  idempotency: '/docs/common#client-ids',
  Idempotent: '/docs/common#client-ids',
  '429': '/docs/errors/rate_limited',
  'second approver': '/docs/people#two-people',
  'four eyes': '/docs/people#two-people',
  monitoring: '/docs/operations#monitoring',
  metrics: '/docs/operations#monitoring',
  failover: '/docs/operations#stopping-crashing-failing-over',
  settings: '/docs/operations#settings',
  passkey: '/docs/people#signing-in',
  keystore: '/docs/keys#the-keystore-file',
  kms: '/docs/keys#aws-kms',
  'specie check': '/docs/cli/machine#specie-check',
  'audit verify': '/docs/cli/machine#specie-audit-verify',
  'insufficient balance': '/docs/errors/insufficient_balance',
  'canonical json': '/docs/signing#canonical-json',
} as const

test.each(Object.entries(searches))('the search for «%s» shows its page first', async (query, path) => {
  const { best } = await import(new URL('./assets/search.js', import.meta.url).href)
  const index = searchIndex(pagesOf(siteOf(document, facts)))
  const found: string[] = best(index, query.toLowerCase().split(/\s+/)).map((one: { path: string }) => one.path)
  expect(found[0]).toBe(path)
})

test('llms.txt has a title, a summary, and sections of links that exist', () => {
  const text = llmsText(siteOf(document, facts))
  const [title, summary] = text.split('\n\n')
  expect(title).toBe('# Specie')
  expect(summary).toMatch(/^> [A-Z].*[.]$/)
  expect(all(/^(# )/gm, text)).toHaveLength(1)
  const sections = text.split(/^## /m).slice(1)
  expect(sections.at(-1)).toMatch(/^Optional\n/)
  for (const section of sections)
    for (const line of section.split('\n').slice(1).filter(Boolean))
      expect(line).toMatch(/^- \[[^\]]+\]\(\/docs[^)]*\): .+/)
  const linked = all(/\]\((\/docs[^)]*)\):/g, text)
  expect(linked.toSorted()).toEqual([...pages.keys()].toSorted())
})

test('llms-full.txt has every guide, without the marks of the site', () => {
  const text = llmsFullText(facts)
  for (const heading of [
    '# Operations',
    '# Keys',
    '# Going to production',
    '# What calls have in common',
    '# From wire to payout',
  ])
    expect(text).toContain(`\n${heading}\n`)
  expect(text).not.toContain('<!--')
})

test('the worked example is a published vector, and its signature is valid', () => {
  const path = new URL('../../protocol/vectors/signing.json', import.meta.url)
  const { vectors, publicKeySpkiBase64 } = JSON.parse(readFileSync(path, 'utf8'))
  const signed = signingString(worked.path, signedBodies(parseForm(worked.form))[0], worked.nonce)
  expect(vectors).toContainEqual(
    expect.objectContaining({
      body: worked.form,
      signingString: signed,
      signatureDerBase64url: worked.signature,
      valid: true,
    }),
  )
  expect(worked.publicKey).toBe(publicKeySpkiBase64)
  expect(createHash('sha256').update(signed).digest('hex')).toBe(worked.sha256)
  const key = createPublicKey({ key: Buffer.from(worked.publicKey, 'base64'), format: 'der', type: 'spki' })
  expect(verify('sha256', Buffer.from(signed), key, Buffer.from(worked.signature, 'base64url'))).toBe(true)
  expect(page('/docs/signing')).toContain(escaped(signed))
})

test('text colours have WCAG AA contrast, in light and dark mode', () => {
  const blocks = all(/:root[^{]*\{([^}]*)\}/g, readTextFile('style.css'))
  expect(blocks).toHaveLength(6)
  // Each scheme has the tokens of the portal, then those of the documentation.
  const schemes = [0, 1, 2].map((one) => blocks[one]! + blocks[one + 3]!)
  expect(schemes[1]!.replaceAll(/\s+/g, ' ')).toBe(schemes[2]!.replaceAll(/\s+/g, ' '))
  for (const scheme of schemes) {
    const colour = (name: string): string => all(new RegExp(`--${name}: #([0-9a-f]{6})`, 'g'), scheme)[0]!
    for (const text of ['ink', 'muted', 'accent-ink', 'name']) {
      for (const ground of ['paper', 'panel', 'sunk', 'waits-wash']) {
        expect(contrast(colour(text), colour(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  }
})

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? []).map((pair) => {
    const channel = Number.parseInt(pair, 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
