import { expect, test } from 'vitest'
import { html } from './html.ts'
import { anchorOf, markdown, type Parts } from './markdown.ts'

const render = (text: string, parts: Parts = {}): string =>
  markdown(text, (target) => (target.endsWith('.md') ? `/docs/${target.slice(0, -3)}` : null), parts)
    .map(({ markup }) => markup)
    .join('')
    .replaceAll(/\s+/g, ' ')

test('headings of the second level are sections', () => {
  const text = '# Title\n\nOpening.\n\n## What is it?\n\nOne.\n\n## How it works\n\nTwo.\n'
  expect(render(text)).toContain('<p>Opening.</p><section id="what-is-it"')
  expect(render(text)).toContain('<section id="how-it-works"')
  expect(anchorOf('What is there, and `why`?')).toBe('what-is-there-and-why')
})

test('lists keep their items together, over empty and indented lines', () => {
  expect(render('Before:\n- one\n  more\n\n- two\n\nAfter.')).toBe(
    '<p>Before:</p><ul> <li>one more</li><li>two</li> </ul><p>After.</p>',
  )
  expect(render('1. one\n2. two')).toBe('<ol> <li>one</li><li>two</li> </ol>')
})

test('tables, code and links', () => {
  const table = render('| a | b |\n|---|---|\n| `x` | y \\| z |\n')
  expect(table).toContain('<th scope="row"><code>x</code></th><td>y | z</td>')
  expect(render('```sh\nnpm start <x>\n\n- no list\n```\n')).toContain('npm start &lt;x&gt; - no list')
  expect(render('```mermaid\nflowchart\n```\n')).toBe('')
  expect(render('See [**it**](a.md), [there](b.ts), *so* and `c`.')).toBe(
    '<p>See <a href="/docs/a"><strong>it</strong></a>, there, <em>so</em> and <code>c</code>.</p>',
  )
})

test('markup in a text is text', () => {
  expect(render('<img src=x onerror=alert(1)> [<b>](<script>.md)')).not.toMatch(/<(img|b|script)/)
})

test('a part of the site replaces its mark in the text, or a generated part', () => {
  const parts = { limits: () => html`<b>made</b>` }
  expect(render('One.\n\n<!-- site: limits -->\n\nTwo.', parts)).toBe('<p>One.</p><b>made</b><p>Two.</p>')
  const generated = '<!-- limits: made by `npm run generate`; do not edit. -->\n\nTable.\n\n<!-- end of limits -->\n'
  expect(render(generated, parts)).toBe('<b>made</b>')
  expect(render(generated)).toBe('<p>Table.</p>')
  expect(() => render('<!-- site: gone -->', parts)).toThrow(
    '<!-- site: gone --> is not a part of the site: use limits',
  )
})
