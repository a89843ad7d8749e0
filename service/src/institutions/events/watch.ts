import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '../../base/env.ts'

/** One caller's wait for events. */
type Wait = {
  /** True: something that the look up to `until` has left out may be there. False: the wait is over. */
  news(until: string): Promise<boolean>
  leave(): void
}

export type EventWatch = {
  /** Of one key only so many wait: one more, and the oldest is over. */
  enter(institutionId: string, keyId: string, seconds: number): Wait
  /** Ends all waits, and nobody waits from then on. */
  close(): void
}

/** How long an event may lie before whoever waits for it is woken. */
const pauseMs = 200

type Waiter = {
  readonly institutionId: string
  readonly keyId: string
  /** What was committed before this has been looked at; null: it is looking itself. */
  since: string | null
  wake(news: boolean): void
  leave(): void
}

/**
 * Looks on behalf of all who wait, with one query at a time and only while somebody waits. NOTIFY would spare it, but
 * puts the commits of all orders in line: PostgreSQL takes one lock for every transaction that notifies.
 */
export function eventWatch(env: Pick<Env, 'db'>, perKey: number): EventWatch {
  const waiters = new Set<Waiter>()
  let watching = false
  let closed = false

  async function watch(): Promise<void> {
    watching = true
    while (waiters.size > 0) {
      await sleep(pauseMs)
      await look(env, waiters)
    }
    watching = false
  }

  function enter(institutionId: string, keyId: string, seconds: number): Wait {
    if (closed || seconds === 0) return { news: async () => false, leave: () => {} }
    const same = [...waiters].filter((one) => one.keyId === keyId)
    if (same.length >= perKey) same[0]!.leave()
    const waiter: Waiter = { institutionId, keyId, since: null, wake: () => {}, leave }
    const timer = setTimeout(leave, seconds * 1000)
    waiters.add(waiter)
    if (!watching) void watch()

    function leave(): void {
      clearTimeout(timer)
      waiters.delete(waiter)
      waiter.wake(false)
    }

    async function news(until: string): Promise<boolean> {
      if (!waiters.has(waiter)) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      waiter.since = until
      waiter.wake = resolve
      return promise
    }

    return { news, leave }
  }

  return {
    enter,
    close: () => {
      closed = true
      for (const waiter of waiters) waiter.leave()
    },
  }
}

/** Wakes those for whom something was committed, told or not; all the others have seen that far too. */
async function look({ db }: Pick<Env, 'db'>, waiters: ReadonlySet<Waiter>): Promise<void> {
  const asleep = [...waiters].filter(({ since }) => since !== null)
  if (asleep.length === 0) return
  const wake = (waiter: Waiter) => {
    waiter.since = null
    waiter.wake(true)
  }
  try {
    const [seen] = await db.query<{ until: string; found: number[] }>({
      name: 'events_since',
      text: since,
      values: [asleep.map(({ institutionId }) => institutionId), asleep.map((waiter) => waiter.since)],
    })
    for (const waiter of asleep) waiter.since = seen!.until
    for (const place of seen!.found) wake(asleep[place - 1]!)
  } catch {
    // Each finds out for itself what is wrong, and tells its caller.
    for (const waiter of asleep) wake(waiter)
  }
}

// While nothing is committed, `since` is `until` and no index is touched.
const since = `
  select now.until::text, array(
    select asked.place::integer
    from unnest($1::uuid[], $2::xid8[]) with ordinality asked (institution_id, since, place)
    where asked.since < now.until
      and (exists (select from state.history h where h.institution_id = asked.institution_id
          and h.committed >= asked.since and h.committed < now.until)
        or exists (select from trading.client_order o where o.institution_id = asked.institution_id
          and o.committed >= asked.since and o.committed < now.until))) as found
  from (select pg_snapshot_xmin(pg_current_snapshot()) as until) now`
