import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/** A publisher of lists over HTTP. `files` is by path; a change is a new version. */
export type ListServer = {
  readonly origin: string
  readonly files: Map<string, string>
  /** Paths that are answered with a redirect to this address. */
  readonly redirects: Map<string, string>
  /** How the next files are sent: all at once, in pieces without a length, a byte now and then, or not at all. */
  pace: 'at once' | 'in pieces' | 'slowly' | 'never'
  /** What was answered, in order: `200 /un.xml`. */
  readonly answers: string[]
  /** The next file ends after this number of bytes, and the connection with it. */
  cutAt: number | null
  readonly close: () => Promise<void>
}

export async function listServer(): Promise<ListServer> {
  const files = new Map<string, string>()
  const redirects = new Map<string, string>()
  const answers: string[] = []
  const server = createServer((request, response) => {
    const path = request.url!
    const target = redirects.get(path) ?? /^\/moved(\/.*)/.exec(path)?.[1]
    const file = files.get(path)
    const etag = `"${createHash('sha256')
      .update(file ?? '')
      .digest('hex')}"`
    const status = target ? 302 : file === undefined ? 404 : request.headers['if-none-match'] === etag ? 304 : 200
    answers.push(`${status} ${path}`)
    if (it.pace === 'never') return
    if (target) return void response.writeHead(302, { location: target }).end()
    if (status !== 200) return void response.writeHead(status).end()
    const bytes = path.endsWith('.gz') ? gzipSync(file!) : Buffer.from(file!)
    if (it.pace === 'in pieces')
      return void Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]).pipe(response)
    if (it.pace === 'slowly') return void Readable.from(drops(bytes)).pipe(response)
    response.writeHead(200, { etag, 'content-length': bytes.length })
    if (it.cutAt === null) return void response.end(bytes)
    response.write(bytes.subarray(0, it.cutAt), () => response.destroy())
    it.cutAt = null
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const it: ListServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    redirects,
    pace: 'at once',
    answers,
    cutAt: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return it
}

async function* drops(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1) {
    yield bytes.subarray(at, at + 1)
    await sleep(20)
  }
}
