import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { CannotStart, errorCode } from './cannot-start.ts'
import { identityOf, isAlive, type Identity } from './processes.ts'

export type Lock = { release(): void }

/**
 * One holder at a time. The file names the holder, so a dead holder blocks nothing, and neither does an unrelated process with
 * its pid. `refusal` makes the sentence for the second process.
 */
export async function lock(file: string, refusal: Refusal, onWait: () => void = () => {}): Promise<Lock> {
  // A holder killed a moment ago may not be gone yet, and one whose npm ended needs a moment to stop.
  const until = performance.now() + patience
  for (let tries = 0; ; tries += 1) {
    try {
      return taken(file, refusal)
    } catch (error) {
      if (!(error instanceof CannotStart) || performance.now() > until) throw error
      if (tries === 0) onWait()
      await sleep(50)
    }
  }
}

type Refusal = (holder: number) => string
const patience = 3_000

function taken(file: string, refusal: Refusal): Lock {
  const mine = JSON.stringify({ ...identityOf(process.pid), token: randomUUID() })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    // Linking fails if the name is taken, and the file is complete when it gets its name.
    while (!linked(draft, file)) dropStale(file, refusal)
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    release: () => {
      if (contentOf(file) === mine) rmSync(file, { force: true })
    },
  }
}

function dropStale(file: string, refusal: Refusal): void {
  const seen = contentOf(file)
  if (seen === null) return
  const holder = parsed(seen)
  if (holder && isAlive(holder)) throw new CannotStart(refusal(holder.pid))
  // Two may find the same stale lock. A process that moved a newer lock puts it back.
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  if (contentOf(aside) !== seen) linked(aside, file)
  rmSync(aside, { force: true })
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

export function parsed(text: string): Identity | null {
  try {
    const { pid, started } = JSON.parse(text) as Partial<Identity>
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null
  } catch {
    return null
  }
}
