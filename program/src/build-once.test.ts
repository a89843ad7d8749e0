import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

const once = (buildInto = copy, keep = 2) =>
  buildOnce({ dist: join(root, 'dist'), root, sources: ['src'], keep, buildInto })

test('the same sources are built once, others again', async () => {
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

test('several at once return the same folder, whole', async () => {
  const folders = await Promise.all([once(), once(), once()])
  expect(new Set(folders).size).toBe(1)
  const name = basename(folders[0])
  expect(await readdir(join(root, 'dist'))).toEqual([name, `${name}.used`])
  expect(await readFile(join(folders[0], 'a'), 'utf8')).toBe('one')
})

test('a build that fails is told and leaves nothing behind that is taken for whole', async () => {
  const failing = async (folder: string) => {
    await copy(folder)
    throw new Error('no space left')
  }
  await expect(once(failing)).rejects.toThrow('no space left')
  expect((await readdir(join(root, 'dist'))).filter((name) => !name.endsWith('.used'))).toEqual([])
  expect(await readFile(join(await once(), 'a'), 'utf8')).toBe('one')
})

test('the folders used last are kept', async () => {
  const first = await once()
  await change('src/a.ts', 'two')
  const second = await once()
  await change('src/a.ts', 'one')
  await once()
  await change('src/a.ts', 'three')
  await once()
  expect([first, second].map(existsSync)).toEqual([true, false])
})
