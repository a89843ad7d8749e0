import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'lists-'))
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const program = (path: string) => new URL(path, import.meta.url).pathname

/** In a process of its own, so that its memory is that of one load. */
async function run(path: string, ...args: string[]): Promise<Record<string, any>> {
  const { stdout } = await promisify(execFile)(process.execPath, [program(path), ...args])
  return JSON.parse(stdout) as Record<string, any>
}

test('a list as large as OFAC’s is loaded within bounds of memory, and then only what it changes', async () => {
  const file = join(folder, 'sdn_advanced.xml')
  const { parties } = await run('../../../screening/samples/measure.ts', 'write', 'ofac_advanced_xml', '120MB', file)
  const first = await run('measure-load.ts', database.url, file)
  expect(first).toMatchObject({ outcome: 'activated' })
  expect(first['megabytes']).toBeLessThan(600)
  const entries = await database.app.query('select id from compliance.list_entry where ended is null')
  expect(entries.length).toBeGreaterThanOrEqual(parties)

  const next = join(folder, 'next.xml')
  copyFileSync(file, next)
  // Another day of publication is another file with the same entries.
  const text = await readFile(next, 'latin1')
  await writeFile(next, text.replace('<Year>2026</Year>', '<Year>2027</Year>'), 'latin1')
  const second = await run('measure-load.ts', database.url, next)
  console.log(first, second)
  expect(second).toMatchObject({ outcome: 'activated' })
  expect(second['megabytes']).toBeLessThan(600)
  const [version] = await database.app.query(
    `select added, removed, changed from compliance.list_version where state = 'active'`,
  )
  expect(version).toEqual({ added: 0, removed: 0, changed: 0 })
})
