import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { npmStart } from './start.ts'

// Alone on the machine: other tests beside it would be measured with it.
test('the second start is ready within five seconds', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specie-start-'))
  await (await npmStart(folder)).stop()
  const second = await npmStart(folder)
  await second.stop()
  await rm(folder, { recursive: true })
  expect(second.tookMs).toBeLessThan(5_000)
})
