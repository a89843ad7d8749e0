import { readdir, readFile } from 'node:fs/promises'

// Processor time by process: from /proc, so on Linux only.

/** The processor time of these processes so far, in microseconds; null if unknown. */
export type Meter = () => Promise<{ service: number; database: number } | null>

export function meterOf(services: readonly number[], postmaster: number): Meter {
  return async () => {
    const server = await statOf(postmaster)
    const own = await Promise.all(services.map(statOf))
    if (!server || own.some((stat) => stat === null)) return null
    // It includes that of ended children.
    const children = (await allStats()).filter(({ parent }) => parent === postmaster)
    return {
      service: own.reduce((sum, stat) => sum + stat!.used, 0),
      database: children.reduce((sum, stat) => sum + stat.used, server.used + server.inherited),
    }
  }
}

/** In MiB. */
export async function memoryOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kib === undefined ? null : Number(kib) / 1_024
}

type Stat = { parent: number; used: number; inherited: number }
const microsecondsPerTick = 10_000

async function allStats(): Promise<Stat[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return (await Promise.all(names.map((name) => statOf(Number(name))))).filter((stat) => stat !== null)
}

async function statOf(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name in parentheses may contain anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((at) => fields[at]!) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return {
    parent,
    used: (user + system) * microsecondsPerTick,
    inherited: (childUser + childSystem) * microsecondsPerTick,
  }
}
