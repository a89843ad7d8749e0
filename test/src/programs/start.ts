import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { network } from '../network.ts'
import { compiled, inherited } from './process.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export type Started = {
  npm: ChildProcess
  base: string
  /** The standard output up to and including the ready line. */
  banner: string
  /** The standard error so far. */
  problems(): string
  tookMs: number
  /** SIGTERM, as from a supervisor or a container; returns the exit code. */
  stop(): Promise<number | null>
}

/** `npm start` of a user, on a free port; in this checkout or another one. */
export async function npmStart(
  dataFolder: string,
  settings: Record<string, string> = {},
  cwd = root,
): Promise<Started> {
  const began = performance.now()
  const npm = spawn('npm', ['start', '--silent'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...network,
      ...inherited(),
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: compiled,
      SPECIE_DATA: dataFolder,
      PORT: '0',
      ...settings,
    },
  })
  let out = ''
  let problems = ''
  npm.stderr.on('data', (chunk) => (problems += String(chunk)))
  const base = await new Promise<string>((resolve, reject) => {
    npm.stdout.on('data', (chunk) => {
      out += String(chunk)
      const ready = /^ready (\S+)\n$/m.exec(out)
      if (ready) resolve(ready[1]!)
    })
    npm.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${problems}`)))
  })
  return {
    npm,
    base,
    banner: out,
    problems: () => problems,
    tookMs: performance.now() - began,
    stop: async () => {
      if (npm.exitCode !== null || npm.signalCode !== null) return npm.exitCode
      const ended = once(npm, 'exit')
      npm.kill('SIGTERM')
      const [code] = await ended
      return code
    },
  }
}

export type Role = 'supervisor' | 'service' | 'postgres'

const isRole: Record<Role, (args: string) => boolean> = {
  supervisor: (args) => args.includes('local/src/start.ts') && !args.startsWith('sh'),
  service: (args) => args.includes('service/main.mjs'),
  postgres: (args) => /\/bin\/postgres\0/.test(args) && !args.startsWith('/bin/sh') && !args.startsWith('unshare'),
}

/** The processes on a data folder, found by their arguments, like an operator. */
export function processesOf(dataFolder: string): { pid: number; args: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8')
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8')
        const here = args.includes(dataFolder) || environment.includes(`SPECIE_DATA=${dataFolder}\0`)
        return here ? [{ pid: Number(name), args }] : []
      } catch {
        return [] // ended meanwhile
      }
    })
}

export function pidOf(dataFolder: string, role: Role): number {
  const found = processesOf(dataFolder).find(({ args }) => isRole[role](args))
  if (!found) throw new Error(`no ${role} runs on ${dataFolder}`)
  return found.pid
}
