import { expect, test } from 'vitest'
import { type Block, blocksOf, type Inline } from './markdown.ts'

const plain = (inlines: readonly Inline[]) => inlines.map(({ text }) => text).join('')
const text = (block: Block): string =>
  block.kind === 'line' ? '' : block.kind === 'list' ? block.items.map(plain).join('\n') : plain(block.inlines)

test('headings, paragraphs, lists and lines', () => {
  const blocks = blocksOf(
    '# Title\nDirectly below\n\nOne\nparagraph\n\n- a\n- b\n  goes on\n\n1. first\n2. second\n\n---',
  )
  expect(blocks.map((block) => [block.kind, text(block)])).toEqual([
    ['heading', 'Title'],
    ['paragraph', 'Directly below'],
    ['paragraph', 'One paragraph'],
    ['list', 'a\nb goes on'],
    ['list', 'first\nsecond'],
    ['line', ''],
  ])
})

test('bold, italics and code; everything else is text', () => {
  const [block] = blocksOf('A **bold** and *soft* `word`, 2 * 3 * 4 and <script>alert(1)</script>')
  expect(block).toEqual({
    kind: 'paragraph',
    inlines: [
      { kind: 'text', text: 'A ' },
      { kind: 'bold', text: 'bold' },
      { kind: 'text', text: ' and ' },
      { kind: 'italic', text: 'soft' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'word' },
      { kind: 'text', text: ', 2 * 3 * 4 and <script>alert(1)</script>' },
    ],
  })
})
