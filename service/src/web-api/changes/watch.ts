import { setTimeout as sleep } from 'node:timers/promises'
import type { Side } from '@specie/protocol/people/roles.ts'
import { type TopicName, topicNames } from '@specie/protocol/web-api/topics.ts'
import { endOfChanges, readChanges } from '../../base/changes/read.ts'
import type { Env } from '../../base/env.ts'
import { isKnown, linesOf, type Place } from './place.ts'
import { topicOf } from './topics.ts'

/** The caller's session. People of an institution learn only of its own changes. */
export type Reader = { readonly side: Side; readonly institutionId: string | null; readonly sessionId: string }

export type Found = { readonly topics: readonly TopicName[]; readonly place: Place }

export type ChangeWatch = {
  /** Limits the waits of one session: one more, and the oldest ends. */
  changesAfter(place: Place, reader: Reader, seconds: number, onClose: (then: () => void) => void): Promise<Found>
  /** Ends all waits, and starts no new ones. */
  close(): void
}

/** Maximum delay between a commit and the answer that names it. */
const tickMs = 400

type Waiter = {
  readonly reader: Reader
  place: Place
  /** Ends with the next look, in all cases. */
  isLast: boolean
  readonly answer: (found: Found) => void
  readonly fail: (error: unknown) => void
}

/** One query at a time looks for all waiting calls of the process, and only while there are any. */
export function changeWatch(env: Env, perSession: number): ChangeWatch {
  const waiters = new Set<Waiter>()
  let isWatching = false
  let isClosed = false

  async function watch(): Promise<void> {
    isWatching = true
    while (waiters.size > 0) {
      await look(env, waiters)
      if (waiters.size > 0) await sleep(tickMs)
    }
    isWatching = false
  }

  const leave = (waiter: Waiter) => waiter.answer({ topics: [], place: waiter.place })

  return {
    changesAfter: async (place, reader, seconds, onClose) => {
      const same = [...waiters].filter((one) => one.reader.sessionId === reader.sessionId)
      if (same.length >= perSession) leave(same[0]!)
      const { promise, resolve: answer, reject: fail } = Promise.withResolvers<Found>()
      const waiter: Waiter = { reader, place, isLast: isClosed || seconds === 0, answer, fail }
      const timer = setTimeout(leave, seconds * 1_000, waiter)
      if (waiter.isLast) clearTimeout(timer)
      onClose(() => leave(waiter))
      waiters.add(waiter)
      if (!isWatching) void watch()
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        waiters.delete(waiter)
      }
    },
    close: () => {
      isClosed = true
      for (const waiter of waiters) leave(waiter)
    },
  }
}

async function look(env: Env, waiters: Set<Waiter>): Promise<void> {
  const asking = [...waiters]
  try {
    const since = asking.map(({ place }) => place.since).reduce((least, one) => (one < least ? one : least))
    const end = await endOfChanges(env)
    const { until, changes } = await readChanges(env, isKnown(since, end) ? since : end)
    const lines = await linesOf(env, [...new Set(asking.map(({ reader }) => reader.institutionId))])
    for (const waiter of asking) {
      const { place, reader } = waiter
      const own = changes.filter(
        ({ committed, institutionId }) =>
          committed >= place.since && (reader.side === 'staff' || institutionId === reader.institutionId),
      )
      const newPlace = { since: until, lines: lines.get(reader.institutionId) ?? 0n }
      const topics = new Set(
        isKnown(place.since, until)
          ? own.flatMap((change) => topicOf(env.runtime.rooms, change, reader.side) ?? [])
          : topicNames,
      )
      if (newPlace.lines !== place.lines) topics.add('balance')
      waiter.place = newPlace
      if (!waiter.isLast && topics.size === 0) continue
      waiters.delete(waiter)
      waiter.answer({ topics: [...topics], place: newPlace })
    }
  } catch (error) {
    // Each call reports it to its caller.
    for (const waiter of asking) {
      waiters.delete(waiter)
      waiter.fail(error)
    }
  }
}
