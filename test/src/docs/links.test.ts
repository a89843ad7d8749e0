import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const pages = globSync('{*.md,docs/**/*.md}', { cwd: root })

/** Where a path in a text may begin: the page's folder, the repository, a workspace, or a room of the service. */
const places = ['', 'service', 'service/src', 'test', 'test/src']

const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link))

const pathsIn = (text: string) =>
  [...text.matchAll(/`([\w@.-]+\/[\w@./-]+\.(?:ts|mjs|md|sql|json|sol))`/g)].map(([, path]) => path!)

const isThere = (page: string, path: string) =>
  [dirname(page), ...places].some((place) => existsSync(join(root, place, path)))

test.each(pages)('%s names only files that there are', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  expect([...linksIn(text), ...pathsIn(text)].filter((path) => !isThere(page, path))).toEqual([])
})

test('there are pages, with links and paths', () => {
  expect(pages.length).toBeGreaterThan(50)
  expect(linksIn('[a](docs/a.md#b) [c](https://example.com)')).toEqual(['docs/a.md'])
  expect(pathsIn('`base/http/outside.ts` and `npm start`')).toEqual(['base/http/outside.ts'])
})
