import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, renameSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

const most = 50 * 1024 * 1024
const kept = 3
const every = 10_000

export type LogFile = { path: string; fd: number; close(): void }

/**
 * A log that children write to directly and that never grows without bound. They write to the file, not to a pipe
 * through us. So they can still log while they stop after we were killed, and their logs need no work here.
 */
export function openLog(path: string): LogFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (sizeOf(path) > 0) shift(path, renameSync)
  const fd = openSync(path, 'a', 0o600)
  const timer = setInterval(() => {
    if (sizeOf(path) < most) return
    // The children append to this file, so it can be copied and emptied, but not moved.
    shift(path, copyFileSync)
    truncateSync(path)
  }, every).unref()
  return {
    path,
    fd,
    close: () => {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}

/** path.2 becomes path.3, path.1 becomes path.2, and path becomes path.1 by the given method. */
function shift(path: string, last: (from: string, to: string) => void): void {
  for (let n = kept - 1; n >= 1; n--) {
    if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`)
  }
  last(path, `${path}.1`)
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
