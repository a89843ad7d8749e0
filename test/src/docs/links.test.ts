import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const pages = globSync('{*.md,docs/**/*.md}', { cwd: root })

/** The possible roots of a path in a text: the page's folder, the repository, a workspace, or a room of the service. */
const places = ['', 'service', 'service/src', 'test', 'test/src']

/** Links to files. docs-site tests those to pages of the site only: `/docs/calls/addOrder`. */
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:|^\/docs\//.test(link))

/** Links to a heading, of this page or another one. */
const anchorsIn = (text: string) =>
  [...text.matchAll(/\]\(([^)#\s:]*\.md)?#([^)\s]+)\)/g)].map(([, page, anchor]) => ({ page, anchor: anchor! }))

/** The anchors of the headings of a page, as on GitHub. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

const pathsIn = (text: string) =>
  [...text.matchAll(/`([\w@.-]+\/[\w@./-]+\.(?:ts|mjs|md|sql|json|sol))`/g)].map(([, path]) => path!)

const isThere = (page: string, path: string) =>
  [dirname(page), ...places].some((place) => existsSync(join(root, place, path)))

test.each(pages)('%s names only existing files', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  expect([...linksIn(text), ...pathsIn(text)].filter((path) => !isThere(page, path))).toEqual([])
})

test.each(pages)('%s links only to existing headings', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const isMissing = ({ page: other, anchor }: { page: string | undefined; anchor: string }) =>
    !headingsOf(other === undefined ? text : readFileSync(join(root, dirname(page), other), 'utf8')).includes(anchor)
  expect(anchorsIn(text).filter(isMissing)).toEqual([])
})

test('there are pages, with links and paths', () => {
  expect(pages.length).toBeGreaterThan(50)
  expect(linksIn('[a](docs/a.md#b) [c](https://example.com)')).toEqual(['docs/a.md'])
  expect(anchorsIn('[a](a.md#b) [c](#d-e)')).toEqual([
    { page: 'a.md', anchor: 'b' },
    { page: undefined, anchor: 'd-e' },
  ])
  expect(headingsOf('# A page\n\n## What is there, and `why`?\n')).toEqual(['a-page', 'what-is-there-and-why'])
  expect(pathsIn('`base/http/outside.ts` and `npm start`')).toEqual(['base/http/outside.ts'])
})
