import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import type { Env } from '../env.ts'
import type { Listening } from '../database/listen.ts'
import type { Jobs } from '../ports/ports.ts'
import { wakesOver } from './wakes.ts'

// Jobs over our own rows. The truth is in the rows of each room; a wake (wakes.ts) only says that there is something to
// look at, so losing it loses nothing: a sweep finds every row that is due.

export type Job = {
  name: string
  /** The sweep: it runs at least this often, in wall milliseconds, whether woken or not. */
  everyMs: number
  /** False where this installation has nothing for it to do: it is then not run at all. */
  applies?(env: Env): boolean
  /** Finds its own due rows and takes each a step further; answers how many steps it took. Safe to run again at any time. */
  run(env: Env): Promise<number>
}

export type Runner = Jobs & {
  /** Works on the jobs from now on; without this call the process only wakes others. */
  work(env: Env): Promise<void>
  /** Runs every job until none has anything left to do: true. False when `signal` ends it before. */
  settle(env: Env, signal?: AbortSignal): Promise<boolean>
  stop(): Promise<void>
}

export function jobRunner(db: Db, jobs: readonly Job[], onError: (error: Error) => void): Runner {
  const ending = new AbortController()
  const wakes = wakesOver(db, onError)
  const sweeps: Promise<void>[] = []
  let listening: Listening | null = null

  let stepsTaken = 0
  /** What this process is at, and since when each job has rested. */
  const running = new Map<string, Promise<unknown>>()
  const lastFinished = new Map<string, number>()
  /** Woken while they run: what woke them may have come too late for that run. */
  const runAgain = new Set<string>()

  /** Runs a job unless another one is at it; then null. */
  async function run(env: Env, job: Job): Promise<number | null> {
    const { name } = job
    if (running.has(name)) return null
    const execution = runExclusively(env, job)
    running.set(name, execution)
    const steps = await execution
    running.delete(name)
    if (steps !== null) lastFinished.set(name, env.clock.elapsed())
    stepsTaken += steps ?? 0
    // A moment later, so that those who come one after the other are served by one run.
    if (runAgain.delete(name)) setTimeout(() => wakeUp(env, job), rerunDelayMs).unref()
    return steps
  }

  /** Another process that is at it was told the same, and runs it once more by itself. */
  function wakeUp(env: Env, job: Job): void {
    if (ending.signal.aborted) return
    if (running.has(job.name)) runAgain.add(job.name)
    else void run(env, job)
  }

  /** Runs a job when whoever is at it has finished: that run may have come too early for what is due now. */
  async function runWhenFree(env: Env, job: Job, signal: AbortSignal): Promise<number> {
    for (let waited = 0; !signal.aborted; waited = 1) {
      const steps = await run(env, job)
      if (steps !== null) return steps + waited // what another did there is not known: it counts as a step
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
      // A sweep or a wake may do what falls due before we come to it, and make work for a job that we have passed.
      const before = stepsTaken
      const pass = Promise.all(applicable(env).map((job) => runWhenFree(env, job, signal)))
      // A job that is long at it goes on; whoever settles does not wait for it beyond its time.
      const steps = await Promise.race([pass, aborted])
      if (steps === null) return false
      if (stepsTaken === before && steps.every((some) => some === 0)) return true
    }
    throw new Error('the jobs never come to rest: some job counts a step where it takes none')
  }

  /** Whoever settles runs every job anyway: a sweep has its turn only where a job has rested for too long. */
  async function sweep(env: Env, job: Job): Promise<void> {
    while (!ending.signal.aborted) {
      const idleMs = env.clock.elapsed() - (lastFinished.get(job.name) ?? -Infinity)
      if (idleMs >= job.everyMs) await run(env, job)
      const left = idleMs >= job.everyMs ? job.everyMs : job.everyMs - idleMs
      await sleep(left, null, { signal: ending.signal }).catch(() => {})
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
    },
    settle: (env, signal = ending.signal) => runUntilIdle(env, signal),
    stop: async () => {
      ending.abort()
      await listening?.close()
      await Promise.all([...sweeps, ...running.values(), wakes.drained()])
    },
  }
}

const maxPasses = 1_000
const rerunDelayMs = 10

/** Null once the signal is given; whoever no longer waits for it says so. */
function abortOf(signal: AbortSignal): { aborted: Promise<null>; unsubscribe(): void } {
  const { promise: aborted, resolve } = Promise.withResolvers<null>()
  const onAbort = () => resolve(null)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  return { aborted, unsubscribe: () => signal.removeEventListener('abort', onAbort) }
}

/** Runs a job unless another process is at it; then null. An error is logged: the next sweep tries again. */
async function runExclusively(env: Env, job: Job): Promise<number | null> {
  try {
    return await env.db.exclusive(`job ${job.name}`, () => job.run(env))
  } catch (error) {
    env.log.error({ err: error, job: job.name }, 'a job failed; it will run again')
    return 0
  }
}
