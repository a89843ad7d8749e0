import type { Uat } from './uat.ts'

// Most of what a test in a world costs is the settlement time that it lets pass. Tests that run side by side share it.

export type SideBySide = {
  /** What a concurrent test does. The others wait for it until it wants time to pass, or has ended. */
  run(story: () => Promise<void>): Promise<void>
  /** As `uat.pass`; time goes on when every test wants it to, as far as the first of them wants. */
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
