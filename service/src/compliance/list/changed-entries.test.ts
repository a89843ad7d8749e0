import { toEntry } from '@specie/screening/lists/entry.ts'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedEntries } from './changed-entries.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'entries-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const entry = toEntry({
  list: 'eu',
  reference: '1',
  kind: 'person',
  measures: { assetFreeze: true, named: [] },
  names: [{ text: 'Ivan Invented', parts: [], strength: 'strong' }],
})

test('entries are given up while they are written: no error ends the process, and no file is left', async () => {
  const file = join(folder, 'eu')
  const changed = await changedEntries(file, () => true)
  const written = Promise.allSettled(Array.from({ length: 50 }, () => changed.keep(entry, 'hash')))
  await changed[Symbol.asyncDispose]()
  await written
  expect(existsSync(`${file}.entries`)).toBe(false)
})

test('what is kept is returned in batches', async () => {
  await using changed = await changedEntries(join(folder, 'un'), () => true)
  for (let n = 0; n < 5; n += 1) await changed.keep(entry, String(n))
  const batches: string[][] = []
  for await (const batch of changed.batches(2)) batches.push(batch.map(({ hash }) => hash))
  expect(batches).toEqual([['0', '1'], ['2', '3'], ['4']])
})
