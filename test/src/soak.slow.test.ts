import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { processesOf } from './programs/start.ts'

const soak = fileURLToPath(new URL('../soak/run.ts', import.meta.url))

test('a stopped soak leaves no process and no file behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specie-soaks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const running = spawn(process.execPath, [soak, '1', '--clients', '1'], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder },
  })
  onTestFinished(() => void running.kill())
  const installations = async () => (await readdir(folder)).filter((name) => name.startsWith('specie-soak-'))
  const processes = async () => {
    const [own] = await installations()
    return own === undefined ? [] : processesOf(join(folder, own))
  }
  const isServed = async () => (await processes()).some(({ args }) => args.includes('service/main.mjs'))
  await expect.poll(isServed, { timeout: 120_000, interval: 200 }).toBe(true)
  const all = await processes()
  const ended = once(running, 'exit')
  running.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  expect(all.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([])
  expect(await installations()).toEqual([])
}, 240_000)
