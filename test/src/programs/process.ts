import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPrograms, type Program, programIn, programs } from '@specie/local/programs.ts'

export type RunningProcess = {
  /** `http://127.0.0.1:PORT`, without a path. */
  origin: string
  process: ChildProcess
  /** Its output so far, of both streams. */
  output(): string
  /** SIGTERM, and wait. */
  stop(): Promise<void>
  /** kill -9, and wait. */
  kill(): Promise<void>
}

/** Compiled code is shared between processes: tests start hundreds of them. */
export const compiled = join(tmpdir(), 'specie-test-compiled')

/** In a mutation run (test/mutate) the processes of a test have its mutant, too. */
const ofMutation = ['__STRYKER_ACTIVE_MUTANT__', 'MUTATE_COVER_INTO', 'NODE_OPTIONS']
/** In a run that simulates another hour (test/hours), the processes get the clock of that run. */
const ofClock = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'NO_FAKE_STAT']

/** The part of the test's own environment that every process of a test gets. */
export const inherited = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', ...ofMutation, ...ofClock].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )

/** One of the programs of `npm start`, bundled in the same way; with a mutant it runs from its sources. */
export async function startProgram(name: Program, settings: Record<string, string>): Promise<RunningProcess> {
  const isMutated = ofMutation.some((variable) => process.env[variable])
  return startProcess(isMutated ? programs[name] : programIn(await builtPrograms(), name), settings)
}

/** Set by the setup of the test run, so that not every file checks for changes. */
const builtPrograms = async (): Promise<string> => process.env['TEST_PROGRAMS'] ?? (await buildPrograms(() => {}))

/** Runs a file of ours as a process until it reports that it is ready, and its address. */
export async function startProcess(file: string, settings: Record<string, string>): Promise<RunningProcess> {
  let output = ''
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...inherited(), NODE_COMPILE_CACHE: compiled, ...settings },
  })
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += String(chunk)))
  const base = await ready(child, () => output)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    origin: new URL(base).origin,
    process: child,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

function ready(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (answer: { ready?: { base: string }; failed?: string }) => {
      if (answer.ready) resolve(answer.ready.base)
      if (answer.failed !== undefined) reject(new Error(answer.failed))
    })
    child.once('exit', (code, signal) => reject(new Error(`it ended with ${code ?? signal}: ${output()}`)))
  })
}
