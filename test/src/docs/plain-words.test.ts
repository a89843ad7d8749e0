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

test('comments of a source file and titles of tests are read, strings without a sentence are not', () => {
  plant('a.ts', `const ${old} = '${old}' // for ${old}\n/** And ${old}. */\nfetch('https://${old}.example')\n`)
  plant('a.sql', `select '${old}' -- and ${old}\n`)
  plant('b.test.ts', `test('${old} waits', () => expect('${old}'))\ntest.each([1])('${old} is %i', () => {})\n`)
  const words = findings('*.ts', '*.sql').lines.map((line) => line.split(': write')[0])
  expect(words).toEqual(['a.sql:1', 'a.ts:1', 'a.ts:2', 'b.test.ts:1', 'b.test.ts:2'].map((at) => `${at}: «${old}»`))
})

test('texts and labels of a page are read, names and addresses are not', () => {
  plant(
    'web/src/a.tsx',
    `import x from './${old}-x'
const names = { '${old} is a name': \`\${x}: ${old} waits\` }
export const a = <A className="${old} row" to="/${old} x" label="For ${old}">
  Waits for ${old}.
</A>
`,
  )
  plant('service/src/a.ts', `throw new Error('Ask ${old}')\nawait sql(\`select ${old} from a\`)\n`)
  const words = findings('**/*.ts', '**/*.tsx').lines.map((line) => line.split(': write')[0])
  expect(words).toEqual(
    ['service/src/a.ts:1', ...[2, 3, 4].map((line) => `web/src/a.tsx:${line}`)].map((at) => `${at}: «${old}»`),
  )
})

test('the words of the glossary are held in pages, errors and documentation, not in comments', () => {
  const ladder = ['lad', 'der'].join('')
  plant(
    'web/src/portal/a.tsx',
    `// The ${ladder} of the institution\nconst a = <A title="${ladder}" sub="State">Your institution</A>\n`,
  )
  plant('service/src/a.ts', "throw new Error('Your proposal needs a TOTP.')\n")
  plant('docs/a.md', '# A page\n\nThe checker approves the `proposal`.\n')
  plant('docs/adr/0001-a.md', '# A decision\n\nThe checker approves.\n')
  expect(findings('**/*.ts', '**/*.tsx', '**/*.md')).toMatchObject({
    status: 1,
    lines: [
      'docs/a.md:3: «checker»: write «requester, second approver»',
      'service/src/a.ts:1: «TOTP»: write «authentication code»',
      'service/src/a.ts:1: «proposal»: write «request»',
      `web/src/portal/a.tsx:2: «${ladder}»: write «order book»`,
      'web/src/portal/a.tsx:2: «institution»: write «your company»',
      'web/src/portal/a.tsx:2: «State»: write «status»',
    ],
  })
})

test('a colon between two clauses is refused where a reader sees it, a colon before a list or a value is not', () => {
  const said = 'The address is not valid here: it belongs to another chain.'
  plant(
    'web/src/a.tsx',
    `const a = <A title="${said}" sub="Three parts are signed: path, body, nonce">Usage: a b</A>\n`,
  )
  plant('service/src/a.ts', `// ${said}\nthrow new Error('The key is not usable now: use another one.')\n`)
  plant(
    'docs/a.md',
    '# A page\n\nThe order is an intent:\nits bytes are stored first. There are two kinds of it: bids and asks.\n',
  )
  const words = findings('**/*.ts', '**/*.tsx', '**/*.md').lines.map((line) => line.replace(/«.*?»/, '«…»'))
  const refused = ': «…»: write two sentences, or «because», «so»'
  expect(words).toEqual(['docs/a.md:3', 'service/src/a.ts:2', 'web/src/a.tsx:1'].map((at) => at + refused))
})

test('words of place and return that read as translated are refused', () => {
  const [near, again] = [['be', 'side'].join(''), ['goes', 'back'].join(' ')]
  const [given, none] = [['gives', 'coins', 'back'].join(' '), ['there is no', 'the'].join(' ')]
  plant('a.ts', `// The file ${near} this one. The money ${again}. Null when it is empty.\n`)
  plant('b.ts', `// A redemption ${given}. Null if ${none} option.\n`)
  expect(findings('*.ts').lines.map((line) => line.split(': write')[0])).toEqual([
    `a.ts:1: «${near}»`,
    `a.ts:1: «${again}»`,
    'a.ts:1: «Null when»',
    `b.ts:1: «${none}»`,
    `b.ts:1: «${given}»`,
  ])
})

test('a glob that matches no file is an error, and so is none', () => {
  plant('a.md', 'Good.')
  expect(findings('*.md', 'docs/*.md')).toMatchObject({
    status: 2,
    problem: expect.stringMatching(/^No file matches docs/),
  })
  expect(findings()).toMatchObject({ status: 2, problem: expect.stringMatching(/^No files are named/) })
})
