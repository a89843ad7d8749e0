import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runningPostgres } from '@specie/local/postgres.ts'
import { processesOf } from '../src/programs/start.ts'
import type { Installation } from './installation.ts'

// The resource use of an installation at a moment.

export const programs = ['service', 'devnet', 'counterparts', 'postgres'] as const
export type Program = (typeof programs)[number]

export type Sample = {
  /** The memory of each program in megabytes. */
  readonly memory: Readonly<Record<Program, number>>
  /** Open files and sockets of the service. */
  readonly descriptors: number
  readonly connections: number
  /** Megabytes. */
  readonly database: number
  readonly devnetFiles: number
  readonly counterpartsFiles: number
  /** Since the creation of the database. */
  readonly deadlocks: number
}

export async function sample(installation: Installation): Promise<Sample> {
  const { db, folder } = installation
  const pids = await pidsOf(folder)
  const [row] = await db.query<{ size: bigint; deadlocks: bigint; connections: bigint }>(
    `select pg_database_size(current_database()) as size,
       (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks,
       (select count(*) from pg_stat_activity where datname = current_database()) as connections`,
  )
  const memory = Object.fromEntries(programs.map((name) => [name, sumOf(pids[name], memoryOf)]))
  return {
    memory: memory as Sample['memory'],
    descriptors: sumOf(pids.service, (pid) => readdirSync(`/proc/${pid}/fd`).length),
    connections: Number(row!.connections),
    database: Number(row!.size) / 1e6,
    devnetFiles: sizeOf(join(folder, 'devnet')) / 1e6,
    counterpartsFiles: sizeOf(join(folder, 'counterparts')) / 1e6,
    deadlocks: Number(row!.deadlocks),
  }
}

async function pidsOf(folder: string): Promise<Record<Program, number[]>> {
  const found = processesOf(folder)
  const running = (file: string) => found.filter(({ args }) => args.includes(file)).map(({ pid }) => pid)
  const postmaster = (await runningPostgres(folder))!.pid()
  return {
    service: running('service/main.mjs'),
    devnet: running('devnet/main.mjs'),
    counterparts: running('counterparts/main.mjs'),
    postgres: [postmaster, ...childrenOf(postmaster)],
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => unlessGone(() => Number(/\) \S (\d+)/.exec(read(pid, 'stat'))![1]) === parent, false))

/** Megabytes; memory shared by several processes counts in parts. */
const memoryOf = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))![1]) / 1e3

const read = (pid: number, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8')

const sumOf = (pids: readonly number[], of: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + unlessGone(() => of(pid), 0), 0)

/** Processes and files may appear and disappear meanwhile. */
function unlessGone<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}

function sizeOf(path: string): number {
  const names = unlessGone(() => readdirSync(path, { recursive: true }), []) as string[]
  return names.reduce((sum, name) => sum + unlessGone(() => statSync(join(path, name)).size, 0), 0)
}
