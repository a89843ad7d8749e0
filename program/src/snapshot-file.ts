import { createHash } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { deserialize } from 'node:v8'
import { snapshotAt, syncFolder, unfinished } from './log-files.ts'

// One header line with checksum and size; then the state, as V8 serialises it.

/** `version`: of the form of the state. `at`: the byte of the log up to which it goes. */
export type Head = { version: number; at: number }

type Line = Head & { bytes: number; sha256: string }

/** Moments at which a crash must lose nothing, in their order. */
export type Step = 'rotated' | 'half written' | 'written' | 'named' | 'tidied'

/** It gets its name once all of it is on disk. After a crash there is the previous snapshot, or this one. */
export async function writeSnapshot(
  file: string,
  { version, at }: Head,
  body: Buffer,
  onStep: (step: Step) => void,
): Promise<void> {
  const line: Line = { version, at, bytes: body.length, sha256: await slowDigest(body) }
  const half = Math.ceil(body.length / 2)
  const handle = await open(unfinished(file), 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(line)}\n`)
    await handle.writeFile(body.subarray(0, half))
    onStep('half written')
    await handle.writeFile(body.subarray(half))
    await handle.sync()
  } finally {
    await handle.close()
  }
  onStep('written')
  await rename(unfinished(file), snapshotAt(file, at))
  await syncFolder(dirname(file))
  onStep('named')
}

/** Null if it is incomplete or of another version. Then it counts as absent. */
export async function readSnapshot(file: string, { version, at }: Head): Promise<{ state: unknown } | null> {
  const bytes = await readFile(snapshotAt(file, at))
  const end = bytes.indexOf(0x0a)
  const line = end < 0 ? null : lineOf(bytes.toString('utf8', 0, end))
  const body = bytes.subarray(end + 1)
  if (line === null || line.version !== version || line.at !== at) return null
  return line.bytes === body.length && line.sha256 === digest(body) ? { state: deserialize(body) } : null
}

export const removeUnfinished = (file: string): Promise<void> => rm(unfinished(file), { force: true })

function lineOf(text: string): Partial<Line> | null {
  try {
    return JSON.parse(text) as Partial<Line>
  } catch {
    return null
  }
}

const digest = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex')

const chunk = 1 << 20

/** Yields to other tasks. A snapshot is never urgent. */
async function slowDigest(body: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for (let from = 0; from < body.length; from += chunk) {
    hash.update(body.subarray(from, from + chunk))
    await setImmediate()
  }
  return hash.digest('hex')
}
