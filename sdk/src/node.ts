import { readFileSync, statSync } from 'node:fs'

// For programs with a file system: Node, Deno, Bun.

export { fileLock } from './pace/file-lock.ts'

/** A private key in PEM from a file that only its owner can read. */
export function keyFromFile(path: string): string {
  const isForOthers = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
  if (isForOthers) throw new Error(`${path} can be read by others: chmod 600 ${path}`)
  return readFileSync(path, 'utf8')
}
