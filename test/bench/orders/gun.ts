import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Asks } from './load.ts'

/** The load process: it gets its tasks one after the other. */
export type Gun = {
  ask<Name extends keyof Asks>(name: Name, ...given: Parameters<Asks[Name]>): Promise<Awaited<ReturnType<Asks[Name]>>>
  end(): Promise<void>
}

type Told = { answer: unknown } | { failed: string }

export function startGun(): Gun {
  const child = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), { serialization: 'advanced' })
  const ended = once(child, 'exit')
  const gone = ended.then(([code]) => ({ failed: `the load has ended with ${code}` }))
  return {
    async ask(name, ...given) {
      const answered = once(child, 'message').then(([told]) => told as Told)
      child.send({ name, given })
      const told = await Promise.race([answered, gone])
      if ('failed' in told) throw new Error(`${name}: ${told.failed}`)
      return told.answer as never
    },
    end: async () => {
      child.disconnect()
      await ended
    },
  }
}
