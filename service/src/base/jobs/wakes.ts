import { withoutClaim } from './claim.ts'
import type { Db } from '../database/db.ts'
import type { Listening } from '../database/listen.ts'

// A wake says that a job has something to look at. It is a notification in a commit of its own, after the commit that made
// the work: nothing waits for it, and it waits for nobody. PostgreSQL takes one lock for all who notify, so never inside a
// transaction of the service's. One that is lost costs time alone: the sweep finds the rows.

const channel = 'specie_jobs'

type Wakes = {
  /** Tells all processes soon; what is told twice before it has left is told once. */
  send(name: string): void
  listen(onWake: (name: string) => void): Promise<Listening>
  /** Resolves when everything told so far has left. */
  drained(): Promise<void>
}

export function wakesOver(db: Db, onError: (error: Error) => void): Wakes {
  const waiting = new Set<string>()
  let sending: Promise<void> | null = null

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const names = [...waiting]
      waiting.clear()
      await db.query({ name: 'wake', text: notify, values: [names] }).catch(onError)
    }
    sending = null
  }

  return {
    send: (name) => {
      waiting.add(name)
      sending ??= withoutClaim(sendAll) // it tells for others too, and goes on after the job that began it
    },
    listen: (onWake) => db.listen(channel, onWake),
    drained: async () => {
      while (sending) await sending
    },
  }
}

const notify = `select pg_notify('${channel}', name) from unnest($1::text[]) name`
