import { randomUUID } from 'node:crypto'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Env } from '@specie/service/base/env.ts'
import { jobRunner, type Job } from '@specie/service/base/jobs/runner.ts'
import { page } from '@specie/service/base/http/pages.ts'
import { once } from '@specie/service/base/idempotency/once.ts'
import { settlementClock } from '@specie/service/base/settlement-clock.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from './database.ts'
import { testEnv } from './env.ts'
import { newInstitution } from './institution.ts'

let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})

afterAll(() => database.drop())

describe('requests under a client id (O2)', () => {
  let institutionId: string
  beforeAll(async () => {
    institutionId = await newInstitution(database.owner)
  })

  const ask = (clreqid: string | undefined, quantity = '1') => ({
    institutionId,
    endpoint: 'withdraw',
    clreqid,
    content: { quantity },
  })

  test('100 concurrent repeats are done once and get the same answer', async () => {
    let done = 0
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        once(env, ask('a-1'), async () => {
          done += 1
          return { id: randomUUID() }
        }),
      ),
    )
    expect(done).toBe(1)
    expect(new Set(answers.map(({ answer }) => answer.id)).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
  })

  test('the same id for another request is refused', async () => {
    await once(env, ask('a-2'), async () => ({}))
    await expect(once(env, ask('a-2', '2'), async () => ({}))).rejects.toMatchObject({ code: 'duplicate_clreqid' })
    await expect(once(env, { ...ask('a-2'), endpoint: 'transfer' }, async () => ({}))).rejects.toMatchObject({
      code: 'duplicate_clreqid',
    })
  })

  test('a failure frees its id; without an id nothing is stored', async () => {
    await expect(once(env, ask('a-3'), () => Promise.reject(new Error('no balance')))).rejects.toThrow('no balance')
    expect((await once(env, ask('a-3', '2'), async () => ({ ok: 1 }))).replayed).toBe(false)
    expect((await once(env, ask(undefined), async () => ({ ok: 1 }))).replayed).toBe(false)
    expect((await once(env, ask(undefined), async () => ({ ok: 1 }))).replayed).toBe(false)
  })
})

describe('pages', () => {
  const listing = { select: `select id, created_at, n from public.things where n % 2 = $1`, values: [0] }

  beforeAll(async () => {
    await database.owner.query(`create table public.things (id uuid, created_at timestamptz, n int)`)
    await database.owner.query(`grant select on public.things to specie_app`)
    // Several rows share a time: the id decides.
    await database.owner.query(
      `insert into public.things select gen_random_uuid(), timestamptz '2026-01-01' + (n / 5) * interval '1 second', n from generate_series(1, 100) n`,
    )
  })

  async function all(sort: 'asc' | 'desc', between: () => Promise<unknown> = async () => {}): Promise<number[]> {
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const found = await page<{ id: string; created_at: string; n: number }>(
        env.db,
        { limit: 7, sort, cursor },
        listing,
      )
      seen.push(...found.rows.map((row) => row.n))
      cursor = found.next_cursor ?? undefined
      await between()
    } while (cursor)
    return seen
  }

  test('have each row once, in order, while rows are added', async () => {
    const rows = await all('desc', () =>
      database.owner.query(`insert into public.things values (gen_random_uuid(), now(), 1000)`),
    )
    expect(rows.filter((n) => n < 1000).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, i) => 2 * i + 2),
    )
    expect((await all('asc')).filter((n) => n < 1000)).toHaveLength(50)
  })

  test('from is included, to is not', async () => {
    const found = await page<{ id: string; created_at: string; n: number }>(
      env.db,
      { from: '2026-01-01T00:00:02Z', to: '2026-01-01T00:00:03Z', sort: 'asc' },
      listing,
    )
    expect(found.rows.map((row) => row.n).toSorted((a, b) => a - b)).toEqual([10, 12, 14])
  })

  test.each(['', 'nonsense', Buffer.from('desc x y').toString('base64url')])(
    'a cursor that is none: %j',
    async (cursor) => {
      await expect(page(env.db, { cursor, sort: 'desc' }, listing)).rejects.toMatchObject({ code: 'invalid_cursor' })
    },
  )
})

describe('jobs', () => {
  const failed: Error[] = []
  const runnerOf = (jobs: readonly Job[]) => jobRunner(env.db, jobs, (error) => failed.push(error))
  const seldom = 3_600_000

  /** A job that counts its runs; the first one is the sweep at the start. */
  function counting(name: string, everyMs = seldom) {
    const job = { name, everyMs, runs: 0, run: async () => ((job.runs += 1), 0) }
    return job
  }

  test('a wake runs the job after its transaction commits, and not when it is rolled back', async () => {
    const [kept, undone] = [counting('test.kept'), counting('test.undone')]
    const runner = runnerOf([kept, undone])
    await runner.work(env)
    await expect.poll(() => [kept.runs, undone.runs]).toEqual([1, 1])
    const rolledBack = env.db.tx(async (tx) => {
      runner.wake(tx, undone.name)
      throw new Error('undo')
    })
    await expect(rolledBack).rejects.toThrow('undo')
    await env.db.tx(async (tx) => runner.wake(tx, kept.name))
    await expect.poll(() => kept.runs).toBe(2)
    await runner.stop()
    // Its wake would have come first.
    expect(undone.runs).toBe(1)
  })

  test('transactions that wake the same jobs in opposite order do not wait for each other', async () => {
    const runner = runnerOf([])
    const bothHaveOne = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const waking = (first: string, second: string, mine: 0 | 1) =>
      env.db.tx(async (tx) => {
        runner.wake(tx, first)
        bothHaveOne[mine].resolve()
        await bothHaveOne[mine === 0 ? 1 : 0].promise
        runner.wake(tx, second)
        // Neither has committed: a wait of one for the other would block here.
        await tx.query('select 1')
      })
    await Promise.all([waking('test.one', 'test.two', 0), waking('test.two', 'test.one', 1)])
    await runner.stop()
    const [row] = await database.owner.query<{ deadlocks: bigint }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    expect([row!.deadlocks, failed]).toEqual([0n, []])
  })

  test('a job woken during its run is run once more', async () => {
    const inside = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let runs = 0
    const run = async () => {
      runs += 1
      if (runs === 1) inside.resolve()
      if (runs === 1) await release.promise
      return 0
    }
    const heard: string[] = []
    const hearing = await env.db.listen('specie_jobs', (name) => heard.push(name))
    const runner = runnerOf([{ name: 'test.busy', everyMs: seldom, run }])
    await runner.work(env)
    await inside.promise
    await env.db.tx(async (tx) => runner.wake(tx, 'test.busy'))
    await expect.poll(() => heard).toEqual(['test.busy'])
    expect(runs).toBe(1)
    release.resolve()
    await expect.poll(() => runs).toBe(2)
    await hearing.close()
    await runner.stop()
  })

  test('runs, failures and the last run of each job are counted over all processes', async () => {
    const [ok, failing] = [counting('test.counted', 20), counting('test.failing', 20)]
    const failingRun = async () => (await failing.run(), Promise.reject(new Error('this job fails')))
    const recorded = async () =>
      database.owner.query<{ name: string; runs: bigint; failures: bigint; last_at: Date; failed_at: Date | null }>(
        `select * from work.job_run where name in ('test.counted', 'test.failing') order by name`,
      )
    const before = new Date()
    for (const least of [3, 6]) {
      const runner = runnerOf([ok, { ...failing, run: failingRun }])
      await runner.work(env)
      await expect.poll(() => Math.min(ok.runs, failing.runs)).toBeGreaterThan(least)
      await runner.stop()
    }
    const [counted, failed] = await recorded()
    expect([counted!.failures, counted!.failed_at]).toEqual([0n, null])
    expect(Number(counted!.runs)).toBeGreaterThanOrEqual(6)
    expect(Number(failed!.failures)).toBeGreaterThanOrEqual(6)
    expect([failed!.failures, failed!.failed_at]).toEqual([failed!.runs, failed!.last_at])
    expect(counted!.last_at.getTime()).toBeGreaterThanOrEqual(before.getTime())
  })

  test('the sweep makes up for a lost wake', async () => {
    const job = counting('test.swept', 50)
    const runner = runnerOf([job])
    await runner.work(env)
    await expect.poll(() => job.runs).toBeGreaterThan(3)
    await runner.stop()
  })

  test('wakes are heard again after their connection was lost', async () => {
    const job = counting('test.lost')
    const runner = runnerOf([job])
    await runner.work(env)
    await expect.poll(() => job.runs).toBe(1)
    const listening = `select pg_terminate_backend(pid) from pg_stat_activity
      where query in ('listen "specie_jobs"', 'select 1') and datname = current_database()`
    expect(await database.owner.query(listening)).toHaveLength(1)
    await expect
      .poll(
        async () => {
          await env.db.tx(async (tx) => runner.wake(tx, job.name))
          return job.runs
        },
        { interval: 100 },
      )
      .toBeGreaterThan(1)
    await runner.stop()
  })

  test('settling continues until no job takes a step, not even a parallel sweep', async () => {
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let [due, following, looks] = [true, 0, 0]
    const first = async () => {
      if (!due) return 0
      entered.resolve()
      await release.promise
      due = false
      following = 1
      return 1
    }
    const second = async () => {
      looks += 1
      const steps = following
      following = 0
      return steps
    }
    const jobs = Object.entries({ first, second }).map(([name, run]) => ({ name, run, everyMs: seldom }))
    const runner = runnerOf(jobs)
    await runner.work(env)
    await entered.promise // the sweep at the start is at the first job
    await expect.poll(() => looks).toBe(1)
    const settled = runner.settle(env)
    await expect.poll(() => looks).toBe(2) // settling has found nothing for the second one
    release.resolve()
    expect(await settled).toBe(true)
    expect(following).toBe(0)
    await runner.stop()
  })

  test('settling ends on a signal, even with endless work', async () => {
    const runner = runnerOf([{ name: 'test.endless', everyMs: seldom, run: async () => 1 }])
    expect(await runner.settle(env, AbortSignal.timeout(100))).toBe(false)
    await runner.stop()
  })

  test('while settling waits for one job, the sweeps of the others continue', async () => {
    const release = Promise.withResolvers<void>()
    const other = counting('test.other', 20)
    const slow = { name: 'test.slow', everyMs: seldom, run: async () => (await release.promise, 0) }
    const runner = runnerOf([slow, other])
    await runner.work(env)
    const settled = runner.settle(env)
    const before = other.runs
    await expect.poll(() => other.runs).toBeGreaterThan(before + 3)
    release.resolve()
    await settled
    await runner.stop()
  })

  test('runs in one process at a time', async () => {
    let inside = 0
    let most = 0
    const enter = () =>
      env.db.exclusive('test', async () => {
        inside += 1
        most = Math.max(most, inside)
        await new Promise((resolve) => setImmediate(resolve))
        inside -= 1
        return 'ran'
      })
    const outcomes = await Promise.all(Array.from({ length: 8 }, enter))
    expect(most).toBe(1)
    expect(outcomes).toContain('ran')
  })
})

describe('settlement time', () => {
  test('runs faster than wall time, jumps on command, and is the same in every process', async () => {
    let wall = new Date('2026-11-16T09:00:00Z')
    const base = { ...systemClock, now: () => wall }
    const one = await settlementClock(base, env.db, 60)
    const two = await settlementClock(base, env.db, 60)
    expect(one.settlement()).toEqual(wall)
    wall = new Date('2026-11-16T09:00:10Z')
    expect(one.settlement()).toEqual(new Date('2026-11-16T09:10:00Z'))
    await one.set(env.db, new Date('2026-11-20T12:00:00Z'))
    await two.refresh(env.db)
    wall = new Date('2026-11-16T09:00:11Z')
    expect(two.settlement()).toEqual(new Date('2026-11-20T12:01:00Z'))
    // A week without a running process: settlement time stood still.
    await two.refresh(env.db)
    wall = new Date('2026-11-23T09:00:00Z')
    const later = await settlementClock(base, env.db, 60)
    expect(later.settlement()).toEqual(new Date('2026-11-20T12:01:00Z'))
  })

  test('does not exist in production', async () => {
    const production = await freshDatabase('production')
    await expect(settlementClock(systemClock, production.app, 60)).rejects.toThrow(/no settlement clock/)
    await production.drop()
  })
})
