import { setTimeout as sleep } from 'node:timers/promises'
import type { Session, Sessions } from './sessions.ts'

export type Listening = { close(): Promise<void> }

type Listeners = { onPayload: (payload: string) => void; onReconnect: () => void; onError: (error: Error) => void }

/** Long enough to be cheap. A notification lost in between is compensated by the sweep. */
const pingEveryMs = 3_000
const reconnectDelayMs = 500

/** Listens on a session of its own, and opens a new one when it is lost. */
export async function listen(
  sessions: Sessions,
  channel: string,
  { onPayload, onReconnect, onError }: Listeners,
): Promise<Listening> {
  const ending = new AbortController()
  let current: Session | null = null

  async function open(): Promise<Session> {
    const session = await sessions.open()
    session.on('notification', ({ payload }) => payload !== undefined && onPayload(payload))
    await session.query(`listen "${channel.replaceAll('"', '""')}"`)
    onReconnect()
    return (current = session)
  }

  /** A frozen server is as silent as an idle one, so it is pinged regularly. */
  async function keepOpen(first: Session): Promise<void> {
    for (let session: Session | null = first; !ending.signal.aborted;) {
      await sleep(session ? pingEveryMs : reconnectDelayMs, null, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      try {
        session ??= await open()
        await sessions.awaitAnswer(session, session.query('select 1'))
      } catch (error) {
        onError(error as Error)
        void session?.end().catch(onError)
        session = null
      }
    }
  }

  const keepingOpen = keepOpen(await open())
  return {
    close: async () => {
      ending.abort()
      await keepingOpen
      await current?.end().catch(onError)
    },
  }
}
