import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const text = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')

test('every setting is in docs/operations.md', async () => {
  const names = [...(await text('service/src/base/config.ts')).matchAll(/\bget\(\s*'([A-Z0-9_]{4,})'/g)].map(
    ([, name]) => name!,
  )
  expect(names.length).toBeGreaterThan(50)
  const docs = await text('docs/operations.md')
  // AWS documents its own.
  const missing = names.filter((name) => !name.startsWith('AWS_') && !docs.includes(`\`${name}\``))
  expect(missing).toEqual([])
})
