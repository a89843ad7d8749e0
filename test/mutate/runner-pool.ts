import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catalog } from './catalog.ts'
import type { Answer, Done, Job, Order } from './job.ts'

// Runners, each a process that may be killed at any time: a mutant can loop forever.

const program = fileURLToPath(new URL('runner.ts', import.meta.url))
const startLimitMs = 300_000

export type Runner = {
  catalog(): Promise<Catalog>
  /** Null if it exceeded the limit; the runner has then been replaced. */
  run(job: Job, limitMs: number): Promise<Done | null>
  stop(): Promise<void>
}

/** `folder` is for its temporary files. */
export async function openRunner(tree: string, folder: string): Promise<Runner> {
  let child = await start(tree, folder)
  const again = async () => {
    await end(child)
    await cleared(folder)
    child = await start(tree, folder)
  }
  return {
    async catalog() {
      const answer = await ask(child, { catalog: true }, startLimitMs)
      if (answer === null || !('catalog' in answer))
        throw new Error(`the runner did not report its catalog: ${JSON.stringify(answer)}`)
      return answer.catalog
    },
    async run(job, limitMs) {
      const answer = await ask(child, { job }, limitMs)
      if (answer !== null && 'done' in answer) return answer.done
      await again()
      if (answer === null) return null
      // It could not even run the tests with the mutant in place, which counts as noticed, too.
      return { failed: 'broken' in answer ? answer.broken : 'the runner ended', ms: 0 }
    },
    async stop() {
      await end(child)
      await cleared(folder)
    },
  }
}

async function start(tree: string, folder: string): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true })
  const child = spawn(process.execPath, [program, tree], {
    cwd: tree,
    // It leads a process group, so that all of its processes can be ended with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: folder, VITEST: 'true', NODE_ENV: 'test' },
  })
  let words = ''
  child.stderr!.on('data', (chunk) => (words = (words + String(chunk)).slice(-4_000)))
  const answer = await next(child, startLimitMs)
  if (answer !== null && 'ready' in answer) return child
  await end(child)
  throw new Error(`a runner did not start: ${JSON.stringify(answer)} ${words}`)
}

function ask(child: ChildProcess, order: Order, limitMs: number): Promise<Answer | null> {
  const answer = next(child, limitMs)
  child.send(order)
  return answer
}

function next(child: ChildProcess, limitMs: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const settle = (answer: Answer | null) => {
      clearTimeout(timer)
      child.off('message', settle)
      child.off('exit', gone)
      resolve(answer)
    }
    const gone = () => settle({ broken: 'the runner ended' })
    const timer = setTimeout(() => settle(null), limitMs)
    child.once('message', settle)
    child.once('exit', gone)
  })
}

/** A killed PostgreSQL takes a moment to release its folder. */
const cleared = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 })

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid!, 'SIGKILL')
  await ended
}

/** Processes the tasks with all runners in parallel; each starts its next task when free, until stopped. */
export async function shared<T>(
  runners: readonly Runner[],
  tasks: readonly T[],
  stop: AbortSignal,
  work: (runner: Runner, task: T) => Promise<void>,
): Promise<void> {
  let begun = 0
  const loop = async (runner: Runner) => {
    while (begun < tasks.length && !stop.aborted) await work(runner, tasks[begun++]!)
  }
  await Promise.all(runners.map(loop))
}

export const runnerFolder = (folder: string, n: number): string => join(folder, `r${n}`)
