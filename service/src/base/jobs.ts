import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Db, Sql } from './db.ts'
import type { Env } from './env.ts'
import type { Jobs } from './ports.ts'

// Jobs over our own rows. The truth is in the rows of each room; the queue (pg-boss) only says that there is something
// to look at, so losing it loses nothing: a sweep finds every row that is due.

export type Job = {
  name: string
  /** The sweep: it runs at least this often, in wall milliseconds, whether woken or not. */
  everyMs: number
  /** False where this installation has nothing for it to do: it is then not run at all. */
  applies?(env: Env): boolean
  /** Finds its own due rows and takes each a step further; answers how many steps it took. Safe to run again at any time. */
  run(env: Env): Promise<number>
}

const schema = 'jobs'

/** «short»: one waiting wake is enough. Which process runs a job is decided by a lock, not by the queue. */
const queue = { policy: 'short', notify: true, retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 3_600 } as const

/** Makes or migrates the queue's tables, as their owner, and lets the service use them. */
export async function prepareQueues(owner: Db, names: readonly string[]): Promise<void> {
  const boss = new PgBoss({ db: adapter(owner), schema, supervise: false, schedule: false })
  await boss.start()
  try {
    for (const name of names) await boss.createQueue(name, queue)
  } finally {
    await boss.stop({ graceful: false })
  }
  await owner.query(`
    grant usage on schema ${schema} to specie_app;
    grant select, insert, update, delete on all tables in schema ${schema} to specie_app;
    grant execute on all functions in schema ${schema} to specie_app`)
}

const adapter = (sql: Sql) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: (await sql.query(text, values)) ?? [] }),
})

export type Runner = Jobs & {
  /** Works on the jobs from now on; without this call the process only wakes others. */
  work(env: Env): Promise<void>
  /** Runs every job until none has anything left to do. */
  settle(env: Env): Promise<void>
  stop(): Promise<void>
}

/** A few sessions of its own for the queue, whose statements expect values as the driver reads them. */
export const queueSessions = { max: 3, kind: 'jobs', types: pg.types } as const

/** `db` is the queue's own (queueSessions), and is closed with it. */
export async function jobRunner(db: Db, jobs: readonly Job[], onError: (error: Error) => void): Promise<Runner> {
  const boss = new PgBoss({
    db: { ...adapter(db), listen: db.listen },
    schema,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: 10,
    useListenNotify: true,
  })
  boss.on('error', onError)
  await boss.start()
  const ending = new AbortController()
  const sweeps: Promise<void>[] = []

  let taken = 0
  /** How many settle at this moment: sweeps then stand back, for those run every job anyway. */
  let settling = 0
  /** Runs a job unless another one is at it; then null. */
  async function run(env: Env, job: Job): Promise<number | null> {
    const steps = await alone(env, job)
    taken += steps ?? 0
    return steps
  }

  /** Runs a job when whoever is at it has finished: what woke us may have come too late for that run. */
  async function inTurn(env: Env, job: Job): Promise<number> {
    for (let waited = 0; ; waited = 1) {
      const steps = await run(env, job)
      if (steps !== null) return steps + waited // what another did there is not known: it counts as a step
      await sleep(20)
    }
  }

  const applicable = (env: Env) => jobs.filter((job) => job.applies?.(env) ?? true)

  async function untilRest(env: Env): Promise<void> {
    for (let passes = 0; passes < mostPasses; passes += 1) {
      // A sweep or a wake may do what falls due before we come to it, and make work for a job that we have passed.
      const before = taken
      const steps = await Promise.all(applicable(env).map((job) => inTurn(env, job)))
      if (taken === before && steps.every((some) => some === 0)) return
    }
    throw new Error('the jobs never come to rest: some job counts a step where it takes none')
  }

  async function sweep(env: Env, job: Job): Promise<void> {
    while (!ending.signal.aborted) {
      if (settling === 0) await run(env, job)
      await sleep(job.everyMs, null, { signal: ending.signal }).catch(() => {})
    }
  }

  return {
    wake: async (tx, name) => void (await boss.send(name, null, { db: adapter(tx) })),
    work: async (env) => {
      for (const job of applicable(env)) {
        await boss.work(job.name, { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 }, async () =>
          inTurn(env, job),
        )
        sweeps.push(sweep(env, job))
      }
    },
    settle: async (env) => {
      settling += 1
      await untilRest(env).finally(() => (settling -= 1))
    },
    stop: async () => {
      ending.abort()
      await Promise.all(sweeps)
      await boss.stop({ graceful: true, timeout: 10_000 })
      await db.close()
    },
  }
}

const mostPasses = 1_000

/** Runs a job unless another process is at it; then null. An error is logged: the next sweep tries again. */
async function alone(env: Env, job: Job): Promise<number | null> {
  try {
    return await env.db.exclusive(`job ${job.name}`, () => job.run(env))
  } catch (error) {
    env.log.error({ err: error, job: job.name }, 'a job failed; it will run again')
    return 0
  }
}
