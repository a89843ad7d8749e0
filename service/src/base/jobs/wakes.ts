import { withoutClaim } from '../database/claim.ts'
import type { Db } from '../database/db.ts'
import type { Listening } from '../database/listen.ts'

// A wake says that a job has work. It is a notification in its own commit, after the commit that created the work, so
// neither waits for the other. PostgreSQL has one lock for all notifying transactions, so never notify inside a
// transaction of the service. A lost wake costs only time. The sweep finds the rows.

const channel = 'specie_jobs'

type Wakes = {
  /** Notifies all processes soon; repeated names are sent once. */
  send(name: string): void
  listen(onWake: (name: string) => void): Promise<Listening>
  /** Resolves when all wakes so far have been sent. */
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
      sending ??= withoutClaim(sendAll) // it also sends wakes of others, and outlives the job that started it
    },
    listen: (onWake) => db.listen(channel, onWake),
    drained: async () => {
      while (sending) await sending
    },
  }
}

const notify = `select pg_notify('${channel}', name) from unnest($1::text[]) name`
