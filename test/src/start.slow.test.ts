import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { get } from './client.ts'
import { npmStart, pidOf, processesOf, type Role } from './start.ts'

test.each(['supervisor', 'npm', 'everything'] as const)(
  'after kill -9 of %s the rest goes away, and the next start works',
  { timeout: 60_000 },
  async (victim) => {
    const folder = await mkdtemp(join(tmpdir(), 'specie-kill-'))
    const first = await npmStart(folder)
    const victims: Record<typeof victim, () => number[]> = {
      npm: () => [first.npm.pid!],
      supervisor: () => [pidOf(folder, 'supervisor')],
      everything: () => (['supervisor', 'service', 'postgres'] satisfies Role[]).map((role) => pidOf(folder, role)),
    }
    for (const pid of victims[victim]()) process.kill(pid, 'SIGKILL')
    const second = await npmStart(folder)
    expect((await get(new URL('client/status', second.base).href)).status).toBe(200)
    expect(await second.stop()).toBe(0)
    await expect.poll(() => processesOf(folder), { timeout: 20_000 }).toEqual([])
    await rm(folder, { recursive: true })
  },
)

test('killed while it makes its first database, it starts cleanly afterwards', { timeout: 120_000 }, async () => {
  for (const afterMs of [50, 200, 400, 700, 1_000]) {
    const folder = await mkdtemp(join(tmpdir(), 'specie-kill-'))
    const broken = npmStart(folder).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, afterMs)) // the moment is the point of the test
    for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL')
    await broken
    const whole = await npmStart(folder)
    expect(await whole.stop()).toBe(0)
    await rm(folder, { recursive: true })
  }
})

test('production on its own database has no sandbox and no demo', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specie-prod-'))
  const started = await npmStart(folder, { SPECIE_ENV: 'production' })
  expect(started.banner).toContain('warning')
  expect(started.banner).not.toContain('demo-key')
  expect((await get(new URL('/sandbox/v1/institutions', started.base).href)).status).toBe(404)
  await started.stop()
  const uat = await npmStart(folder)
  expect((await get(new URL('client/status', uat.base).href)).body.environment).toBe('uat')
  await uat.stop()
  await rm(folder, { recursive: true })
})
