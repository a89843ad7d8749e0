import { writeSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BadSetting } from './settings.ts'

/** Where the line of an event lies in the log. */
export type Position = { offset: number; length: number }

/**
 * What happened, one line per event, in order: the whole state is what follows from it. An event counts once
 * `durable()` of that moment has resolved; a line that a crash cut short was never answered for and is dropped at the
 * next start.
 */
export type EventLog<E> = {
  /** Handed to the system before this returns, so that a kill -9 cannot take back what a reader saw. */
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

/** An event as one line, and back. */
export type Codec<E> = { encode(event: E): string; decode(line: string): E }

/** For events that JSON gives back as they were. */
export const jsonCodec = <E>(): Codec<E> => ({
  encode: (event) => JSON.stringify(event),
  decode: (line) => JSON.parse(line) as E,
})

type Replay<E> = (event: E, at: Position) => void | Promise<void>

const newline = 0x0a

/** `onFailure` must end the process: what was decided in memory could then not be kept. */
export async function openLog<E>(
  file: string,
  codec: Codec<E>,
  replay: Replay<E>,
  onFailure: (error: Error) => void,
): Promise<EventLog<E>> {
  const handle = await open(file, 'a+', 0o600)
  const lastSign = (await handle.stat()).mtimeMs
  let size = await replayed(handle, file, codec, replay)
  await handle.truncate(size)
  await handle.sync()
  await syncFolder(dirname(file))

  let syncing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  // One fsync for whatever arrived during the last one: an idle log answers at once, a busy one amortises.
  const sync = (): Promise<void> =>
    (next ??= syncing.then(() => {
      next = null
      return (syncing = handle.datasync())
    }))

  return {
    lastSign,
    append: (event) => {
      const line = Buffer.from(`${codec.encode(event)}\n`)
      try {
        writeWhole(handle, line)
      } catch (error) {
        onFailure(error as Error)
        throw error
      }
      const at = { offset: size, length: line.length }
      size += line.length
      sync().catch(onFailure)
      return at
    },
    durable: () => next ?? syncing,
    read: async ({ offset, length }) => {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, offset)
      if (bytesRead !== length) throw new Error(`${file} ends within an event at byte ${offset}`)
      return codec.decode(buffer.toString('utf8'))
    },
    touch: (wall) => handle.utimes(wall / 1000, wall / 1000),
    close: async () => {
      await (next ?? syncing)
      await handle.close()
    },
  }
}

function writeWhole({ fd }: FileHandle, line: Buffer): void {
  for (let done = 0; done < line.length;) done += writeSync(fd, line, done)
}

/** Hands over every whole line; answers how many bytes of the file are good. */
async function replayed<E>(handle: FileHandle, file: string, codec: Codec<E>, replay: Replay<E>): Promise<number> {
  let good = 0
  let rest: Buffer = Buffer.alloc(0)
  let damage: BadSetting | null = null
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 })) {
    const data = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
    let from = 0
    for (let end = data.indexOf(newline); end >= 0; end = data.indexOf(newline, from)) {
      // Only the very last line can be damaged by a crash; one before it is damage that we must not pass over.
      if (damage) throw damage
      const event = decoded(codec, data.toString('utf8', from, end))
      const at = { offset: good, length: end + 1 - from }
      if (event === null) damage = new BadSetting(`${file} cannot be read at byte ${good}: move it away to begin anew.`)
      else {
        await replay(event, at)
        good += at.length
      }
      from = end + 1
    }
    rest = data.subarray(from)
  }
  return good
}

function decoded<E>({ decode }: Codec<E>, line: string): E | null {
  try {
    return decode(line)
  } catch {
    return null
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
