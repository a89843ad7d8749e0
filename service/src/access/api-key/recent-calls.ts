import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'

// The last calls of each key, for the people of its institution. They are written off the hot path: collected in memory
// and sent to the database once a second. A process that dies loses those of its last second.

export type RecentCall = {
  readonly key_id: string
  readonly at: Date
  readonly path: string
  readonly status: number
  readonly code: string | null
  readonly trace_id: string
  readonly ip: string
}

type RecentCalls = {
  note(call: RecentCall): void
  /** Writes the remaining calls. */
  close(): Promise<void>
}

const flushMs = 1_000
/** Further calls of a busy second are dropped: writing all of them would slow down the calls themselves (ADR 50). */
const maxPerSecond = 100

/** The remaining calls are written when the process ends. */
export const recentCalls = perProcess(collect, (calls) => calls.close())

function collect(env: Pick<Env, 'db' | 'log'>): RecentCalls {
  let waiting: RecentCall[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const calls = waiting
    waiting = []
    writing = writing.then(() => write(env, calls))
    return writing
  }

  return {
    note(call) {
      if (waiting.length >= maxPerSecond) return
      waiting.push(call)
      timer ??= setTimeout(() => void flush(), flushMs).unref()
    },
    close: flush,
  }
}

/** A failure is only logged. No caller waits for it, and nothing depends on these rows. */
async function write({ db, log }: Pick<Env, 'db' | 'log'>, calls: readonly RecentCall[]): Promise<void> {
  if (calls.length === 0) return
  try {
    await db.query('select access.record_calls($1)', [JSON.stringify(calls)])
  } catch (error) {
    log.warn({ err: error, calls: calls.length }, 'recent calls of keys were not recorded')
  }
}
