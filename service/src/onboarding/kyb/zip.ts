import { crc32 } from 'node:zlib'

/** A file of an archive. */
export type ArchiveFile = { readonly name: string; readonly content: Uint8Array }

const utf8Names = 0x0800
const version = 20
/** 1 January 1980, the first day that the format knows: the same files give the same bytes. */
const firstDay = 0x0021

/** A zip archive without compression: documents are compressed already. For archives below 4 GiB. */
export function zipOf(files: readonly ArchiveFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const fields = commonFields(name, content)
    const local = Buffer.concat([uint32(0x04034b50), uint16(version), fields, Buffer.from(name, 'utf8'), content])
    const rest = Buffer.concat([uint16(0, 0, 0), uint32(0, offset)])
    directory.push(
      Buffer.concat([uint32(0x02014b50), uint16(version, version), fields, rest, Buffer.from(name, 'utf8')]),
    )
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = [uint32(0x06054b50), uint16(0, 0, files.length, files.length), uint32(central.length, offset), uint16(0)]
  return Buffer.concat([...parts, central, ...end])
}

/** The fields that stand both before a file and in the directory: flags, method, time, date, checksum, sizes, lengths. */
const commonFields = (name: string, content: Uint8Array): Buffer =>
  Buffer.concat([
    uint16(utf8Names, 0, 0, firstDay),
    uint32(crc32(content), content.length, content.length),
    uint16(Buffer.byteLength(name), 0),
  ])

const uint16 = (...values: number[]): Buffer => Buffer.concat(values.map((value) => little(value, 2)))
const uint32 = (...values: number[]): Buffer => Buffer.concat(values.map((value) => little(value, 4)))

function little(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}
