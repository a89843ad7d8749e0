import { writeSync } from 'node:fs'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BadSetting } from './settings.ts'

/** What happened on a chain, one JSON line per event, in order: the whole state of a chain is what follows from it. */
export type EventLog<E> = {
  /** Handed to the system before this returns, so that a kill -9 cannot take back what a reader saw. */
  append(event: E): void
  /** Everything appended so far is on disk. */
  durable(): Promise<void>
  close(): Promise<void>
}

/** `onFailure` must end the process: what is decided in memory could then not be kept. */
export async function openLog<E>(
  file: string,
  replay: (event: E) => Promise<void>,
  onFailure: (error: Error) => void,
): Promise<EventLog<E>> {
  const handle = await open(file, 'a+', 0o600)
  await handle.truncate(await replayed(file, (event) => replay(event as E)))
  await handle.sync()
  await syncFolder(dirname(file))

  let syncing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  // One fsync for whatever arrived during the last one.
  const durable = (): Promise<void> =>
    (next ??= syncing.then(() => {
      next = null
      return (syncing = handle.datasync())
    }))

  return {
    append: (event) => {
      try {
        writeWhole(handle, Buffer.from(`${JSON.stringify(event)}\n`))
      } catch (error) {
        onFailure(error as Error)
        throw error
      }
    },
    durable: () =>
      durable().catch((error: Error) => {
        onFailure(error)
        throw error
      }),
    close: async () => {
      await durable()
      await handle.close()
    },
  }
}

function writeWhole({ fd }: FileHandle, line: Buffer): void {
  for (let done = 0; done < line.length;) done += writeSync(fd, line, done)
}

/** Hands over every whole line; answers how many bytes of the file are good. */
async function replayed(file: string, replay: (event: unknown) => Promise<void>): Promise<number> {
  const data = await readFile(file)
  let from = 0
  for (let end = data.indexOf(0x0a); end >= 0; end = data.indexOf(0x0a, from)) {
    const event = parsed(data.toString('utf8', from, end))
    if (event === null) {
      // Only the very last line can be damaged by a crash; one before it is damage that we must not pass over.
      if (data.indexOf(0x0a, end + 1) < 0) return from
      throw new BadSetting(`${file} is damaged at byte ${from}: move it away to begin that chain anew.`)
    }
    await replay(event)
    from = end + 1
  }
  return from
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
