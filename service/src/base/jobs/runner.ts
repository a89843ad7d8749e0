import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import type { Env } from '../env.ts'
import type { Listening } from '../database/listen.ts'
import type { Jobs } from '../ports/jobs.ts'
import { jobRunCounter, type JobRunCounter } from './job-runs.ts'
import { wakesOver } from './wakes.ts'
import { severityOf } from './severity.ts'

// Jobs over our own rows. The truth is in the rows of each room; a wake (wakes.ts) only says that there is something to
// do. A lost wake loses nothing. A sweep finds every row that is due.

export type Job = {
  name: string
  /** Interval of the sweep in wall milliseconds. The job runs at least this often, also without a wake. */
  everyMs: number
  /** False when this installation does not need the job. Then it never runs. */
  applies?(env: Env): boolean
  /** Finds its due rows and advances each by one step; returns the number of steps. Safe to run again at any time. */
  run(env: Env): Promise<number>
}

export type Runner = Jobs & {
  /** Starts running jobs; without this call the process only wakes others. */
  work(env: Env): Promise<void>
  /** Runs every job until none has work left: true. False when `signal` aborts it first. */
  settle(env: Env, signal?: AbortSignal): Promise<boolean>
  /** The names of the jobs that this process is running. */
  running(): string[]
  stop(): Promise<void>
}

export function jobRunner(db: Db, jobs: readonly Job[], onError: (error: Error) => void): Runner {
  const ending = new AbortController()
  const wakes = wakesOver(db, onError)
  const sweeps: Promise<void>[] = []
  const runs = jobRunCounter()
  let listening: Listening | null = null

  let stepsTaken = 0
  /** Jobs that run in this process, and when each last finished. */
  const running = new Map<string, Promise<unknown>>()
  const lastFinished = new Map<string, number>()
  /** Jobs woken while they run. The running job may have missed the reason. */
  const runAgain = new Set<string>()

  /** Runs a job; null if it is already running. */
  async function run(env: Env, job: Job): Promise<number | null> {
    const { name } = job
    if (running.has(name)) return null
    const execution = runExclusively(env, job, runs)
    running.set(name, execution)
    const steps = await execution
    running.delete(name)
    if (steps !== null) lastFinished.set(name, env.clock.elapsed())
    stepsTaken += steps ?? 0
    // After a short delay, so that several wakes in a row share one run.
    if (runAgain.delete(name)) setTimeout(() => wakeUp(env, job), rerunDelayMs).unref()
    return steps
  }

  /** Another process that runs the job received the same wake, and runs it once more itself. */
  function wakeUp(env: Env, job: Job): void {
    if (ending.signal.aborted) return
    if (running.has(job.name)) runAgain.add(job.name)
    else void run(env, job)
  }

  /** Runs a job after the current run elsewhere has finished. That run may have been too early for rows due now. */
  async function runWhenFree(env: Env, job: Job, signal: AbortSignal): Promise<number> {
    for (let waited = 0; !signal.aborted; waited = 1) {
      const steps = await run(env, job)
      if (steps !== null) return steps + waited // the steps of the other run are unknown, so it counts as one
      await sleep(20)
    }
    return 1
  }

  const applicable = (env: Env) => jobs.filter((job) => job.applies?.(env) ?? true)

  async function runUntilIdle(env: Env, signal: AbortSignal): Promise<boolean> {
    const aborted = abortOf(signal)
    try {
      return await passes(env, signal, aborted.aborted)
    } finally {
      aborted.unsubscribe()
    }
  }

  async function passes(env: Env, signal: AbortSignal, aborted: Promise<null>): Promise<boolean> {
    for (let n = 0; n < maxPasses; n += 1) {
      // A sweep or a wake may do due work first, and create work for a job that has already run in this pass.
      const before = stepsTaken
      const pass = Promise.all(applicable(env).map((job) => runWhenFree(env, job, signal)))
      // A long job continues, but the caller does not wait for it after its signal.
      const steps = await Promise.race([pass, aborted])
      if (steps === null) return false
      if (stepsTaken === before && steps.every((some) => some === 0)) return true
    }
    throw new Error('the jobs never settle: some job counts steps that it does not take')
  }

  /** `settle` runs every job anyway, so a sweep runs a job only when it has been idle too long. */
  async function sweep(env: Env, job: Job): Promise<void> {
    while (!ending.signal.aborted) {
      const idleMs = env.clock.elapsed() - (lastFinished.get(job.name) ?? -Infinity)
      if (idleMs >= job.everyMs) await run(env, job)
      const left = idleMs >= job.everyMs ? job.everyMs : job.everyMs - idleMs
      await sleep(left, null, { signal: ending.signal }).catch(() => {})
    }
  }

  /** Counts that could not be written are lost, which is acceptable because nothing else depends on them. */
  async function writeRuns(env: Env): Promise<void> {
    while (!ending.signal.aborted) {
      await sleep(writeRunsEveryMs, null, { signal: ending.signal }).catch(() => {})
      await runs.write(env.db).catch((error: unknown) => env.log.warn({ err: error }, 'runs of jobs were not counted'))
    }
  }

  return {
    wake: (tx, name) => tx.afterCommit(() => wakes.send(name)),
    work: async (env) => {
      const byName = new Map(applicable(env).map((job) => [job.name, job]))
      listening = await wakes.listen((name) => {
        const job = byName.get(name)
        if (job) wakeUp(env, job)
      })
      for (const job of byName.values()) sweeps.push(sweep(env, job))
      sweeps.push(writeRuns(env))
    },
    settle: (env, signal = ending.signal) => runUntilIdle(env, signal),
    running: () => [...running.keys()],
    stop: async () => {
      ending.abort()
      await listening?.close()
      await Promise.all([...sweeps, ...running.values(), wakes.drained()])
    },
  }
}

const maxPasses = 1_000
const rerunDelayMs = 10
const writeRunsEveryMs = 5_000

/** A promise that resolves when the signal aborts; `unsubscribe` when it is no longer needed. */
function abortOf(signal: AbortSignal): { aborted: Promise<null>; unsubscribe(): void } {
  const { promise: aborted, resolve } = Promise.withResolvers<null>()
  const onAbort = () => resolve(null)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  return { aborted, unsubscribe: () => signal.removeEventListener('abort', onAbort) }
}

/** Runs a job; null if another process runs it. An error is logged, and the next sweep tries again. */
async function runExclusively(env: Env, job: Job, runs: JobRunCounter): Promise<number | null> {
  const began = env.clock.elapsed()
  const ended = (failed: boolean) =>
    runs.count(job.name, { at: env.clock.now(), tookMs: env.clock.elapsed() - began, failed })
  try {
    const steps = await env.db.exclusive(`job ${job.name}`, () => job.run(env))
    if (steps !== null) ended(false)
    return steps
  } catch (error) {
    ended(true)
    env.log[severityOf(error)]({ err: error, job: job.name }, 'a job failed; it will run again')
    return 0
  }
}
