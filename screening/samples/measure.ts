// Writes a large sample, or reads one and prints its speed and its memory:
//   node screening/samples/measure.ts write ofac_advanced_xml 120MB /tmp/sdn_advanced.xml
//   node screening/samples/measure.ts write uk_csv 50000 /tmp/uk.csv
//   node screening/samples/measure.ts read ofac_advanced_xml /tmp/sdn_advanced.xml
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FormatCode } from '../src/lists/formats.ts'
import { readVersion } from '../src/lists/version.ts'
import { sampleWriters } from './files.ts'

const [mode, format, ...rest] = process.argv.slice(2) as [string, FormatCode, ...string[]]
if (mode === 'write') await write(rest[0]!, rest[1]!)
else await read(rest[0]!)

async function write(amount: string, file: string): Promise<void> {
  const parties = amount.endsWith('MB') ? partiesFor(Number.parseInt(amount, 10) * 1e6) : Number(amount)
  await pipeline(Readable.from(sampleWriters[format](parties)), createWriteStream(file))
  console.log(JSON.stringify({ parties, bytes: statSync(file).size }))
}

/** As many as fill this number of bytes, by the share of a thousand. */
function partiesFor(bytes: number): number {
  const [none, thousand] = [0, 1000].map((parties) => Buffer.byteLength([...sampleWriters[format](parties)].join('')))
  return Math.ceil(((bytes - none!) / (thousand! - none!)) * 1000)
}

async function read(file: string): Promise<void> {
  const start = performance.now()
  const version = await readVersion(format, createReadStream(file, { highWaterMark: 256 * 1024 }), {
    size: statSync(file).size,
  })
  const seconds = (performance.now() - start) / 1000
  if (!version.readable) throw new Error(`${version.place}: ${version.problem}`)
  const megabytes = version.bytes / 1e6
  console.log(
    JSON.stringify({
      entries: version.entries,
      megabytes: Math.round(megabytes),
      seconds: Number(seconds.toFixed(1)),
      megabytesPerSecond: Number((megabytes / seconds).toFixed(1)),
      cpuSeconds: Number((process.cpuUsage().user / 1e6).toFixed(1)),
      maxRssMegabytes: Math.round(process.resourceUsage().maxRSS / 1000),
    }),
  )
}
