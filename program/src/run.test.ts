import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '@specie/test/programs/process.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-program-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe.each([
  ['COUNTERPARTS', 'counterparts', {}],
  ['DEVNET', 'devnet', { DEVNET_CHAINS: 'BTC' }],
] as const)('%s', (name, program, few) => {
  const start = (settings: Record<string, string> = {}) =>
    startProgram(program, { [`${name}_DATA`]: join(folder, 'data'), ...few, ...settings })

  test('it ends in order on a signal, and when its supervisor is gone', async () => {
    const first = await start()
    await first.stop()
    expect(first.process.exitCode).toBe(0)
    const second = await start()
    const ended = once(second.process, 'exit')
    second.process.disconnect()
    expect(await ended).toEqual([0, null])
  })

  test('two processes never share a folder, and a killed process frees it', async () => {
    const first = await start()
    await expect(start()).rejects.toThrow(`${name}_DATA is in use by another process`)
    await first.kill()
    await (await start()).stop()
  })

  test('an invalid setting is named', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    await expect(start({ [`${name}_PORT`]: 'http' })).rejects.toThrow(`${name}_PORT must be a whole number`)
    await expect(start({ [`${name}_PORT`]: String(port) })).rejects.toThrow(`${name}_PORT is taken by another program`)
    await expect(start({ [`${name}_TOKEN`]: 'short' })).rejects.toThrow(`${name}_TOKEN must be at least 16 characters`)
    taken.close()
  })
})
