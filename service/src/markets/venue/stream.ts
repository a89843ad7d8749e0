import { setTimeout as sleep } from 'node:timers/promises'

// A text/event-stream that is kept open for ever: how it is read, and how it is opened again.

type Event = { readonly event: string; readonly data: string }

/** A venue's whole message is some 20 kB; what is longer than this without an end is none. */
const longest = 4_000_000

/** The events of a stream, wherever its chunks are cut: between lines, in a line, in a character. */
export async function* eventsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder()
  let rest = ''
  let event = 'message'
  let data: string[] = []
  let length = 0
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    if (rest.length > longest) throw new Error('it sends a line that never ends')
    const lines = rest.split('\n')
    rest = lines.pop()!
    for (const line of lines.map(withoutReturn)) {
      if (line.startsWith('event:')) event = valueOf(line, 6)
      else if (line.startsWith('data:')) {
        data.push(valueOf(line, 5))
        length += line.length
        if (length > longest) throw new Error('it sends a message that never ends')
      } else if (line === '') {
        if (data.length > 0) yield { event, data: data.join('\n') }
        event = 'message'
        data = []
        length = 0
      }
    }
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
const valueOf = (line: string, from: number): string => line.slice(line[from] === ' ' ? from + 1 : from)

export type Stream = {
  /** Asks for the stream. */
  open(signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  take(event: Event): void
  /** It has ended, for this reason. */
  lost(error: Error): void
  /** So long without a byte and it counts as ended. */
  readonly silenceMs: number
}

const shortestPauseMs = 50
const longestPauseMs = 2_000

/** Listens until `ending`, whatever happens in between. */
export async function follow(stream: Stream, ending: AbortSignal): Promise<void> {
  let pauseMs = shortestPauseMs
  // Only what was heard makes it good again: a venue that takes the connection and drops it is not asked faster.
  const heard = () => (pauseMs = shortestPauseMs)
  while (!ending.aborted) {
    try {
      await listen(stream, ending, heard)
    } catch (error) {
      stream.lost(error as Error)
    }
    await sleep(pauseMs, null, { signal: ending }).catch(() => {})
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

async function listen({ open, take, silenceMs }: Stream, ending: AbortSignal, heard: () => void): Promise<never> {
  const connection = new AbortController()
  const end = () => connection.abort(ending.reason)
  ending.addEventListener('abort', end)
  const silence = setTimeout(() => connection.abort(new Error(`it was silent for ${silenceMs} ms`)), silenceMs)
  try {
    const chunks = await open(connection.signal)
    for await (const event of eventsOf(each(chunks, () => silence.refresh()))) {
      take(event)
      heard()
    }
    throw new Error('it ended the stream')
  } finally {
    clearTimeout(silence)
    ending.removeEventListener('abort', end)
    connection.abort()
  }
}

async function* each<T>(items: AsyncIterable<T>, tell: () => void): AsyncGenerator<T> {
  for await (const item of items) {
    tell()
    yield item
  }
}
