import { setTimeout as sleep } from 'node:timers/promises'

// Parses a text/event-stream, and reconnects whenever it ends.

type Event = { readonly event: string; readonly data: string }

/** In characters. A venue's whole message is about 20 kB; a longer one is refused. */
const maxLength = 4_000_000

/** The events of a stream. Chunks may be cut anywhere: between lines, in a line, in a character. */
export async function* eventsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder()
  let rest = ''
  let event = 'message'
  let data: string[] = []
  let length = 0
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    if (rest.length > maxLength) throw new Error('it sends a line that never ends')
    const lines = rest.split('\n')
    rest = lines.pop()!
    for (const line of lines.map(withoutCarriageReturn)) {
      if (line.startsWith('event:')) event = valueOf(line, 6)
      else if (line.startsWith('data:')) {
        data.push(valueOf(line, 5))
        length += line.length
        if (length > maxLength) throw new Error('it sends a message that never ends')
      } else if (line === '') {
        if (data.length > 0) yield { event, data: data.join('\n') }
        event = 'message'
        data = []
        length = 0
      }
    }
  }
}

const withoutCarriageReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
const valueOf = (line: string, from: number): string => line.slice(line[from] === ' ' ? from + 1 : from)

export type Stream = {
  /** Connects. */
  open(signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  take(event: Event): void
  /** Called when the stream has ended, with the reason. */
  lost(error: Error): void
  /** After this time without a byte the connection counts as lost. */
  readonly silenceMs: number
}

const minPauseMs = 50
const maxPauseMs = 2_000

/** Reads the stream and reconnects after every loss, until `ending`. */
export async function keepReading(stream: Stream, ending: AbortSignal): Promise<void> {
  let pauseMs = minPauseMs
  // Only a received event resets the pause. A venue that accepts connections and drops them is not retried faster.
  const onEvent = () => (pauseMs = minPauseMs)
  while (!ending.aborted) {
    try {
      await listen(stream, ending, onEvent)
    } catch (error) {
      stream.lost(error as Error)
    }
    await sleep(pauseMs, null, { signal: ending }).catch(() => {})
    pauseMs = Math.min(pauseMs * 2, maxPauseMs)
  }
}

async function listen({ open, take, silenceMs }: Stream, ending: AbortSignal, onEvent: () => void): Promise<never> {
  const connection = new AbortController()
  const end = () => connection.abort(ending.reason)
  ending.addEventListener('abort', end)
  const silence = setTimeout(() => connection.abort(new Error(`it was silent for ${silenceMs} ms`)), silenceMs)
  try {
    const chunks = await open(connection.signal)
    for await (const event of eventsOf(tap(chunks, () => silence.refresh()))) {
      take(event)
      onEvent()
    }
    throw new Error('it ended the stream')
  } finally {
    clearTimeout(silence)
    ending.removeEventListener('abort', end)
    connection.abort()
  }
}

async function* tap<T>(items: AsyncIterable<T>, onItem: () => void): AsyncGenerator<T> {
  for await (const item of items) {
    onItem()
    yield item
  }
}
