import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadTasks } from './load.ts'

/** The load process: it gets its tasks one after the other. */
export type LoadProcess = {
  ask<Name extends keyof LoadTasks>(
    name: Name,
    ...given: Parameters<LoadTasks[Name]>
  ): Promise<Awaited<ReturnType<LoadTasks[Name]>>>
  end(): Promise<void>
}

type LoadReply = { answer: unknown } | { failed: string }

export function startLoadProcess(): LoadProcess {
  const child = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), { serialization: 'advanced' })
  const ended = once(child, 'exit')
  const gone = ended.then(([code]) => ({ failed: `the load has ended with ${code}` }))
  return {
    async ask(name, ...given) {
      const answered = once(child, 'message').then(([told]) => told as LoadReply)
      child.send({ name, given })
      const result = await Promise.race([answered, gone])
      if ('failed' in result) throw new Error(`${name}: ${result.failed}`)
      return result.answer as never
    },
    end: async () => {
      child.disconnect()
      await ended
    },
  }
}
