import { crc32 } from 'node:zlib'
import type { DocumentType } from '@specie/protocol/onboarding/kyb.ts'

// Identifies a file by its bytes alone. A file that could also be read as another format (a polyglot) is refused. It
// must match its format from the first byte to the last. An accepted PDF may still be harmful. Its streams are not
// unpacked, so it is sent as an attachment only (docs/adr/0049-kyb-cases.md).

export type Sniffed = { readonly type: DocumentType } | { readonly flaw: string }

const flaw = (text: string): Sniffed => ({ flaw: text })

export function sniff(bytes: Buffer): Sniffed {
  const found = sniffFormat(bytes)
  return 'flaw' in found ? found : (archiveIn(bytes) ?? found)
}

function sniffFormat(bytes: Buffer): Sniffed {
  if (bytes.subarray(0, pngMagic.length).equals(pngMagic)) return png(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return jpeg(bytes)
  if (/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return pdf(bytes)
  return flaw('Only PDF, PNG and JPEG are accepted.')
}

/** The end of a zip archive may be in the last 64 KiB of a file, after any other content. */
const archiveEnd = Buffer.from('PK\x05\x06', 'latin1')
const archiveReach = 65_535 + 22

const archiveIn = (bytes: Buffer): Sniffed | null =>
  bytes.subarray(-archiveReach).includes(archiveEnd) ? flaw('The file is also an archive.') : null

/** Text that other programs would execute. Compressed data almost never contains this number of its bytes by chance. */
const foreign = /%PDF-|<script|<html|<!doctype|<svg|<\?php/i
const foreignInPdf = /<script|<html|<!doctype html|<\?php|\/JavaScript|\/Rendition|\/RichMedia|\/Launch|\/EmbeddedFile/i

function pdf(bytes: Buffer): Sniffed {
  const text = bytes.toString('latin1')
  if (!/%%EOF[\r\n ]*$/.test(text.slice(-1_024))) return flaw('Bytes follow the end of the PDF, or its end is missing.')
  if (text.indexOf('%PDF-', 1) >= 0) return flaw('The PDF contains another one.')
  if (foreignInPdf.test(unescaped(text))) return flaw('The PDF contains a script, a command or another file.')
  return { type: 'application/pdf' }
}

/** A name in a PDF may encode any letter as #xx: /J#61vaScript. */
const unescaped = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, name and checksum of a chunk. */
const chunkFrame = 12

function png(bytes: Buffer): Sniffed {
  const broken = flaw('The PNG is damaged.')
  let at = pngMagic.length
  for (let first = true; ; first = false) {
    if (at + chunkFrame > bytes.length) return broken
    const end = at + chunkFrame + bytes.readUInt32BE(at)
    if (end > bytes.length) return broken
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (first !== (name === 'IHDR')) return broken
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return broken
    if (name !== 'IDAT' && hasForeign(bytes.subarray(at + 8, end - 4))) return flaw('The PNG contains foreign text.')
    at = end
    if (name === 'IEND') break
  }
  return at === bytes.length ? { type: 'image/png' } : flaw('Bytes follow the end of the PNG.')
}

const startOfScan = 0xda
const endOfImage = 0xd9
/** Markers without a length: restarts, and TEM. */
const hasNoLength = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01

function jpeg(bytes: Buffer): Sniffed {
  const broken = flaw('The JPEG is damaged.')
  let at = 2
  for (;;) {
    if (bytes[at] !== 0xff) return broken
    while (bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1]
    if (marker === undefined || marker === 0) return broken
    at += 2
    if (marker === endOfImage) break
    if (hasNoLength(marker)) continue
    if (at + 2 > bytes.length) return broken
    const end = at + bytes.readUInt16BE(at)
    if (end < at + 2 || end > bytes.length) return broken
    if (hasForeign(bytes.subarray(at + 2, end))) return flaw('The JPEG contains foreign text.')
    at = marker === startOfScan ? endOfScan(bytes, end) : end
  }
  return at === bytes.length ? { type: 'image/jpeg' } : flaw('Bytes follow the end of the JPEG.')
}

/** The next marker after a scan; within one, 0xff is followed by 0 or by a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && !hasNoLength(next)) return at
  }
  return bytes.length
}

const localFile = 'PK\x03\x04'

function hasForeign(metadata: Buffer): boolean {
  const text = metadata.toString('latin1')
  return foreign.test(text) || text.includes(localFile)
}
