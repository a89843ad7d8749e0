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

function findings(...globs: string[]): { lines: string[]; problem: string; status: number | null } {
  const command = [tool, '--root', tree, ...globs]
  const { stdout, stderr: problem, status } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  return { lines: stdout.split('\n').filter(Boolean), problem, status }
}

test('an old word is found in its line, with its plain replacement', () => {
  plant('docs/a.md', '# A page\n\nGood.\n\nWhoever asks is told why.\n')
  expect(findings('docs/**/*.md')).toMatchObject({
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
  expect(findings('*.md')).toMatchObject({ status: 0, lines: [] })
})

const old = ['no', 'body'].join('')

test('only the comments of a source file and the titles of tests are read', () => {
  plant('a.ts', `const ${old} = '${old}' // for ${old}\n/** And ${old}. */\nfetch('https://${old}.example')\n`)
  plant('a.sql', `select '${old}' -- and ${old}\n`)
  plant('b.test.ts', `test('${old} waits', () => expect('${old}'))\ntest.each([1])('${old} is %i', () => {})\n`)
  const words = findings('*.ts', '*.sql').lines.map((line) => line.split(': write')[0])
  expect(words).toEqual(['a.sql:1', 'a.ts:1', 'a.ts:2', 'b.test.ts:1', 'b.test.ts:2'].map((at) => `${at}: «${old}»`))
})

test('a glob that matches no file is an error, and so is none', () => {
  plant('a.md', 'Good.')
  expect(findings('*.md', 'docs/*.md')).toMatchObject({
    status: 2,
    problem: expect.stringMatching(/^No file matches docs/),
  })
  expect(findings()).toMatchObject({ status: 2, problem: expect.stringMatching(/^No files are named/) })
})
