import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { CannotStart, errorCode } from './cannot-start.ts'
import { identityOf, isAlive, type Identity } from './processes.ts'

export type Lock = { release(): void }

/**
 * One holder at a time. The file names the holder, so one that was killed blocks nobody, and neither does a stranger
 * that got the dead holder's pid. `refusal` makes the sentence for the one who comes second.
 */
export function lock(file: string, refusal: (holder: number) => string): Lock {
  const mine = JSON.stringify({ ...identityOf(process.pid), token: randomUUID() })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    // Linking fails when the name is taken, and the file is complete the moment it has its name.
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

function dropStale(file: string, refusal: (holder: number) => string): void {
  const seen = contentOf(file)
  if (seen === null) return
  const holder = parsed(seen)
  if (holder && isAlive(holder)) throw new CannotStart(refusal(holder.pid))
  // Two may find the same stale lock: whoever moved aside something else than what it judged puts it back.
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
