import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const tool = fileURLToPath(new URL('../../../tools/plain-words.ts', import.meta.url))

let tree: string
beforeEach(() => (tree = mkdtempSync(join(tmpdir(), 'plain-words-'))))
afterEach(() => rmSync(tree, { recursive: true, force: true }))

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), text)
}

function findings(...globs: string[]): { lines: string[]; status: number | null } {
  const { stdout, status } = spawnSync(process.execPath, [tool, '--root', tree, ...globs], { encoding: 'utf8' })
  return { lines: stdout.split('\n').filter(Boolean), status }
}

test('an old word is found in its line, with its plain replacement', () => {
  plant('docs/a.md', '# A page\n\nGood.\n\nWhoever asks is told why.\n')
  expect(findings('docs/**/*.md')).toEqual({
    status: 1,
    lines: [
      'docs/a.md:5: «Whoever»: write the role: «the requester», «the holder of the key»',
      'docs/a.md:5: «is told»: write «gets», «sees», «is notified»',
    ],
  })
})

test('code and generated parts of a page are ignored', () => {
  const generated = '<!-- table: made by `npm run generate`; do not edit. -->\n\nNobody.\n\n<!-- end of table -->\n'
  plant('a.md', `A column \`told_by\` and \`nobody\`.\n\n\`\`\`sh\necho nobody\n\`\`\`\n\n${generated}\nFine.\n`)
  plant('b.md', '# A page\n<!-- Made by `npm run generate`; do not edit. -->\n\nNobody.\n')
  expect(findings('*.md')).toEqual({ status: 0, lines: [] })
})

test('only the comments of a source file are read', () => {
  plant('a.ts', "const nobody = 'nobody' // for nobody\n/** Whatever. */\nfetch('https://nobody.example')\n")
  plant('a.sql', "select 'nobody' -- and nobody\n")
  const words = findings('*.ts', '*.sql').lines.map((line) => line.split(': write')[0])
  expect(words).toEqual(['a.sql:1: «nobody»', 'a.ts:1: «nobody»', 'a.ts:2: «Whatever»'])
})

test('the titles of tests are read', () => {
  plant('a.test.ts', "test('nobody waits', () => expect('nobody').toBe(name))\ndescribe('an order', () => {})\n")
  expect(findings('*.ts').lines.map((line) => line.split(': write')[0])).toEqual(['a.test.ts:1: «nobody»'])
})
