import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildWeb } from './build.ts'
import { overLimit, type SizedEntry } from './sizes.ts'

// What a browser loads, gzipped: less than 300 kB at first, and less than 100 kB more for each page.

test('the built pages are within their limits', async () => {
  const folder = await buildWeb(() => {})
  const entries = JSON.parse(await readFile(join(folder, 'sizes.json'), 'utf8')) as SizedEntry[]
  expect(entries.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['portal.html', 'console.html', 'public.html', 'explorer.html']),
  )
  const portal = entries.find(({ name }) => name === 'portal.html')!
  expect(portal.bytes).toBeGreaterThan(100_000)
  expect(portal.pages.map(({ name }) => name)).toContain('src/portal/trade/page.tsx')
  expect(overLimit(entries)).toEqual([])
})

test('an entry or a page above its limit is reported', () => {
  const entry = { name: 'portal.html', bytes: 300_001, pages: [{ name: 'trade', bytes: 100_001 }] }
  expect(overLimit([entry])).toEqual([
    'portal.html has 300001 bytes, above the limit of 300000',
    'trade has 100001 bytes, above the limit of 100000',
  ])
  expect(overLimit([{ ...entry, bytes: 300_000, pages: [] }])).toEqual([])
})
