import { setTimeout as sleep } from 'node:timers/promises'
import { message } from './cannot-start.ts'
import type { Exit } from './guard.ts'

export type Running = { exited: Promise<Exit>; stop(hurry: boolean): Promise<void> }

export type Supervised<R extends Running> = {
  /** Its first start. Rejects if that fails; only later deaths lead to another try. */
  ready: Promise<R>
  stop: (hurry: boolean) => Promise<void>
}

export type Upkeep<R extends Running> = {
  name: string
  /** Resolves when it is ready; an abort must end it. */
  start(signal: AbortSignal): Promise<R>
  say: (line: string) => void
  /** It keeps dying at once: the final message. */
  giveUp: (sentence: string) => void
  /** Living this long counts as recovered. */
  wellAfterMs?: number
}

const maxDeaths = 5
const longestDelay = 5_000

/** Starts a task, and again whenever it dies, with growing delays. */
export function keepRunning<R extends Running>(upkeep: Upkeep<R>): Supervised<R> {
  const { name, say, wellAfterMs = 10_000 } = upkeep
  const ending = new AbortController()
  const ready = upkeep.start(ending.signal)
  let current = ready
  void ready.then(watch, () => {})

  async function watch(): Promise<void> {
    let deaths = 0
    while (true) {
      const { how, livedMs } = await death(current)
      if (ending.signal.aborted) return
      deaths = livedMs > wellAfterMs ? 1 : deaths + 1
      if (deaths >= maxDeaths) return upkeep.giveUp(`${name} died ${deaths} times in a row (${how}); giving up.`)
      say(`${name} ended unexpectedly (${how}); starting it again.`)
      await sleep(Math.min(100 * 2 ** (deaths - 1), longestDelay), null, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      current = upkeep.start(ending.signal)
      current.then(
        () => say(`${name} is back.`),
        () => {},
      )
    }
  }

  return {
    ready,
    stop: async (hurry) => {
      ending.abort()
      const running = await current.catch(() => null)
      await running?.stop(hurry)
    },
  }
}

/** Resolves when it has ended; a failed start is a death too. */
async function death(current: Promise<Running>): Promise<{ how: string; livedMs: number }> {
  try {
    const running = await current
    const since = performance.now()
    const exit = await running.exited
    return { how: described(exit), livedMs: performance.now() - since }
  } catch (error) {
    return { how: message(error).replace(/\.$/, ''), livedMs: 0 }
  }
}

export const described = ({ code, signal }: Exit): string =>
  signal !== null ? signal : code !== null && code > 128 ? `signal ${code - 128}` : `exit code ${code}`
