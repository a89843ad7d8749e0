import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '../../base/env.ts'

/** One caller's wait for events. */
type Wait = {
  /** True: there may be events that the query up to `until` did not see. False: the wait is over. */
  hasNewSteps(until: string): Promise<boolean>
  leave(): void
}

export type EventWatch = {
  /** Limits the waits of one caller, a key or a session: one more, and the oldest ends. */
  enter(institutionId: string, callerId: string, seconds: number): Wait
  /** Ends all waits, and starts no new ones. */
  close(): void
}

/** Maximum delay between the commit of an event and the wake of a waiting call. */
const pollMs = 200

type Waiter = {
  readonly institutionId: string
  readonly callerId: string
  /** Everything committed before this has been read; null: the waiter is reading now. */
  since: string | null
  wake(isNew: boolean): void
  leave(): void
}

/** What the feed reads from. */
type Sources = Pick<Env, 'db' | 'runtime'>

/**
 * Polls for all waiting calls, with one query at a time and only while there are any. NOTIFY would avoid polling, but it
 * would serialize the commits of all orders: PostgreSQL takes one lock for all notifying transactions.
 */
export function eventWatch(env: Sources, perCaller: number): EventWatch {
  const waiters = new Set<Waiter>()
  let watching = false
  let closed = false

  async function watch(): Promise<void> {
    watching = true
    while (waiters.size > 0) {
      await sleep(pollMs)
      await wakeWaiters(env, waiters)
    }
    watching = false
  }

  function enter(institutionId: string, callerId: string, seconds: number): Wait {
    if (closed || seconds === 0) return { hasNewSteps: async () => false, leave: () => {} }
    const same = [...waiters].filter((one) => one.callerId === callerId)
    if (same.length >= perCaller) same[0]!.leave()
    const waiter: Waiter = { institutionId, callerId, since: null, wake: () => {}, leave }
    const timer = setTimeout(leave, seconds * 1000)
    waiters.add(waiter)
    if (!watching) void watch()

    function leave(): void {
      clearTimeout(timer)
      waiters.delete(waiter)
      waiter.wake(false)
    }

    async function hasNewSteps(until: string): Promise<boolean> {
      if (!waiters.has(waiter)) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      waiter.since = until
      waiter.wake = resolve
      return promise
    }

    return { hasNewSteps, leave }
  }

  return {
    enter,
    close: () => {
      closed = true
      for (const waiter of waiters) waiter.leave()
    },
  }
}

/**
 * Wakes the waiters whose institution has a new commit, even if it is no event; the others have now read up to `until`.
 */
async function wakeWaiters({ db, runtime }: Sources, waiters: ReadonlySet<Waiter>): Promise<void> {
  const waiting = [...waiters].filter(({ since }) => since !== null)
  if (waiting.length === 0) return
  const wake = (waiter: Waiter) => {
    waiter.since = null
    waiter.wake(true)
  }
  try {
    const [result] = await db.query<{ until: string; found: number[] }>({
      name: 'events_since',
      text: since(runtime.rooms.orderTable),
      values: [waiting.map(({ institutionId }) => institutionId), waiting.map((waiter) => waiter.since)],
    })
    for (const waiter of waiting) waiter.since = result!.until
    for (const place of result!.found) wake(waiting[place - 1]!)
  } catch {
    // Each waiter queries by itself, gets the error and reports it to its caller.
    for (const waiter of waiting) wake(waiter)
  }
}

// While nothing is committed, `since` equals `until` and no index is read.
const since = (orders: string): string => `
  select now.until::text, array(
    select asked.place::integer
    from unnest($1::uuid[], $2::xid8[]) with ordinality asked (institution_id, since, place)
    where asked.since < now.until
      and (exists (select from state.step h where h.institution_id = asked.institution_id
          and h.committed >= asked.since and h.committed < now.until)
        or exists (select from ${orders} o where o.institution_id = asked.institution_id
          and o.committed >= asked.since and o.committed < now.until))) as found
  from (select pg_snapshot_xmin(pg_current_snapshot()) as until) now`
