import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// ARCHITECTURE names the workspaces and the rooms with their folders, and follows five journeys file by file. The tables match
// the tree, and each file of a journey leads to the next.

const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

type Read = (path: string) => string | null

const service: Read = (path) => {
  const file = ['service/src', 'service'].map((folder) => join(root, folder, path)).find((name) => existsSync(name))
  return file === undefined ? null : readFileSync(file, 'utf8')
}

/** The files in the tables of a section, each once, in their order. */
function filesIn(text: string, heading: string): string[] {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const rows = section.split('\n## ')[0]!.matchAll(/^\|.*\|$/gm)
  const paths = [...rows].flatMap(([row]) => [...row.matchAll(/`([\w./-]+\.(?:ts|sql))`/g)].map(([, path]) => path!))
  return [...new Set(paths)]
}

const request = 'How a signed request goes'
const click = 'How a portal click goes'

const pathOf = (text: string, ...headings: string[]): string[] => [
  ...new Set(headings.flatMap((heading) => filesIn(text, heading))),
]

/** True if this file imports that one, or names its function in SQL. */
function leadsTo(from: string, to: string, read: Read): boolean {
  const text = read(from) ?? ''
  if (to.endsWith('.sql')) return text.includes(basename(to, '.sql'))
  return [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].some(([, path]) => join(from, '..', path!) === to)
}

/** Missing files, and files without an import to or from an earlier one. */
const strayIn = (path: readonly string[], read: Read): string[] =>
  path.filter((file, n) => {
    if (read(file) === null) return true
    const earlier = path.slice(0, n)
    return n > 0 && !earlier.some((one) => leadsTo(one, file, read) || leadsTo(file, one, read))
  })

const journeys: [name: string, ...before: string[]][] = [
  ['How an order goes', request],
  ['How a mint goes', request],
  [click],
  ['How a withdrawal goes', request],
  ['How a KYB approval goes', click],
]

test.each(journeys)('%s: every file exists and is linked to an earlier one', (name, ...before) => {
  expect(filesIn(page, name).length).toBeGreaterThan(8)
  expect(strayIn(pathOf(page, ...before, name), service)).toEqual([])
})

test('a missing or unlinked file is found', () => {
  const row = (path: string) => `| a step | \`${path}\` |\n`
  const opening = `# A page\n\n## How a signed request goes\n\n${row('api/serve.ts')}${row('access/gate.ts')}`
  const files = ['access/gate.ts', 'api/gone.ts', 'keys/kms.ts', 'api/trading.ts', 'sql/functions/ledger.post.sql']
  const text = `${opening}\n## How an order goes\n\n${files.map(row).join('')}\nNot \`api/body.ts\`.\n\n## More\n`
  const path = pathOf(text, request, 'How an order goes')
  expect(path).toEqual(['api/serve.ts', ...files])
  expect(strayIn(path, service)).toEqual(['api/gone.ts', 'keys/kms.ts', 'sql/functions/ledger.post.sql'])
})

/** The folders of a place, by name. */
const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

const { floors } = JSON.parse(readFileSync(join(root, 'tools/floors.json'), 'utf8')) as { floors: string[][] }

test('the table of rooms has every room on its floor', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| `([\w-]+)\/` \|/gm)].map(([, floor, room]) => `${floor} ${room}`)
  expect(rows).toEqual(
    floors
      .flatMap((rooms, n) => rooms.map((room) => [n + 1, room] as const))
      .toSorted(([a], [b]) => b - a)
      .map((row) => row.join(' ')),
  )
  expect(floors.flat().toSorted()).toEqual(foldersIn('service/src').toSorted())
})

test('the table of rooms names exactly the folders of each room', () => {
  for (const [, room, cell] of page.matchAll(/^\| \d+ \| `([\w-]+)\/` \| .* \| (.*) \|$/gm)) {
    const operations = cell!.split(', ')
    const isThere = (operation: string) =>
      [operation, `${operation}.ts`].some((name) => existsSync(join(root, 'service/src', room!, name)))
    expect(
      operations.filter((operation) => !isThere(operation)),
      room,
    ).toEqual([])
    expect(
      foldersIn(`service/src/${room}`).filter((folder) => !operations.includes(folder)),
      room,
    ).toEqual([])
  }
})

test('the table of changes names files and folders that are there', () => {
  const [, section = ''] = page.split('\n## Where to make a change\n')
  const rows = [...section.split('\n## ')[0]!.matchAll(/^\|.*\|$/gm)].join('\n')
  const paths = [...rows.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(40)
  const isThere = (path: string) =>
    ['', 'service/src', 'service'].some((folder) => existsSync(join(root, folder, path)))
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})

test('the highest floor has all files next to the rooms', () => {
  const [, cell] = /^\| \d+ \| the files above the rooms \| .* \| (.*) \|$/m.exec(page)!
  const files = readdirSync(join(root, 'service/src')).filter((name) => /^[\w-]+\.ts$/.test(name))
  expect(cell!.replaceAll('`', '').split(', ').toSorted()).toEqual(files.toSorted())
})

test('the table of workspaces has every workspace with its imports', () => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  const allowed = JSON.parse(readFileSync(join(root, 'tools/workspaces.json'), 'utf8')) as Imports
  const imports = (name: string): string => {
    const some = allowed[name]
    return some === undefined ? 'all' : some.join(', ') || 'nothing'
  }
  const [, section = ''] = page.split('\n## Workspaces\n')
  const rows = [...section.split('\n## ')[0]!.matchAll(/^\| `([\w-]+)\/` \| .* \| (.*) \|$/gm)]
  expect(rows.map(([, name, cell]) => `${name}: ${cell}`).toSorted()).toEqual(
    workspaces.map((name) => `${name}: ${imports(name)}`).toSorted(),
  )
})

type Imports = { readonly [workspace: string]: readonly string[] }
