import type { Env } from '../env.ts'
import type { SkewWatch } from './clock-skew.ts'

/** Why this process should get no requests now; null when ready. */
export type Readiness = () => Promise<string | null>

type Context = Pick<Env, 'db' | 'clock' | 'log' | 'metrics'>

/** A result is reused for this long: at most one write per second, however many probes there are. */
const freshMs = 1_000
/** Probes are answered before their sender gives up. */
const timeoutMs = 2_000

const noAnswer = 'The database does not answer.'

/** Ready means that a write commits and the clock agrees with the database's. Each change is logged once. */
export function readinessOf(env: Context, skew: SkewWatch): Readiness {
  let writing: Promise<string | null> | null = null
  let last: { readonly at: number; readonly problem: string | null } | null = null
  let lastLogged: string | null = null

  async function write(): Promise<string | null> {
    const at = env.clock.elapsed()
    const problem = await env.db.query('update work.pulse set at = $1', [env.clock.now()]).then(
      () => null,
      (error: unknown) => {
        env.log.warn({ err: error }, 'a probe cannot write') // not in the answer. It would show where the database is
        return 'The database commits no writes now.'
      },
    )
    last = { at, problem }
    return problem
  }

  function checkWrite(): Promise<string | null> {
    if (last !== null && env.clock.elapsed() - last.at < freshMs) return Promise.resolve(last.problem)
    writing ??= write().finally(() => (writing = null))
    return withTimeout(writing)
  }

  return async () => {
    const problem = (await checkWrite()) ?? skew.problem()
    env.metrics.ready.set(problem === null ? 1 : 0)
    if (problem !== lastLogged) {
      if (problem === null) env.log.info('ready again')
      else env.log.error({ trouble: problem }, 'not ready')
      lastLogged = problem
    }
    return problem
  }
}

function withTimeout(answer: Promise<string | null>): Promise<string | null> {
  const timeout = Promise.withResolvers<string>()
  const timer = setTimeout(() => timeout.resolve(noAnswer), timeoutMs)
  return Promise.race([answer, timeout.promise]).finally(() => clearTimeout(timer))
}
