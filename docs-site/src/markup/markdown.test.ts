import { expect, test } from 'vitest'
import { anchorOf, markdown } from './markdown.ts'

const render = (text: string, without: string[] = []): string =>
  markdown(text, (target) => (target.endsWith('.md') ? `/docs/${target.slice(0, -3)}` : null), without)
    .map(({ markup }) => markup)
    .join('')
    .replaceAll(/\s+/g, ' ')

test('headings of the second level are sections, and those that are left out are not there', () => {
  const text = '# Title\n\nOpening.\n\n## What is it?\n\nOne.\n\n## How it works\n\nTwo.\n'
  expect(render(text)).toContain('<p>Opening.</p><section id="what-is-it"')
  expect(render(text, ['How it works'])).not.toContain('Two')
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
