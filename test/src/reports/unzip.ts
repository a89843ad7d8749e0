import { inflateRawSync } from 'node:zlib'

const localHeader = 0x04034b50
const deflated = 8

/** The files of a zip, by name, without code of the service. */
export function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let at = 0; zip.readUInt32LE(at) === localHeader;) {
    const size = zip.readUInt32LE(at + 18)
    const name = zip.subarray(at + 30, at + 30 + zip.readUInt16LE(at + 26)).toString()
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    const content = zip.subarray(start, start + size)
    files.set(name, (zip.readUInt16LE(at + 8) === deflated ? inflateRawSync(content) : content).toString())
    at = start + size
  }
  return files
}
