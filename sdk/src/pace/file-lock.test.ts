import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileLock } from './file-lock.ts'
import { nextSlot } from './pace.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'specie-pace-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lockFile = fileURLToPath(new URL('./file-lock.ts', import.meta.url))

/** Takes slots as fast as possible, and prints their nonces. */
const takeMany = (count: number) => `
  import { fileLock } from ${JSON.stringify(lockFile)}
  const lock = fileLock(${JSON.stringify(folder)})
  for (let n = 0; n < ${count}; n += 1) {
    const slot = await lock.change((last) => ({ takenAt: 0, sendAt: 0, nonce: String(Number(last?.nonce ?? 0) + 1) }))
    console.log(slot.nonce)
  }`

test('parallel processes never get the same slot', async () => {
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', takeMany(100)])
  const taken = (await Promise.all([run(), run(), run(), run()])).map(({ stdout }) =>
    stdout.trim().split('\n').map(Number),
  )
  for (const own of taken) expect(own).toEqual(own.toSorted((a, b) => a - b))
  expect(taken.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, n) => n + 1))
})

test('a folder that other users can write to, or a link to one, is not used', async () => {
  const take = (at: string) => fileLock(at).change((last) => nextSlot(last, 1_000, 0))
  const link = join(folder, 'link')
  symlinkSync(mkdtempSync(join(folder, 'target-')), link)
  await expect(take(link)).rejects.toThrow('not a link')
  chmodSync(folder, 0o777)
  await expect(take(folder)).rejects.toThrow('only you can write to')
})

test('an empty slot file after a crash of the machine blocks nothing', async () => {
  writeFileSync(join(folder, '1'), '')
  const slot = await fileLock(folder).change((last) => nextSlot(last, 1_000, 0))
  expect(slot.nonce).toBe('1000')
})

test('the files of a dead process block nothing, and old slots are removed', async () => {
  const lock = fileLock(folder)
  writeFileSync(join(folder, 'somebody.draft'), '{"takenAt"')
  const [first, second] = [await take(), await take()]
  expect(BigInt(second.nonce)).toBeGreaterThan(BigInt(first.nonce))
  for (let n = 0; n < 150; n += 1) await take()
  expect(readdirSync(folder).length).toBeLessThan(110)

  function take() {
    return lock.change((last) => nextSlot(last, 1_000, 0))
  }
})
