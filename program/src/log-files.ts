import { readdirSync } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

// A log consists of pieces, each named by its first byte: `bank.log`, `bank.log.52211`, `bank.log.90417`. Next to them are
// snapshots, each named by the byte of the log up to which it goes: `bank.log.90417.snapshot`.

/** Positions in the log at which pieces and snapshots begin, in order. */
export type LogFiles = { pieces: number[]; snapshots: number[] }

export const pieceAt = (file: string, start: number): string => (start === 0 ? file : `${file}.${start}`)

export const snapshotAt = (file: string, at: number): string => `${file}.${at}.snapshot`

/** The temporary file of a snapshot. */
export const unfinished = (file: string): string => `${file}.snapshot.new`

export function filesOf(file: string): LogFiles {
  const name = basename(file)
  const pieces: number[] = []
  const snapshots: number[] = []
  for (const entry of readdirSync(dirname(file))) {
    if (entry === name) pieces.push(0)
    if (!entry.startsWith(`${name}.`)) continue
    const found = /^(\d+)(\.snapshot)?$/.exec(entry.slice(name.length + 1))
    if (found) (found[2] === undefined ? pieces : snapshots).push(Number(found[1]))
  }
  const inOrder = (places: number[]) => places.toSorted((a, b) => a - b)
  return { pieces: inOrder(pieces), snapshots: inOrder(snapshots) }
}

/** Syncs the names in a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** The newest two snapshots stay, and with `keepsLog` the whole log; otherwise the pieces that these two need. */
export async function removeStale(file: string, keepsLog: boolean): Promise<void> {
  const { pieces, snapshots } = filesOf(file)
  const oldest = snapshots.at(-2)
  if (oldest === undefined) return
  const stale = snapshots.filter((at) => at < oldest).map((at) => snapshotAt(file, at))
  // A piece ends where the next one begins.
  if (!keepsLog)
    stale.push(...pieces.filter((_, i) => (pieces[i + 1] ?? Infinity) <= oldest).map((start) => pieceAt(file, start)))
  for (const path of stale) await unlink(path)
}
