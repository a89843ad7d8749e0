import type { Env } from '../env.ts'

// Nonces, quotes and leases compare the time of this process with times that others wrote. The database's clock is the one
// that all of them share.

export type SkewWatch = {
  /** Why this process should not be used; null when its clock is right. */
  trouble(): string | null
  stop(): void
}

type Needs = Pick<Env, 'db' | 'clock' | 'log' | 'metrics'>

const mostMs = 5_000
const everyMs = 60_000

/** How far the database is ahead of this process, in milliseconds; as exact as half of the time that asking took. */
async function measureSkew({ db, clock }: Pick<Env, 'db' | 'clock'>): Promise<number> {
  const asked = clock.wall()
  const [row] = await db.query<{ at: Date }>('select clock_timestamp() as at')
  const answered = clock.wall()
  const middle = (asked + answered) / 2
  const ahead = row!.at.getTime() - middle
  const doubt = (answered - asked) / 2
  return Math.sign(ahead) * Math.max(0, Math.abs(ahead) - doubt)
}

/** Measures now, and then every minute. */
export async function watchSkew(env: Needs): Promise<SkewWatch> {
  let skew = 0

  async function look(): Promise<void> {
    skew = await measureSkew(env)
    env.metrics.skew.set(skew / 1_000)
    if (Math.abs(skew) > mostMs) env.log.error({ seconds: skew / 1_000 }, sentence(skew))
  }
  await look()
  const onError = (error: Error) => env.log.warn({ err: error }, 'the clock cannot be compared with the database')
  const timer = setInterval(() => void look().catch(onError), everyMs).unref()
  return {
    trouble: () => (Math.abs(skew) > mostMs ? sentence(skew) : null),
    stop: () => clearInterval(timer),
  }
}

const sentence = (ms: number): string =>
  `The clock of this process is ${Math.round(Math.abs(ms) / 100) / 10} s ${ms > 0 ? 'behind' : 'ahead of'} the database's: set it right.`
