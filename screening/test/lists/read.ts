import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { sampleNames } from '../../samples/files.ts'
import type { Chunks } from '../../src/lists/decode.ts'
import type { Entry } from '../../src/lists/entry.ts'
import { ListFileError } from '../../src/lists/error.ts'
import { listFormats, type FormatCode } from '../../src/lists/formats.ts'
import { newNotes, type Notes } from '../../src/lists/notes.ts'

export const formatCodes = Object.keys(listFormats) as FormatCode[]

/** The checked-in sample of a format. */
export const sampleOf = (format: FormatCode): string =>
  readFileSync(new URL(`../../samples/files/${sampleNames[format]}`, import.meta.url), 'utf8')

export async function entriesOf(
  format: FormatCode,
  file: string | Chunks,
  notes: Notes = newNotes(),
): Promise<Entry[]> {
  const entries: Entry[] = []
  const chunks = typeof file === 'string' ? [file] : file
  for await (const entry of listFormats[format].read(chunks, notes)) entries.push(entry)
  return entries
}

/** The entry of the sample with this reference, after a change of the file. */
export async function sampleEntry(
  format: FormatCode,
  reference: string,
  change = (file: string) => file,
): Promise<Entry> {
  const entries = await entriesOf(format, change(sampleOf(format)))
  const found = entries.find((entry) => entry.reference === reference)
  if (!found)
    throw new Error(`${reference} is not in the sample: ${entries.map((entry) => entry.reference).join(', ')}`)
  return found
}

/** Why a file is refused. Each refusal names the place and what to do next. */
export async function refusal(format: FormatCode, file: string | Chunks): Promise<ListFileError> {
  const error = await entriesOf(format, file).then(
    (entries) => new Error(`the file was read: ${entries.length} entries`),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ListFileError)
  const refused = error as ListFileError
  expect(refused.place).toMatch(/\w/)
  expect(refused.cure).toMatch(/^(Fetch|Compare)/)
  return refused
}

/** A change that must not leave the text as it is. */
export function replaced(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`the sample has no ${String(from)}`)
  return changed
}

/** What the list says of each name: `primary Ilya ZARKOVIN`. */
export const namesOf = (entry: Entry): string[] => entry.names.map(({ strength, text }) => `${strength} ${text}`)

export const birthsOf = (entry: Entry): string[] =>
  entry.births.map(({ precision, from, to, circa }) => {
    const days = precision === 'day' ? from : `${from} to ${to}`
    return `${circa ? 'about ' : ''}${precision} ${days}`
  })

export const placesOf = (entry: Entry): string[] =>
  entry.places.map(({ role, text, country }) => `${role}: ${text} [${country ?? '-'}]`)

export const identifiersOf = (entry: Entry): string[] =>
  entry.identifiers.map(({ kind, value, country }) => `${kind} ${value} [${country ?? '-'}]`)
