import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@specie/counterparts/settings.ts'
import { openWorld } from '@specie/counterparts/world.ts'
import { startProgram, type RunningProcess } from './process.ts'

export type Counterparts = RunningProcess & {
  folder: string
  /** Starts it again on the same folder and port, after a kill. */
  again(): Promise<Counterparts>
  /** Stops it and removes its folder. */
  end(): Promise<void>
}

/** The outside world of UAT as a real process with its own folder. */
export async function startCounterparts(settings: Record<string, string> = {}): Promise<Counterparts> {
  return on(await mkdtemp(join(tmpdir(), 'specie-counterparts-')), '0', settings)
}

/** The same within this process, for tests with one each: starting a process takes longer than most of them. */
export async function openCounterparts(): Promise<Pick<Counterparts, 'origin' | 'end'>> {
  const folder = await mkdtemp(join(tmpdir(), 'specie-counterparts-'))
  const fail = (error: Error) => {
    throw error
  }
  const world = await openWorld({ ...readSettings({}), dataFolder: folder }, () => {}, fail)
  return {
    origin: new URL(world.base).origin,
    end: async () => {
      await world.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function on(folder: string, port: string, settings: Record<string, string>): Promise<Counterparts> {
  const running = await startProgram('counterparts', {
    COUNTERPARTS_DATA: folder,
    COUNTERPARTS_PORT: port,
    ...settings,
  })
  return {
    ...running,
    folder,
    again: () => on(folder, new URL(running.origin).port, settings),
    end: async () => {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
