import { readdir, readFile } from 'node:fs/promises'
import { clientSettings } from '@specie/protocol/client-settings.ts'
import { namesOf } from '@specie/service/base/settings/setting.ts'
import { formerSettings, settings } from '@specie/service/base/settings/table.ts'
import { expect, test } from 'vitest'

const docs = new URL('../../../docs/', import.meta.url)

/** Names in capitals between backticks, such as `OPS_PORT` or `SPECIE_ENV=uat`. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[`=]/g)].map(([, name]) => name!)

test('the documentation names no setting that was removed', async () => {
  const pages = (await readdir(docs, { recursive: true })).filter((name) => name.endsWith('.md'))
  expect(pages.length).toBeGreaterThan(100)
  const stale = await Promise.all(
    pages.map(async (page) => {
      const names = namesIn(await readFile(new URL(page, docs), 'utf8'))
      return names.filter((name) => Object.hasOwn(formerSettings, name)).map((name) => `${page}: ${name}`)
    }),
  )
  expect(stale.flat()).toEqual([])
})

test('docs/operations.md names only settings', async () => {
  const known = [
    ...Object.keys(settings),
    ...namesOf(Object.keys(settings)),
    ...Object.values(clientSettings),
    'SPECIE_TEST_CONSTANTS',
  ]
  const names = namesIn(await readFile(new URL('operations.md', docs), 'utf8'))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})
