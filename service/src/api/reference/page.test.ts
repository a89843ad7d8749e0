import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assets } from '@specie/protocol/assets.ts'
import { chains } from '@specie/protocol/chains.ts'
import { endpoints } from '@specie/protocol/endpoints.ts'
import { authReasons, errors } from '@specie/protocol/errors.ts'
import { parseForm } from '@specie/protocol/form.ts'
import { openapi } from '@specie/protocol/openapi.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import { signedBodies, signingString } from '@specie/protocol/signing.ts'
import { operationsOf } from './document.ts'
import { answerExample } from './example.ts'
import { escaped } from './html.ts'
import { renderReference } from './page.ts'
import { curl, keyPair, node, python, registerInSandbox } from './samples.ts'
import { worked } from './worked.ts'

const facts = {
  environment: 'uat',
  sandbox: true,
  address: 'http://127.0.0.1:8080',
  publicPerSecond: 20,
  failuresPerSecond: 50,
} as const
const document = openapi({ servers: [{ url: '/api/v1', description: 'uat' }], version: '0.1.0' })
const pages = renderReference(document, facts)
const page = pages.reference

const all = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map((match) => match[1]!)
const ids = (text: string): string[] => all(/ id="([^"]*)"/g, text)

test('every endpoint has its own section and a link in the navigation', () => {
  for (const { name, path, summary } of endpoints) {
    expect(ids(page)).toContain(name)
    expect(page).toContain(`href="#${name}"`)
    expect(page).toContain(`<code>${path}</code>`)
    expect(page).toContain(escaped(summary))
  }
})

test('every error has its meaning and its cure, under both of its anchors', () => {
  for (const [code, { message, cure }] of Object.entries(errors)) {
    for (const text of [page, pages.errors]) {
      expect(ids(text)).toEqual(expect.arrayContaining([code, `error-${code}`]))
      const row = text.slice(text.indexOf(`id="error-${code}"`)).split('</tr>', 1)[0]!
      const words = row.replace(/<[^>]*>/g, '')
      expect(words).toContain(escaped(message.replaceAll('`', '')))
      expect(words).toContain(escaped(cure.replaceAll('`', '')))
    }
  }
})

test('every asset, chain, pair and reason of a 401 is listed', () => {
  for (const { symbol, name } of Object.values(assets)) {
    expect(ids(page)).toContain(`asset-${symbol}`)
    expect(page).toContain(`<td>${name}</td>`)
  }
  for (const { name } of Object.values(chains)) expect(page).toContain(`<td>${name}</td>`)
  for (const { symbol } of pairs) expect(page).toContain(`<code>${symbol}</code>`)
  for (const reason of Object.keys(authReasons)) expect(ids(page)).toContain(`reason-${reason}`)
})

test('the samples are on the page unchanged', () => {
  for (const text of [keyPair, registerInSandbox, curl, node, python]) expect(page).toContain(escaped(text))
  expect(page).toContain('export SPECIE_URL=http://127.0.0.1:8080')
})

test('production shows no sandbox and no address', () => {
  const { reference } = renderReference(document, {
    ...facts,
    environment: 'production',
    sandbox: false,
    address: null,
  })
  expect(reference).not.toContain('sandbox')
  expect(reference).not.toContain('127.0.0.1')
  expect(reference).toContain('SPECIE_URL=https://specie.example')
})

test('no script, no inline style, and no outside resource', () => {
  for (const text of Object.values(pages)) {
    expect(text).not.toMatch(/<script|<style|<iframe|<object|<embed|<base|<form/i)
    expect(text).not.toMatch(/<[^>]+\s(style|on\w+)\s*=/i)
    const links = all(/<[^>]+\s(?:href|src)="([^"]*)"/g, text)
    for (const link of links) expect(link).toMatch(/^(#|\/(docs|api)|data:image\/svg\+xml,)/)
  }
})

test('every link within a page has a target, and no anchor exists twice', () => {
  for (const text of Object.values(pages)) {
    expect(new Set(ids(text)).size).toBe(ids(text).length)
    for (const target of all(/href="#([^"]*)"/g, text)) expect(ids(text), target).toContain(target)
  }
})

test('a screen reader finds one title, landmarks, named sections and headed tables', () => {
  for (const text of Object.values(pages)) {
    for (const tag of ['h1', 'main', 'nav', 'header'])
      expect(all(new RegExp(`<(${tag})[ >]`, 'g'), text)).toHaveLength(1)
    expect(text).toContain('<html lang="en">')
    expect(text).toMatch(/<body>\s*<a class="skip" href="#content">/)
    expect(text).not.toMatch(/<th(?![^>]*scope=)[ >]/)
    expect(all(/<(table)/g, text)).toHaveLength(all(/<(caption)/g, text).length)
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
  const { reference } = renderReference(poisoned(document), facts)
  expect(reference).toContain('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;')
  expect(reference).not.toContain('<script')
  expect(reference).not.toContain('<img')
})

test('the example of every answer matches the endpoint’s schema', () => {
  expect(operationsOf(document)).toHaveLength(endpoints.length)
  for (const operation of operationsOf(document)) {
    const endpoint = endpoints.find(({ name }) => name === operation.id)!
    const example = answerExample(operation)
    expect(endpoint.response.strict().safeParse(example), `${operation.id}: give its fields examples`).toMatchObject({
      success: true,
    })
  }
})

test('the worked example is a published vector, and its signature is valid', () => {
  const path = new URL('../../../../protocol/vectors/signing.json', import.meta.url)
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
  expect(page).toContain(escaped(signed))
})

test('text colours have WCAG AA contrast, in light and dark mode', () => {
  const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')
  const schemes = all(/:root \{([^}]*)\}/g, style)
  expect(schemes).toHaveLength(2)
  for (const scheme of schemes) {
    const colour = (name: string): string => all(new RegExp(`--${name}: #([0-9a-f]{6})`, 'g'), scheme)[0]!
    for (const text of ['ink', 'soft', 'accent', 'name']) {
      for (const ground of ['paper', 'panel', 'mark']) {
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
