import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// ARCHITECTURE names the rooms with their things, and follows an order and a mint file by file. The files must exist, the
// reader must be able to get from one to the next, and there must be few of them.

const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

type Read = (path: string) => string | null

const service: Read = (path) => {
  const file = ['service/src', 'service'].map((folder) => join(root, folder, path)).find((name) => existsSync(name))
  return file === undefined ? null : readFileSync(file, 'utf8')
}

/** The files that the tables of a section name, each once, in their order. */
function filesIn(text: string, heading: string): string[] {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const rows = section.split('\n## ')[0]!.matchAll(/^\|.*\|$/gm)
  const paths = [...rows].flatMap(([row]) => [...row.matchAll(/`([\w./-]+\.(?:ts|sql))`/g)].map(([, path]) => path!))
  return [...new Set(paths)]
}

const pathOf = (text: string, thing: string): string[] => [
  ...new Set([...filesIn(text, 'How a signed request goes'), ...filesIn(text, `How ${thing} goes`)]),
]

/** True when this file imports that one or, in SQL and in code that calls it, names its function. */
function leadsTo(from: string, to: string, read: Read): boolean {
  const text = read(from) ?? ''
  if (to.endsWith('.sql')) return text.includes(`${basename(to, '.sql')}(`)
  return [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].some(([, path]) => join(from, '..', path!) === to)
}

/** Files that are not there, or that no earlier one imports or is imported by. */
const strayIn = (path: readonly string[], read: Read): string[] =>
  path.filter((file, n) => {
    if (read(file) === null) return true
    const earlier = path.slice(0, n)
    return n > 0 && !earlier.some((one) => leadsTo(one, file, read) || leadsTo(file, one, read))
  })

test.each([
  ['an order', 15],
  ['a mint', 28],
])('the files of %s are there, each linked to an earlier one, at most %i', (thing, most) => {
  const path = pathOf(page, thing)
  expect(strayIn(path, service)).toEqual([])
  expect(page).toContain(`That is ${path.length} files`)
  expect(path.length).toBeLessThanOrEqual(most)
})

test('a file that does not exist, or that nothing leads to, is found', () => {
  const row = (path: string) => `| a step | \`${path}\` |\n`
  const request = `# A page\n\n## How a signed request goes\n\n${row('api/serve.ts')}${row('access/gate.ts')}`
  const files = ['access/gate.ts', 'api/gone.ts', 'keys/kms.ts', 'api/trading.ts', 'sql/functions/ledger.post.sql']
  const text = `${request}\n## How an order goes\n\n${files.map(row).join('')}\nNot \`api/body.ts\`.\n\n## More\n`
  const path = pathOf(text, 'an order')
  expect(path).toEqual(['api/serve.ts', ...files])
  expect(strayIn(path, service)).toEqual(['api/gone.ts', 'keys/kms.ts', 'sql/functions/ledger.post.sql'])
})

/** The folders of a place, by name. */
const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

test('the table of rooms names every room and every folder in it, and nothing else', () => {
  const rows = [...page.matchAll(/^\| \d \| `(\w+)\/` \| .* \| (.*) \|$/gm)]
  expect(rows.map(([, room]) => room!).toSorted()).toEqual(foldersIn('service/src').toSorted())
  for (const [, room, cell] of rows) {
    const things = cell!.replaceAll(/ \([^)]*\)/g, '').split(', ')
    const isThere = (thing: string) =>
      [thing, `${thing}.ts`].some((name) => existsSync(join(root, 'service/src', room!, name)))
    expect(
      things.filter((thing) => !isThere(thing)),
      room,
    ).toEqual([])
    expect(
      foldersIn(`service/src/${room}`).filter((folder) => !things.includes(folder)),
      room,
    ).toEqual([])
  }
})
