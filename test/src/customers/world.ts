import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@specie/counterparts/settings.ts'
import { openWorld } from '@specie/counterparts/world.ts'
import { customerOf, type Customer } from './bank.ts'

// The outside world in the test's own process: it starts in milliseconds. Kills are in crash.slow.test.ts.

export type TestWorld = {
  base: string
  bank: Customer
  /** Stops it and starts it again on the same folder, at another address. */
  restart(): Promise<TestWorld>
  end(): Promise<void>
}

export async function testWorld(settings: Record<string, string> = {}): Promise<TestWorld> {
  return on(await mkdtemp(join(tmpdir(), 'specie-world-')), settings)
}

async function on(dataFolder: string, settings: Record<string, string>): Promise<TestWorld> {
  const fail = (error: Error) => {
    throw error
  }
  const world = await openWorld({ ...readSettings(settings), dataFolder }, () => {}, fail)
  return {
    base: world.base,
    bank: customerOf(world.base),
    restart: async () => {
      await world.stop()
      return on(dataFolder, settings)
    },
    end: async () => {
      await world.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
