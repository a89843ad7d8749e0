import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Where the line of an event lies in the log. */
export type Position = { offset: number; length: number }

/**
 * What happened, one JSON line per event, in order. An event counts once `durable()` of that moment has resolved; a
 * line that a crash cut short was never answered for and is dropped at the next start.
 */
export type EventLog<E> = {
  append(event: E): Position
  /** Everything appended so far is on disk. */
  durable(): Promise<void>
  read(at: Position): Promise<E>
  /** When it was last written or touched, in wall milliseconds, before this process opened it. */
  lastSign: number
  /** Leaves a sign of life without an event. */
  touch(wall: number): Promise<void>
  close(): Promise<void>
}

export type Codec<E> = { encode(event: E): string; decode(line: string): E }

const newline = 0x0a

/** `onFailure` must end the process: what was decided in memory could then not be kept. */
export async function openLog<E>(
  file: string,
  { encode, decode }: Codec<E>,
  replay: (event: E, at: Position) => void,
  onFailure: (error: Error) => void,
): Promise<EventLog<E>> {
  const handle = await open(file, 'a+', 0o600)
  const lastSign = (await handle.stat()).mtimeMs
  let size = await replayed(handle, file, (line, at) => replay(decode(line), at))
  await handle.truncate(size)
  await handle.sync()
  await syncFolder(dirname(file))

  let queued: Buffer[] = []
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  // One fsync for whatever arrived during the last one: an idle bank answers at once, a busy one amortises.
  const flush = (): Promise<void> =>
    (next ??= writing.then(() => {
      const batch = Buffer.concat(queued)
      queued = []
      next = null
      writing = handle.appendFile(batch).then(() => handle.datasync())
      return writing
    }))

  return {
    lastSign,
    append: (event) => {
      const line = Buffer.from(`${encode(event)}\n`)
      const at = { offset: size, length: line.length }
      size += line.length
      queued.push(line)
      flush().catch(onFailure)
      return at
    },
    durable: () => next ?? writing,
    read: async ({ offset, length }) => {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, offset)
      if (bytesRead !== length) throw new Error(`${file} ends within an event at byte ${offset}`)
      return decode(buffer.toString('utf8'))
    },
    touch: (wall) => handle.utimes(wall / 1000, wall / 1000),
    close: async () => {
      await (next ?? writing)
      await handle.close()
    },
  }
}

/** Hands over every whole line; answers how many bytes of the file are good. */
async function replayed(handle: FileHandle, file: string, take: (line: string, at: Position) => void): Promise<number> {
  let good = 0
  let rest: Buffer = Buffer.alloc(0)
  let unreadable: Error | null = null
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 })) {
    const data = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
    let from = 0
    for (let end = data.indexOf(newline); end >= 0; end = data.indexOf(newline, from)) {
      // Only the very last line can be damaged by a crash; one before it is damage that we must not pass over.
      if (unreadable) throw unreadable
      const at = { offset: good, length: end + 1 - from }
      try {
        take(data.toString('utf8', from, end), at)
        good += at.length
      } catch (error) {
        unreadable = new Error(`${file} cannot be read at byte ${good}: ${(error as Error).message}`, { cause: error })
      }
      from = end + 1
    }
    rest = data.subarray(from)
  }
  return good
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
