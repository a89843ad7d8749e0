import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html, paragraphs, prose } from './html.ts'

const read = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test('any text is escaped', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { markup } = html`<p title="${text}">${text}</p>`
      expect(markup.match(/[<>"']/g)).toEqual(['<', '"', '"', '>', '<', '>'])
      expect(read(markup)).toBe(text)
    }),
  )
})

test('markup inside markup stays markup', () => {
  const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
  expect(
    html`<ul>
      ${items}
    </ul>`.markup,
  ).toMatch(/<ul>\s*<li>a<\/li><li>&lt;b&gt;<\/li>\s*<\/ul>/)
})

test('code in a sentence is marked up as code, and still escaped', () => {
  expect(prose('See `a<b`; take one of /client/assets.').markup).toBe(
    'See <code>a&lt;b</code>; take one of <code>/client/assets</code>.',
  )
  expect(prose('Send a higher one; see details.last_nonce.').markup).toContain('<code>details.last_nonce</code>.')
  expect(prose('See /docs/signing#refused.').markup).toBe(
    'See <a href="/docs/signing#refused">/docs/signing#refused</a>.',
  )
  expect(prose('<img src=x onerror=alert(1)>').markup).toBe('&lt;img src=x onerror=alert(1)&gt;')
})

test('an empty line begins a new paragraph', () => {
  expect(paragraphs('one\n\ntwo').map(({ markup }) => markup)).toEqual(['<p>one</p>', '<p>two</p>'])
})
