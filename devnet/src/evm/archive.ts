import { open, type FileHandle } from 'node:fs/promises'
import type { Hex } from 'viem'
import { unpack, type Line, type Recorded } from './record.ts'

// Blocks that the engine has released, in order from the first. They can still be read.

/** The positions in the file; the number of a block is its index in `lines`. */
export type Index = {
  bytes: number
  lines: { offset: number; length: number }[]
  byHash: Map<Hex, number>
  byTransaction: Map<Hex, number>
  /** Blocks that are not empty, in order. */
  busy: number[]
}

export const newIndex = (): Index => ({ bytes: 0, lines: [], byHash: new Map(), byTransaction: new Map(), busy: [] })

export type Archive = {
  index: Index
  /** The archive at the time of this index: later additions are dropped. */
  restore(index: Index): Promise<void>
  /** On disk when this resolves. */
  add(records: Recorded[]): Promise<void>
  read(number: number): Promise<Line>
  close(): Promise<void>
}

export async function openArchive(file: string): Promise<Archive> {
  const handle = await open(file, 'a+', 0o600)
  const archive: Archive = {
    index: newIndex(),
    restore: async (index) => {
      archive.index = index
      await handle.truncate(index.bytes)
    },
    add: async (records) => {
      const { index } = archive
      // Later bytes belong to a process that ended before they were relied on.
      await handle.truncate(index.bytes)
      await handle.writeFile(Buffer.concat(records.map(({ packed }) => packed)))
      await handle.datasync()
      for (const record of records) enter(index, record)
    },
    read: (number) => lineAt(handle, archive.index.lines[number]!),
    close: () => handle.close(),
  }
  return archive
}

function enter(index: Index, { block, packed: { length } }: Recorded): void {
  const number = Number(block.number)
  index.lines[number] = { offset: index.bytes, length }
  index.bytes += length
  index.byHash.set(block.hash, number)
  for (const { hash } of block.transactions) index.byTransaction.set(hash, number)
  if (block.transactions.length > 0) index.busy.push(number)
}

async function lineAt(handle: FileHandle, { offset, length }: { offset: number; length: number }): Promise<Line> {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, offset)
  return unpack(buffer)
}
