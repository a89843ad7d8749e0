import { type TopicName } from '@specie/protocol/web-api/topics.ts'
import { callUnattended } from '../api/call.ts'
import { asCallError } from '../api/error.ts'
import { pause, untilShown } from './pause.ts'

// The feed of changes: one long poll for all tabs of a browser (docs/pages.md). One shown tab asks and tells the others;
// hidden tabs ask nothing, and repeat their calls when they are shown again.

export type FeedState = 'live' | 'offline'

/** An answer of the feed, as the asking tab tells it to the others. */
export type News = { state: FeedState; topics: readonly TopicName[]; cursor: string }

const waitSeconds = 25
const longestPause = 30_000
/** Between two answers with changes: a busy hour repeats the calls of a page at this pace. */
const restMs = 1_000
/** Without shared locks each tab asks, and a third tab makes the service answer the first one at once. */
const crowdedPause = 5_000

type Feed = {
  /** The name that the tabs of this person share. */
  name: string
  /** The place from which nothing was missed. */
  cursor: string
  onNews: (news: News) => void
  /** The session has ended. */
  onEnd: () => void
}

/** Follows the feed until the signal. */
export async function followChanges({ name, cursor, onNews, onEnd }: Feed, signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(name)
  signal.addEventListener('abort', () => channel.close())
  let place = cursor
  let told: News | null = null
  const tell = (message: News | 'state?') => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    if (!signal.aborted) channel.postMessage(message)
  }
  const take = (news: News) => {
    place = news.cursor
    onNews(news)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<News | 'state?'>) => {
    // A tab that has just opened learns the state of the feed.
    if (data !== 'state?') return take(data)
    if (told !== null) tell({ ...told, topics: [] })
  })
  tell('state?')
  while (!signal.aborted) {
    await untilShown(signal)
    const leaving = new AbortController()
    const hide = () => document.visibilityState === 'hidden' && leaving.abort()
    document.addEventListener('visibilitychange', hide)
    const turn = AbortSignal.any([signal, leaving.signal])
    await inTurn(name, turn, async () => {
      const publish = (news: News) => {
        told = news
        take(news)
        tell(news)
      }
      const isOver = await ask(() => place, publish, turn)
      told = null
      if (isOver && !signal.aborted) onEnd()
      if (isOver) await pause(longestPause, turn)
    })
    document.removeEventListener('visibilitychange', hide)
  }
}

/** One tab at a time. Without locks, which need HTTPS or this machine, every tab is its own. */
async function inTurn(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** Asks until the signal; true. The session has ended. */
async function ask(placeNow: () => string, publish: (news: News) => void, signal: AbortSignal): Promise<boolean> {
  let failures = 0
  let isFirst = true
  while (!signal.aborted) {
    const cursor = placeNow()
    const began = performance.now()
    const asking = new AbortController()
    // An offline browser may leave a waiting request open, so we abort it.
    const stop = () => asking.abort()
    addEventListener('offline', stop)
    try {
      const wait = String(isFirst ? 0 : waitSeconds)
      const input = { cursor, wait } as never
      const { topics, next_cursor } = await callUnattended('changes', input, AbortSignal.any([signal, asking.signal]))
      publish({ state: 'live', topics, cursor: next_cursor })
      const isCrowded = !isFirst && topics.length === 0 && performance.now() - began < 1_000
      failures = 0
      isFirst = false
      if (topics.length > 0) await pause(restMs, signal)
      else if (isCrowded) await pause(crowdedPause, signal)
    } catch (error) {
      if (signal.aborted) return false
      if (asCallError(error).status === 401) return true
      failures += 1
      publish({ state: 'offline', topics: [], cursor })
      await pause(Math.min(longestPause, 1_000 * 2 ** (failures - 1)), signal)
    } finally {
      removeEventListener('offline', stop)
    }
  }
  return false
}
