import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildOnce } from './build-once.ts'

let root: string
let built: number
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'specie-build-once-'))
  built = 0
  await mkdir(join(root, 'src'))
  await change('src/a.ts', 'one')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const change = (file: string, text: string) => writeFile(join(root, file), text)

async function copy(folder: string): Promise<void> {
  built += 1
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'a'), await readFile(join(root, 'src/a.ts')))
}

const dist = () => join(root, 'dist')
const once = (buildInto = copy, more: { inUseMs?: number; signal?: AbortSignal } = {}) =>
  buildOnce({ dist: dist(), root, sources: ['src'], keep: 2, inUseMs: 0, buildInto, ...more })

test('the same sources are built once, changed ones again', async () => {
  const first = await once()
  expect(await once()).toBe(first)
  expect(built).toBe(1)
  await change('src/a.ts', 'two')
  const second = await once()
  expect(second).not.toBe(first)
  expect(await readFile(join(second, 'a'), 'utf8')).toBe('two')
})

test('a test among the sources changes nothing', async () => {
  const first = await once()
  await change('src/a.test.ts', 'anything')
  expect(await once()).toBe(first)
})

test('parallel builds return the same, complete folder', async () => {
  const folders = await Promise.all([once(), once(), once()])
  expect(new Set(folders).size).toBe(1)
  const name = basename(folders[0])
  expect(await readdir(dist())).toEqual([name, `${name}.used`])
  expect(await readFile(join(folders[0], 'a'), 'utf8')).toBe('one')
})

test('a failed build is reported and leaves no folder that seems complete', async () => {
  const failing = async (folder: string) => {
    await copy(folder)
    throw new Error('no space left')
  }
  await expect(once(failing)).rejects.toThrow('no space left')
  expect((await readdir(dist())).filter((name) => !name.endsWith('.used'))).toEqual([])
  expect(await readFile(join(await once(), 'a'), 'utf8')).toBe('one')
})

test('the most recently used folders are kept', async () => {
  const first = await once()
  await change('src/a.ts', 'two')
  const second = await once()
  // A file system may record the same time for both.
  const earlier = new Date(Date.now() - 1_000)
  for (const folder of [first, second]) await utimes(`${folder}.used`, earlier, earlier)
  await change('src/a.ts', 'one')
  await once()
  await change('src/a.ts', 'three')
  await once()
  expect([first, second].map(existsSync)).toEqual([true, false])
})

test('a recently used folder is kept: a process may run from it', async () => {
  const folders: string[] = []
  for (const text of ['one', 'two', 'three', 'four']) {
    await change('src/a.ts', text)
    folders.push(await once(copy, { inUseMs: 60_000 }))
  }
  expect(folders.map(existsSync)).toEqual([true, true, true, true])
})

test('a file saved during the build does not count for the earlier sources', async () => {
  const folder = await once(async (draft) => {
    if (built === 0) await change('src/a.ts', 'saved meanwhile')
    await copy(draft)
  })
  expect(built).toBe(2)
  await change('src/a.ts', 'one')
  expect(await readFile(join(await once(), 'a'), 'utf8')).toBe('one')
  await change('src/a.ts', 'saved meanwhile')
  expect(await once()).toBe(folder)
})

test('an aborted build leaves nothing, and the draft of a killed one is removed later', async () => {
  const leaving = new AbortController()
  const endless = (_draft: string, signal?: AbortSignal) =>
    new Promise<void>((_, fail) => signal!.addEventListener('abort', () => fail(signal!.reason as Error)))
  const begun = once(endless, { signal: leaving.signal })
  await expect.poll(async () => (await readdir(dist()).catch(() => [])).length).toBe(1)
  leaving.abort(new Error('broken off'))
  await expect(begun).rejects.toThrow('broken off')
  expect(await readdir(dist())).toEqual([])

  const killed = join(dist(), '0123456789abcdef.draft-x')
  await mkdir(killed)
  await once()
  expect(existsSync(killed)).toBe(true)
  const anHourAgo = new Date(Date.now() - 3_601_000)
  await utimes(killed, anHourAgo, anHourAgo)
  await once()
  expect(existsSync(killed)).toBe(false)
})
