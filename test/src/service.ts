import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const mainFile = fileURLToPath(import.meta.resolve('@specie/service/main.ts'))

export type RunningService = {
  /** `http://127.0.0.1:PORT`, without a path. */
  origin: string
  process: ChildProcess
  /** What it wrote so far: pino's lines, and its errors. */
  output(): string
  stop(): Promise<void>
}

/** A real process of the service on a database, on a free port. Limits per address are off unless asked for. */
export async function startService(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<RunningService> {
  let output = ''
  const child = spawn(process.execPath, [mainFile], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      PORT: '0',
      PUBLIC_PER_SECOND: '100000',
      FAILURES_PER_SECOND: '100000',
      ...settings,
    },
  })
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += String(chunk)))
  const base = await ready(child, () => output)
  return {
    origin: new URL(base).origin,
    process: child,
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function ready(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (told: { ready?: { base: string }; failed?: string }) => {
      if (told.ready) resolve(told.ready.base)
      if (told.failed !== undefined) reject(new Error(told.failed))
    })
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${output()}`)))
  })
}
