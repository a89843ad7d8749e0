import { createHash, hash, type Hash } from 'node:crypto'
import type { Chunks } from './decode.ts'
import { hashOf, type Entry, type EntryKind, type ListCode } from './entry.ts'
import { damaged, ListFileError } from './error.ts'
import { limits } from './limits.ts'
import { listFormats, type FormatCode } from './formats.ts'
import { newNotes } from './notes.ts'

/** What is kept of an entry to compare versions. */
export type VersionEntry = {
  readonly kind: EntryKind
  /** Of the content without the reference. */
  readonly hash: string
  /** Of each name, folded: two entries that share none are not the same party. */
  readonly names: readonly string[]
}

/** How much of what the file has. A count that falls to zero means that the reader no longer finds it. */
export type Counts = Readonly<
  Record<EntryKind | 'names' | 'weakNames' | 'births' | 'places' | 'identifiers' | 'wallets' | 'assetFreezes', number>
>

/** A file that was read completely. */
export type Version = {
  readonly readable: true
  readonly list: ListCode
  readonly format: FormatCode
  /** Of the bytes of the file. */
  readonly sha256: string
  readonly bytes: number
  /** The day of the list, as the file says. */
  readonly issued: string | null
  readonly entries: number
  readonly counts: Counts
  readonly contents: Readonly<Record<string, VersionEntry>>
  /** Entries that are in the file but no longer on the list. */
  readonly delisted: number
  /** Entries without any name: they match by identifiers and wallets only. */
  readonly nameless: readonly string[]
  /** Elements, attributes and columns that the reader does not know, and how often. */
  readonly unknown: Readonly<Record<string, number>>
}

/** A file that was not read. No entry of it counts. */
export type UnreadableVersion = {
  readonly readable: false
  readonly list: ListCode
  readonly format: FormatCode
  readonly place: string
  readonly problem: string
  readonly cure: string
  readonly otherFormat: boolean
}

type Options = {
  /** Bytes that the file must have, as its sender says. Only this reveals a CSV file that is cut off between two rows. */
  readonly size?: number
  /** Gets each entry. The entries count only if the version is readable. */
  readonly keep?: (entry: Entry, hash: string) => void | Promise<void>
}

/** Reads a file of a list once, as a stream. What makes it unreadable is an answer; other errors are thrown. */
export async function readVersion(
  format: FormatCode,
  chunks: Chunks,
  options: Options = {},
): Promise<Version | UnreadableVersion> {
  const { list } = listFormats[format]
  try {
    return await read(format, chunks, options)
  } catch (error) {
    if (!(error instanceof ListFileError)) throw error
    const { place, problem, cure, otherFormat } = error
    return { readable: false, list, format, place, problem, cure, otherFormat }
  }
}

async function read(format: FormatCode, chunks: Chunks, { size, keep }: Options): Promise<Version> {
  const measured = { hash: createHash('sha256'), bytes: 0 }
  const notes = newNotes()
  const contents: Record<string, VersionEntry> = Object.create(null)
  const counts: Record<keyof Counts, number> = { ...none }
  const nameless: string[] = []
  let entries = 0
  for await (const entry of listFormats[format].read(measuring(chunks, measured), notes)) {
    const { reference } = entry
    if (contents[reference]) throw damaged(`entry ${reference}`, 'the reference is there twice')
    if (++entries > limits.entries)
      throw damaged(`entry ${reference}`, `the file has more than ${limits.entries} entries`)
    const content = versionEntry(entry)
    contents[reference] = content
    add(counts, entry)
    if (entry.names.length === 0) nameless.push(reference)
    await keep?.(entry, content.hash)
  }
  if (size !== undefined && size !== measured.bytes) {
    throw damaged(`byte ${measured.bytes}`, `the file ends here, and its sender says that it has ${size} bytes`)
  }
  return {
    readable: true,
    list: listFormats[format].list,
    format,
    sha256: measured.hash.digest('hex'),
    bytes: measured.bytes,
    issued: notes.issued,
    entries,
    counts,
    contents: { ...contents },
    delisted: notes.delisted,
    nameless,
    unknown: Object.fromEntries(notes.unknown),
  }
}

/** What is kept of an entry. `hash`: for an entry that was stored, as it was then. */
export const versionEntry = (entry: Entry, hash = hashOf(entry)): VersionEntry => ({
  kind: entry.kind,
  hash,
  names: nameHashes(entry),
})

async function* measuring(
  chunks: Chunks,
  measured: { hash: Hash; bytes: number },
): AsyncGenerator<Uint8Array | string> {
  for await (const chunk of chunks) {
    measured.hash.update(chunk)
    measured.bytes += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length
    yield chunk
  }
}

const none: Counts = {
  person: 0,
  company: 0,
  vessel: 0,
  aircraft: 0,
  other: 0,
  names: 0,
  weakNames: 0,
  births: 0,
  places: 0,
  identifiers: 0,
  wallets: 0,
  assetFreezes: 0,
}

function add(counts: Record<keyof Counts, number>, entry: Entry): void {
  counts[entry.kind]++
  counts.names += entry.names.length
  counts.weakNames += entry.names.filter(({ strength }) => strength === 'weak').length
  counts.births += entry.births.length
  counts.places += entry.places.length
  counts.identifiers += entry.identifiers.length
  counts.wallets += entry.wallets.length
  counts.assetFreezes += entry.measures.assetFreeze ? 1 : 0
}

/** Letters and digits only, in any order of the words: a new spelling of capitals or hyphens is the same name. */
function nameHashes({ names }: Entry): string[] {
  const folded = names.map(({ text }) =>
    (
      text
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
    )
      .toSorted()
      .join(' '),
  )
  return [...new Set(folded)].map((name) => hash('sha256', name).slice(0, 12)).toSorted()
}
