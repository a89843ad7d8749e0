import { close, createReadStream, fdatasync, fdatasyncSync, fstatSync, ftruncateSync, futimes, openSync } from 'node:fs'
import { read, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { filesOf, pieceAt, syncFolder } from './log-files.ts'
import { BadSetting } from './settings.ts'

// The files of a log as one sequence of bytes. Positions count from the start of the whole log.

/** The position of a line in the log. */
export type Position = { offset: number; length: number }

export type Pieces = {
  /** The time of the last write or touch, in wall milliseconds, before it was opened. */
  readonly lastSign: number
  /** Every line that ends with a newline, from a byte on. */
  lines(from: number): AsyncGenerator<{ text: string; at: Position }>
  /** Drops all bytes after this one, and continues from there. */
  cutAt(end: number): Promise<void>
  /** Handed to the system when this returns. */
  append(text: string): Position
  read(at: Position): Promise<string>
  /** Starts a new file for later lines; returns its first byte. Everything before it is on disk. */
  rotate(): number
  sync(): Promise<void>
  touch(wall: number): Promise<void>
  close(): Promise<void>
}

export const unreadable = (file: string, byte: number): BadSetting =>
  new BadSetting(`${file} cannot be read at byte ${byte}: move it away to begin anew.`)

const [bytesAt, datasync, utimes, closed] = [read, fdatasync, futimes, close].map((call) => promisify(call)) as [
  (fd: number, into: Buffer, at: number, length: number, from: number) => Promise<{ bytesRead: number }>,
  (fd: number) => Promise<void>,
  (fd: number, seen: number, changed: number) => Promise<void>,
  (fd: number) => Promise<void>,
]

/** Opens the existing pieces, or starts a log; it will be read from byte `from` on. */
export function openPieces(file: string, from: number): Pieces {
  const { pieces: starts } = filesOf(file)
  if (starts.length === 0) starts.push(from)
  if (starts[0]! > from)
    throw new BadSetting(
      `${file} has no snapshot that can be read, and the beginning of the log is gone. Move all files of that name away to begin anew.`,
    )
  const pieces = starts.map((start) => ({ start, fd: openSync(pieceAt(file, start), 'a+', 0o600) }))
  const last = () => pieces.at(-1)!
  const lastSign = fstatSync(last().fd).mtimeMs
  let end = from
  let folder = syncFolder(dirname(file))

  return {
    lastSign,
    async *lines(from) {
      let at = from
      for (const [i, { start, fd }] of pieces.entries()) {
        const next = pieces[i + 1]?.start ?? Infinity
        if (next <= at) continue
        for await (const line of linesIn(fd, start, at)) {
          yield line
          at += line.at.length
        }
        if (next !== Infinity && at !== next) throw unreadable(file, at)
      }
    },
    cutAt: async (good) => {
      if (good < last().start) throw unreadable(file, good)
      end = good
      ftruncateSync(last().fd, good - last().start)
      await datasync(last().fd)
    },
    append: (text) => {
      const line = Buffer.from(`${text}\n`)
      for (let done = 0; done < line.length;) done += writeSync(last().fd, line, done)
      const at = { offset: end, length: line.length }
      end += line.length
      return at
    },
    read: async ({ offset, length }) => {
      const piece = pieces.findLast(({ start }) => start <= offset)
      if (!piece) throw new Error(`${file} no longer has byte ${offset}`)
      const buffer = Buffer.alloc(length)
      const { bytesRead } = await bytesAt(piece.fd, buffer, 0, length, offset - piece.start)
      if (bytesRead !== length) throw new Error(`${file} ends within an event at byte ${offset}`)
      return buffer.toString('utf8')
    },
    rotate: () => {
      fdatasyncSync(last().fd)
      if (last().start < end) {
        pieces.push({ start: end, fd: openSync(pieceAt(file, end), 'a+', 0o600) })
        folder = folder.then(() => syncFolder(dirname(file)))
        // The next `sync` waits for it and reports its error.
        folder.catch(() => {})
      }
      return end
    },
    sync: async () => {
      await folder
      await datasync(last().fd)
    },
    touch: (wall) => utimes(last().fd, wall / 1000, wall / 1000),
    close: async () => {
      await folder
      for (const { fd } of pieces) await closed(fd)
    },
  }
}

const newline = 0x0a

async function* linesIn(fd: number, start: number, from: number): AsyncGenerator<{ text: string; at: Position }> {
  let offset = Math.max(from, start)
  let rest: Buffer = Buffer.alloc(0)
  const options = { fd, start: offset - start, autoClose: false, highWaterMark: 1 << 20 }
  for await (const chunk of createReadStream('', options)) {
    const data = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
    let begin = 0
    for (let stop = data.indexOf(newline); stop >= 0; stop = data.indexOf(newline, begin)) {
      const at = { offset, length: stop + 1 - begin }
      yield { text: data.toString('utf8', begin, stop), at }
      offset += at.length
      begin = stop + 1
    }
    rest = data.subarray(begin)
  }
}
