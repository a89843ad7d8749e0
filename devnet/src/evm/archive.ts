import { open, type FileHandle } from 'node:fs/promises'
import type { Hex } from 'viem'
import type { Recorded } from './record.ts'

// Blocks that the engine no longer has, one line each, from the first one on: whoever asks for one of them is still answered.

type Line = Pick<Recorded, 'block' | 'receipts'>

/** Where what lies in the file; the number of a block is its place in `lines`. */
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
  /** As it was when this was its index: what was added later is dropped. */
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
      // Whatever lies behind belongs to a process that ended before anybody could rely on it.
      await handle.truncate(index.bytes)
      const lines = records.map(({ block, receipts }) => Buffer.from(`${JSON.stringify({ block, receipts })}\n`))
      await handle.writeFile(Buffer.concat(lines))
      await handle.datasync()
      for (const [i, { length }] of lines.entries()) enter(index, records[i]!, length)
    },
    read: (number) => lineAt(handle, archive.index.lines[number]!),
    close: () => handle.close(),
  }
  return archive
}

function enter(index: Index, { block }: Recorded, length: number): void {
  const number = Number(block.number)
  index.lines[number] = { offset: index.bytes, length }
  index.bytes += length
  index.byHash.set(block.hash, number)
  for (const { hash } of block.transactions) index.byTransaction.set(hash, number)
  if (block.transactions.length > 0) index.busy.push(number)
}

async function lineAt(handle: FileHandle, { offset, length }: { offset: number; length: number }): Promise<Line> {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, offset)
  return JSON.parse(buffer.toString('utf8')) as Line
}
