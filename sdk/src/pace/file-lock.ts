import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock, Slot } from './pace.ts'
import { newId } from '../platform.ts'

// Processes with the same key share its pace and its nonces through a folder. There is no lock, so no process can die holding
// one: slot 7 is a file named 7, which only one process can create; a second process takes slot 8.

/** The number of slots kept. A process that was suspended meanwhile must not find the number of an old one free. */
const kept = 100

/** `folder` represents one key. It is created if needed, and holds nothing secret. */
export function fileLock(folder: string): Lock {
  return {
    change: async (step) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      assertOwn(folder)
      for (;;) {
        const numbers = slotNumbers(folder)
        const last = numbers.at(-1)
        const before = last === undefined ? null : readSlot(folder, last)
        if (before === undefined) continue
        const slot = step(before)
        if (!create(folder, (last ?? 0) + 1, slot)) continue
        for (const old of numbers.slice(0, -kept)) rmSync(join(folder, String(old)), { force: true })
        return slot
      }
    },
  }
}

/** A user with write access could spend the highest nonce of a key, and block the key. */
function assertOwn(folder: string): void {
  const user = process.getuid?.()
  if (user === undefined) return
  const found = lstatSync(folder)
  const isOwn = found.isDirectory() && found.uid === user && (found.mode & 0o022) === 0
  if (!isOwn)
    throw new Error(
      `${folder} must be a folder that only you can write to, and not a link. Remove it, or name another one.`,
    )
}

const slotNumbers = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b)

/** Undefined if it has been removed meanwhile; null if a crash of the machine has left it empty. */
function readSlot(folder: string, number: number): Slot | null | undefined {
  try {
    const text = readFileSync(join(folder, String(number)), 'utf8')
    return text.endsWith('}') ? (JSON.parse(text) as Slot) : null
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** A link appears with its content, or not at all. */
function create(folder: string, number: number, slot: Slot): boolean {
  const draft = join(folder, `${newId()}.draft`)
  writeFileSync(draft, JSON.stringify(slot), { mode: 0o600 })
  try {
    linkSync(draft, join(folder, String(number)))
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
