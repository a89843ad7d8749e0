import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { devnetUrlFile, uatChains } from './uat-chains.ts'

test('chains of another process that does not answer are named, and not opened twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specie-chains-'))
  const silent = 'http://127.0.0.1:9'
  await mkdir(join(folder, 'devnet'), { mode: 0o700 })
  await writeFile(devnetUrlFile(folder), silent)
  const holder = await uatChains(folder)
  expect(holder!.url).not.toBe(silent)
  expect((await uatChains(folder))!.url).toBe(silent)
  await holder!.stop()
  await rm(folder, { recursive: true })
})
