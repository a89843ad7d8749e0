import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram, type RunningProcess } from './process.ts'

export type DevnetProcess = RunningProcess & {
  /** Starts it again on the same folder and port, after a kill. */
  again(): Promise<DevnetProcess>
  /** Uses a control of a chain. */
  control(chain: string, lever: string, body?: object): Promise<Record<string, unknown>>
  /** Stops it and removes its folder. */
  end(): Promise<void>
}

/** UAT's chains as a real process with their own folder. */
export async function startDevnet(settings: Record<string, string> = {}): Promise<DevnetProcess> {
  return on(await mkdtemp(join(tmpdir(), 'specie-devnet-')), '0', settings)
}

async function on(folder: string, port: string, settings: Record<string, string>): Promise<DevnetProcess> {
  const running = await startProgram('devnet', { DEVNET_DATA: folder, DEVNET_PORT: port, ...settings })
  return {
    ...running,
    again: () => on(folder, new URL(running.origin).port, settings),
    control: (chain, sandboxControl, body = {}) => control(running.origin, chain, sandboxControl, body),
    end: async () => {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function control(
  origin: string,
  chain: string,
  sandboxControl: string,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${origin}/${chain}/control/${sandboxControl}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${chain} ${sandboxControl} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}
