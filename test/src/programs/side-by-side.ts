import type { Uat } from './uat.ts'

// The main cost of a test in a world is its advance of settlement time. Parallel tests share it.

export type SideBySide = {
  /** The body of a concurrent test. The others wait for it until it advances time, or has ended. */
  run(story: () => Promise<void>): Promise<void>
  /** Like `uat.pass`; time advances when every test wants it to, up to the earliest target. */
  pass(seconds: number): Promise<void>
}

export function sideBySide(uat: () => Pick<Uat, 'pass'>): SideBySide {
  type Waiting = { at: number; go(passed: Promise<void>): void }
  let now = 0
  let running = 0
  let waiting: Waiting[] = []

  function moveOn(): void {
    if (waiting.length === 0 || waiting.length < running) return
    const next = Math.min(...waiting.map(({ at }) => at))
    const passed = uat().pass(next - now)
    now = next
    const due = waiting.filter(({ at }) => at === next)
    waiting = waiting.filter(({ at }) => at !== next)
    for (const { go } of due) go(passed)
  }

  return {
    run: async (story) => {
      running += 1
      try {
        await story()
      } finally {
        running -= 1
        moveOn()
      }
    },
    pass: (seconds) =>
      new Promise((go) => {
        waiting.push({ at: now + seconds, go })
        moveOn()
      }),
  }
}
