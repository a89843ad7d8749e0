import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process, distinguished from a later one with the same pid. */
export type Identity = { pid: number; started: string }

/** Null if no such process lives. A killed one that is not reaped yet counts as dead. */
export function identityOf(pid: number): Identity | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  const started = process.platform === 'linux' ? startedByProc(pid) : startedByPs(pid)
  return started === null ? null : { pid, started }
}

export const isAlive = (one: Identity): boolean => identityOf(one.pid)?.started === one.started

/** Waits until the process is gone, up to this time; true if it is. */
export async function goneWithin(milliseconds: number, isThere: () => boolean): Promise<boolean> {
  const until = performance.now() + milliseconds
  while (isThere()) {
    if (performance.now() > until) return false
    await sleep(20)
  }
  return true
}

/** True if the process is a PostgreSQL server, or one of its backends, in this cluster folder. */
export function worksIn(pid: number, cluster: string): boolean {
  if (identityOf(pid) === null) return false
  try {
    // Every process of a server has its cluster folder as working directory, for any start command.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    return ps(pid, 'command=').includes(cluster)
  } catch {
    return false
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // gone already
  }
}

function startedByProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command name, in brackets, may contain spaces and brackets; the fields after it do not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    // Ticks since boot: they distinguish processes of two boots only together with the boot's own id.
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}:${fields[19]}`
  } catch {
    return null
  }
}

function startedByPs(pid: number): string | null {
  try {
    const [state, ...started] = ps(pid, 'stat=,lstart=').trim().split(/\s+/)
    return state === undefined || state === '' || state.startsWith('Z') ? null : started.join(' ')
  } catch {
    return null
  }
}

const ps = (pid: number, columns: string): string =>
  execFileSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
