import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npmStart, pidOf, processesOf, type Started } from './programs/start.ts'

const run = promisify(execFile)

let folder: string

const newFolder = () => mkdtemp(join(tmpdir(), 'specie start '))
async function leave(folder: string): Promise<void> {
  for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
}

const specie = (...words: string[]) =>
  run('npx', ['specie', ...words], { env: { ...process.env, SPECIE_DATA: folder } })
const nothingLeft = () => expect.poll(() => processesOf(folder)).toEqual([])
const healthy = async ({ base }: Started) => (await fetch(new URL('/healthz', base))).status

// A start takes long: these continue where the previous one ended.
describe('a folder, from its first start on', () => {
  let first: Started
  let second: Started

  beforeAll(async () => {
    folder = await newFolder()
    first = await npmStart(folder)
  })
  afterAll(() => leave(folder))

  test('from an empty folder to a signed call', async () => {
    expect(first.banner.trimEnd().split('\n').at(-1)).toBe(`ready ${first.base}`)
    expect(first.base).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/$/)
    const key = join(folder, 'demo-key.pem')
    expect(first.banner).toContain(key)
    expect(((await stat(key)).mode & 0o777).toString(8)).toBe('600')
    expect(first.banner).toContain('npx specie call accountBalance')
    const answer = JSON.parse((await specie('call', 'accountBalance')).stdout)
    expect(answer.balances).toContainEqual({ asset: 'VCHF', available: '0', pending: '0' })
    expect((await specie('check')).stdout).toMatch(/L6/)
    expect((await specie('audit', 'verify')).stdout).toMatch(/^The audit chain holds: \d+ entries/)
  })

  test('only the service can use the controls of its chains and of its bank', async () => {
    const [chains, others, token] = await Promise.all(
      ['devnet.url', 'counterparts.url', 'uat.token'].map((name) => readFile(join(folder, name), 'utf8')),
    )
    const controls = [`${chains}/ETH/control/mine`, `${others}/bank/control/clock`]
    const pull = async (url: string, headers = {}) =>
      (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' }))
        .status
    for (const sandboxControl of controls) {
      expect([sandboxControl, await pull(sandboxControl)]).toEqual([sandboxControl, 401])
      expect(await pull(sandboxControl, { authorization: `Bearer ${token}` })).not.toBe(401)
    }
    expect(((await stat(join(folder, 'uat.token'))).mode & 0o777).toString(8)).toBe('600')
    expect(JSON.parse((await specie('sandbox', 'advance', '1m', '--json')).stdout)).toBeTypeOf('object')
  })

  test('a killed service or database restarts by itself', async () => {
    const names = { service: 'The service', postgres: 'PostgreSQL' }
    for (const role of ['service', 'postgres'] as const) {
      const pid = pidOf(folder, role)
      process.kill(pid, 'SIGKILL')
      await expect
        .poll(
          async () =>
            (await fetch(new URL('/readyz', first.base)).catch(() => null))?.status === 200 &&
            pidOf(folder, role) !== pid,
          { timeout: 10_000 },
        )
        .toBe(true)
      await expect.poll(() => first.problems()).toContain(`${names[role]} is back.`)
    }
  })

  test('stops without a trace, and starts again', async () => {
    expect(await first.stop()).toBe(0)
    expect(first.problems()).toMatch(/^Stopping \(SIGTERM\)\.\nStopped\.\n$/m)
    await nothingLeft()
    second = await npmStart(folder)
    expect(JSON.parse((await specie('call', 'keyInfo')).stdout).institution).toBe('Demo Institution')
  })

  test('two parallel instances; a folder in use is refused in one sentence', async () => {
    const other = await newFolder()
    const beside = await npmStart(other, { DESK_FUNDING: 'off' })
    expect(await Promise.all([healthy(second), healthy(beside)])).toEqual([200, 200])
    await expect(npmStart(folder)).rejects.toThrow(/is in use by another instance/)
    expect(await healthy(second)).toBe(200)
    await beside.stop()
    await leave(other)
  })

  test('without a running instance, the commands start the database for themselves and stop it again', async () => {
    expect(await second.stop()).toBe(0)
    await nothingLeft()
    expect((await specie('audit', 'verify')).stdout).toMatch(/holds/)
    await nothingLeft()
  })
})

describe('a failing start', () => {
  beforeEach(async () => {
    folder = await newFolder()
  })
  afterEach(() => leave(folder))

  test.each([
    [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535; it is "eighty".'],
    [{ SPECIE_DATABASE: 'elsewhere' }, 'SPECIE_DATABASE is not a setting: did you mean SPECIE_DATA?'],
    [{ SPECIE_ENV: 'production', SANDBOX: 'on' }, 'SANDBOX is set, but there is no sandbox in production'],
  ])('a bad setting ends the start in one sentence: %j', async (settings, sentence) => {
    await expect(npmStart(folder, settings)).rejects.toThrow(sentence)
    await nothingLeft()
  })

  test('a port in use ends the start at once, before anything is created', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    await expect(npmStart(folder, { PORT: String(port) })).rejects.toThrow(
      new RegExp(`ended with 1: PORT ${port} is taken by another program`),
    )
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
    await nothingLeft()
    other.close()
  })
})
