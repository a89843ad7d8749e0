import type { Env } from '../env.ts'

// Nonces, quotes and leases compare the time of this process with times that other processes wrote. The database's
// clock is the shared reference.

export type SkewWatch = {
  /** Why this process should not be used; null when its clock is right. */
  problem(): string | null
  stop(): void
}

type Context = Pick<Env, 'db' | 'clock' | 'log' | 'metrics'>

const maxSkewMs = 5_000
const everyMs = 60_000

/** How far the database is ahead of this process, in milliseconds; the uncertainty is half of the round trip. */
export async function measureSkew({ db, clock }: Pick<Env, 'db' | 'clock'>): Promise<number> {
  const sentAt = clock.wall()
  const [row] = await db.query<{ at: Date }>('select clock_timestamp() as at')
  const answeredAt = clock.wall()
  const middle = (sentAt + answeredAt) / 2
  const ahead = row!.at.getTime() - middle
  const uncertainty = (answeredAt - sentAt) / 2
  return Math.sign(ahead) * Math.max(0, Math.abs(ahead) - uncertainty)
}

/** Measures now, and then every minute. */
export async function watchSkew(env: Context): Promise<SkewWatch> {
  let skew = 0

  async function measure(): Promise<void> {
    skew = await measureSkew(env)
    env.metrics.skew.set(skew / 1_000)
    if (Math.abs(skew) > maxSkewMs) env.log.error({ seconds: skew / 1_000 }, sentence(skew))
  }
  await measure()
  const onError = (error: Error) => env.log.warn({ err: error }, 'the clock cannot be compared with the database')
  const timer = setInterval(() => void measure().catch(onError), everyMs).unref()
  return {
    problem: () => (Math.abs(skew) > maxSkewMs ? sentence(skew) : null),
    stop: () => clearInterval(timer),
  }
}

const sentence = (ms: number): string =>
  `The clock of this process is ${Math.round(Math.abs(ms) / 100) / 10} s ${ms > 0 ? 'behind' : 'ahead of'} the database's. Set it right.`
