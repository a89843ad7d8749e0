import { setTimeout as sleep } from 'node:timers/promises'
import type { Session, Sessions } from './sessions.ts'

export type Listening = { close(): Promise<void> }

type Listeners = { heard: (payload: string) => void; again: () => void; onError: (error: Error) => void }

/** Long enough to be cheap; a wake that is lost meanwhile is found by the sweep. */
const lookEveryMs = 3_000
const pauseMs = 500

/** A session of its own for as long as somebody listens. When it is lost another one is opened. */
export async function listen(
  sessions: Sessions,
  channel: string,
  { heard, again, onError }: Listeners,
): Promise<Listening> {
  const ending = new AbortController()
  let current: Session | null = null

  async function open(): Promise<Session> {
    const session = await sessions.open()
    session.on('notification', ({ payload }) => payload !== undefined && heard(payload))
    await session.query(`listen "${channel.replaceAll('"', '""')}"`)
    again()
    return (current = session)
  }

  /** A server that has frozen says nothing, as one does that has nothing to say: it is asked now and then. */
  async function attend(first: Session): Promise<void> {
    for (let session: Session | null = first; !ending.signal.aborted;) {
      await sleep(session ? lookEveryMs : pauseMs, null, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      try {
        session ??= await open()
        await sessions.awaiting(session, session.query('select 1'))
      } catch (error) {
        onError(error as Error)
        void session?.end().catch(onError)
        session = null
      }
    }
  }

  const attending = attend(await open())
  return {
    close: async () => {
      ending.abort()
      await attending
      await current?.end().catch(onError)
    },
  }
}
