import { gzipSync } from 'node:zlib'
import { oneOf, type Random } from '../seeded-random.ts'

// What can go wrong with the file of a publisher on its way to us.

type Damage = (file: Buffer, pick: Random) => Buffer

const at = (file: Buffer, pick: Random): number => pick(Math.max(1, file.length))

function changed(file: Buffer, pick: Random, count: number): Buffer {
  const bytes = Buffer.from(file)
  for (let n = 0; n < count; n += 1) bytes[at(bytes, pick)] = pick(256)
  return bytes
}

const spliced = (file: Buffer, place: number, cut: number, put: Buffer | string): Buffer =>
  Buffer.concat([file.subarray(0, place), Buffer.from(put), file.subarray(place + cut)])

/** The names of elements, or of the columns of a CSV file. */
function wordsOf(text: string): string[] {
  const found = text.startsWith('<')
    ? Array.from(text.matchAll(/<([A-Za-z_][\w:.]*)/g), ([, name]) => name!)
    : text.split('\n').slice(0, 3).join(',').split(',')
  return [...new Set(found.map((word) => word.trim()).filter((word) => /^[\w:. ]{3,}$/.test(word)))]
}

function renamed(file: Buffer, pick: Random): Buffer {
  const text = file.toString()
  return Buffer.from(text.replaceAll(oneOf(pick, wordsOf(text)), 'Renamed'))
}

/** Ten levels of ten each: written out it has ten billion characters. */
const multiplying = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)

function withEntities(file: Buffer): Buffer {
  const text = file.toString()
  const start = text.startsWith('<?xml') ? text.indexOf('?>') + 2 : 0
  const type = `<!DOCTYPE x [<!ENTITY e0 "${'x'.repeat(10)}">${multiplying.join('')}]>`
  return Buffer.from(`${text.slice(0, start)}${type}${text.slice(start).replace(/>([^<>]{4,})</, '>&e9;<')}`)
}

/** A file in a ZIP archive, stored without compression. */
function zipped(file: Buffer): Buffer {
  const name = Buffer.from('list.xml')
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50)
  header.writeUInt16LE(20, 4)
  for (const place of [18, 22]) header.writeUInt32LE(file.length, place)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name, file])
}

export const damages: Readonly<Record<string, Damage>> = {
  'cut off': (file, pick) => file.subarray(0, at(file, pick)),
  'cut off near the end': (file, pick) => file.subarray(0, file.length - 1 - pick(200)),
  'without its beginning': (file, pick) => file.subarray(pick(2_000)),
  'without a piece': (file, pick) => spliced(file, at(file, pick), 1 + pick(5_000), ''),
  'with one other byte': (file, pick) => changed(file, pick, 1),
  'with other bytes': (file, pick) => changed(file, pick, 2 + pick(30)),
  'with bytes of no encoding': (file, pick) => spliced(file, at(file, pick), 0, Buffer.from([0xc3, 0x28, 0xff])),
  'with zeros': (file, pick) => spliced(file, at(file, pick), 200, Buffer.alloc(200)),
  'with a renamed word': renamed,
  'with another declared encoding': (file) => Buffer.from(file.toString().replace(/UTF-8/i, 'windows-1252')),
  'in UTF-16': (file) => Buffer.from(`\ufeff${file.toString()}`, 'utf16le'),
  'twice in one': (file) => Buffer.concat([file, file]),
  'with entities that multiply': withEntities,
  'in deep elements': (file, pick) => spliced(file, at(file, pick), 0, '<a>'.repeat(100_000)),
  'with a long line': (file, pick) => spliced(file, at(file, pick), 0, 'x'.repeat(3_000_000)),
  'in gzip': (file) => gzipSync(file),
  'in half of a gzip': (file) => gzipSync(file).subarray(0, gzipSync(file).length / 2),
  'in gzip twice': (file) => gzipSync(gzipSync(file)),
  'in damaged gzip': (file, pick) => changed(gzipSync(file), pick, 3),
  'in a ZIP archive': zipped,
  empty: () => Buffer.alloc(0),
  'of spaces': () => Buffer.alloc(10_000, ' '),
  'as a page about an error': () => Buffer.from('<!doctype html><html><body>503 Service Unavailable</body></html>'),
  'as JSON': () => Buffer.from('{"error":"not found"}'),
  whole: (file) => file,
}
