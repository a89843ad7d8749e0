import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { processesOf } from './start.ts'

const soak = fileURLToPath(new URL('../soak/run.ts', import.meta.url))

test('a soak that is stopped leaves nothing running and nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specie-soaks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const running = spawn(process.execPath, [soak, '1', '--clients', '1'], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder },
  })
  onTestFinished(() => void running.kill('SIGKILL'))
  const isServed = () =>
    processesOf(join(folder, 'specie-soak-')).some(({ args }) => args.includes('service/src/main.ts'))
  await expect.poll(isServed, { timeout: 120_000, interval: 200 }).toBe(true)
  const ended = once(running, 'exit')
  running.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  expect(processesOf(folder).filter(({ pid }) => pid !== process.pid)).toEqual([])
  expect(await readdir(folder)).toEqual([])
}, 240_000)
