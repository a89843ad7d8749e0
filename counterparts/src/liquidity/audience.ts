import { wall } from '../machine.ts'
import { Refusal } from '../refusal.ts'
import type { Reply } from '../server.ts'

const everyMs = 1_000

export type Audience = ReturnType<typeof newAudience>

/** The listeners of a venue. Without any, no timer runs and no quote is made. */
export function newAudience(message: () => object) {
  const listeners = new Set<Reply['raw']>()
  let timer: NodeJS.Timeout | undefined
  let silentUntil = 0
  let awayUntil = 0
  let closed = false

  function tell(): void {
    if (listeners.size === 0 || wall() < silentUntil) return
    const text = `event: ladders\ndata: ${JSON.stringify(message())}\n\n`
    // A slow reader misses messages instead of getting a backlog: the next message replaces them anyway.
    for (const listener of listeners) if (!listener.writableNeedDrain) listener.write(text)
  }

  function leave(listener: Reply['raw']): void {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }

  function closeAll(): void {
    for (const listener of listeners) {
      leave(listener) // at once: its close event comes later, and until then nothing may be written to it
      listener.destroy()
    }
  }

  return {
    tell,
    size: () => listeners.size,
    join: (reply: Reply): Reply => {
      if (closed || wall() < awayUntil) throw new Refusal(503, 'There is no stream at the moment. Try again later.')
      const { raw: listener } = reply.hijack()
      if (listener.destroyed) return reply
      listener.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      listener.flushHeaders()
      listener.once('close', () => leave(listener))
      if (listeners.size === 0) timer = setInterval(tell, everyMs)
      listeners.add(listener)
      tell()
      return reply
    },
    silence: (seconds: number) => {
      silentUntil = wall() + seconds * 1000
    },
    disconnect: (seconds: number) => {
      awayUntil = wall() + seconds * 1000
      closeAll()
    },
    /** Permanently. Destroyed, not ended: a listener that does not read would delay the end of the process. */
    close: () => {
      closed = true
      closeAll()
    },
  }
}
