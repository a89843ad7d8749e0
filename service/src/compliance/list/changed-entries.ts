import { type Entry } from '@specie/screening/lists/entry.ts'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import type { NewEntry } from './row.ts'

// Entries of a file that is being parsed wait on disk until it is known to be good, one per line. In memory those of OFAC
// would take over 100 MB.

export type Changed = AsyncDisposable & {
  readonly keep: (entry: Entry, hash: string) => Promise<void>
  batches(size: number): AsyncGenerator<NewEntry[]>
}

/** Keeps the entries for which `isChanged` is true. `file`: the parsed file; its neighbour holds the entries. */
export async function changedEntries(
  file: string,
  isChanged: (reference: string, hash: string) => boolean,
): Promise<Changed> {
  const path = `${file}.entries`
  const out = createWriteStream(path)
  await once(out, 'open')
  // An error between two writes would end the process. Writes that are open when the file is given up fail too.
  let failure: Error | null = null
  out.on('error', (error) => (failure = error))
  return {
    keep: async (entry, hash) => {
      if (failure !== null) throw failure
      if (!isChanged(entry.reference, hash)) return
      if (!out.write(`${JSON.stringify({ entry, effect: 'review', hash } satisfies NewEntry)}\n`))
        await once(out, 'drain')
    },
    batches: async function* (size) {
      out.end()
      await finished(out)
      let batch: NewEntry[] = []
      for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
        batch.push(JSON.parse(line) as NewEntry)
        if (batch.length < size) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    [Symbol.asyncDispose]: async () => {
      out.destroy()
      if (!out.closed) await new Promise<void>((resolve) => out.once('close', () => resolve()))
      await rm(path, { force: true })
    },
  }
}
