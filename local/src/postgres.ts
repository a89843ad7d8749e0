import { createHash } from 'node:crypto'
import { access, chmod, constants, mkdir, readFile, realpath, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db, isSqlState } from '@specie/service/base/database/db.ts'
import { applicationRole } from '@specie/service/base/database/privileges.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { CannotStart, errorCode } from './cannot-start.ts'
import { clearRemains, clusterOf, ensureCluster, owner, privateFolder, readPidFile } from './cluster.ts'
import { guarded, type Exit, type Guarded } from './guard.ts'
import { lock } from './lock.ts'
import { openLog, type LogFile } from './log-file.ts'
import { goneWithin, signal, worksIn } from './processes.ts'
import { chooseRunner, type RunAs } from './run-as.ts'

export type Postgres = {
  /** The owner's address of a database, for `pg` and for libpq. It has all rights. */
  url(database: string): string
  /** The service's address: the value for DATABASE_URL. */
  appUrl(database: string): string
  pid(): number
  /** Fast shutdown: no committed row is lost. Immediate is quicker, and leaves a recovery to the next start. */
  stop(how?: 'fast' | 'immediate'): Promise<void>
  exited: Promise<Exit>
}

export type StartOptions = {
  /** Absolute path of the data folder; created if missing. */
  folder: string
  onProgress?: (line: string) => void
  /** Aborting it stops a start in progress. */
  signal?: AbortSignal
  /** The programs to start. Default: those that npm installed. */
  installed?: Binaries | undefined
  /** False for data that a crash of the machine may lose, as in a test. Then no write waits for the disk. */
  durable?: boolean
}

/** Starts the PostgreSQL from npm on a data folder. It ends when this process ends, in any way. */
export async function startPostgres({
  folder,
  onProgress = () => {},
  signal,
  durable = true,
  installed,
}: StartOptions): Promise<Postgres> {
  const home = await usableFolder(folder)
  const held = await lock(join(home, 'postgres.lock'), (holder) => inUse(folder, holder))
  const log = openLog(join(home, 'logs', 'postgres.log'))
  const letGo = () => {
    log.close()
    held.release()
  }
  try {
    const { as, binaries } = await chooseRunner(installed ?? (await findBinaries()), home, clusterOf(home))
    await clearRemains(clusterOf(home), onProgress)
    await ensureCluster(home, binaries, as, log)
    const socketFolder = await prepareSocketFolder(home, as)
    const command = [
      binaries.postgres,
      '-D',
      clusterOf(home),
      ...settings(socketFolder, durable, Number(binaries.major)),
    ]
    const site = { cluster: clusterOf(home), socketFolder, log, onProgress, signal }
    const started = await startServer(() => guarded(command, { as, log: log.fd }), site)
    return supervised(started, site, letGo)
  } catch (error) {
    letGo()
    throw error
  }
}

/** The running server of a data folder, started by any process; null if there is none. */
export async function runningPostgres(folder: string): Promise<Pick<Postgres, 'url' | 'appUrl' | 'pid'> | null> {
  const cluster = await realpath(clusterOf(folder)).catch(() => null)
  const found = cluster && (await readPidFile(cluster))
  if (!found || !found.ready || !worksIn(found.pid, cluster)) return null
  return { ...addresses(found.socketFolder), pid: () => found.pid }
}

/** The database, and the service's login on it; a folder of an earlier version has no such login yet. */
export async function ensureDatabase(server: Pick<Postgres, 'url'>, name: string): Promise<void> {
  const db = connect({ url: server.url('postgres'), max: 1 })
  try {
    await ensureLogin(db)
    const found = await db.query('select 1 from pg_database where datname = $1', [name])
    if (found.length === 0) await db.query(`create database "${name.replaceAll('"', '""')}"`)
  } catch (error) {
    // Another process made it meanwhile.
    if (!isSqlState(error, '42P04') && !isSqlState(error, '23505')) throw error
  } finally {
    await db.close()
  }
}

/**
 * No password: the cluster admits every user with access to the socket's folder. One at a time, because two at once
 * would collide.
 */
const ensureLogin = (owner: Db): Promise<void> =>
  owner.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [applicationRole])
    const [role] = await tx.query<{ login: boolean }>('select rolcanlogin as login from pg_roles where rolname = $1', [
      applicationRole,
    ])
    if (role?.login) return
    await tx.query(role ? `alter role ${applicationRole} login` : `create role ${applicationRole} login`)
  })

export const inUse = (folder: string, holder: number): string =>
  `The data folder ${folder} is in use by another instance (process ${holder}): stop that one, or choose another folder with SPECIE_DATA.`

export async function usableFolder(folder: string): Promise<string> {
  try {
    await makeFolder(folder)
    // No other user may read it, however it was created.
    await chmod(folder, 0o700)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(folder)
  } catch {
    throw new CannotStart(`The data folder ${folder} cannot be written. Choose another one with SPECIE_DATA.`)
  }
}

/** Not `recursive`: Node loops forever if a folder exists and cannot contain another (/proc). */
async function makeFolder(path: string, retry = true): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return
    if (errorCode(error) !== 'ENOENT' || !retry) throw error
    await makeFolder(dirname(path))
    await makeFolder(path, false)
  }
}

/** Port and sslmode are named because PGPORT and PGSSLMODE of the caller's shell would otherwise apply. */
const socketUrl = (socketFolder: string, database: string, user: string): string =>
  `postgres:///${encodeURIComponent(database)}?host=${encodeURIComponent(socketFolder)}&port=5432&user=${user}&sslmode=disable`

const addresses = (socketFolder: string): Pick<Postgres, 'url' | 'appUrl'> => ({
  url: (database) => socketUrl(socketFolder, database, owner),
  appUrl: (database) => socketUrl(socketFolder, database, applicationRole),
})

const longestSocketPath = process.platform === 'linux' ? 107 : 103

/** In the data folder if its path is short enough for a socket, otherwise in a short one derived from it. */
async function prepareSocketFolder(home: string, as: RunAs): Promise<string> {
  const near = join(home, 'socket')
  const name = `specie-${createHash('sha256').update(`${home} ${process.getuid?.()}`).digest('hex').slice(0, 16)}`
  const path = [near, join(tmpdir(), name), join('/tmp', name)].find(
    (folder) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath,
  )!
  await privateFolder(path, as)
  // No server runs on this folder, so these files are stale, and may name a pid that belongs to another process.
  for (const left of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(join(path, left), { force: true })
  return path
}

/**
 * For one small machine that runs the service and its database. Passed at each start, so that they also apply to old folders.
 */
function settings(socketFolder: string, durable: boolean, major: number): string[] {
  const values = {
    listen_addresses: '',
    port: 5432,
    // A list: a name in double quotes may contain anything.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '256MB',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    // Log files are not zero-filled first: 16 MB every few seconds delayed concurrent commits (orders at 128 callers: p99 105
    // to 175 ms with it, 74 to 76 without).
    wal_init_zero: 'off',
    // No larger value, because everything after the last checkpoint is replayed after a crash, and a restart must take
    // seconds.
    max_wal_size: '1GB',
    min_wal_size: '128MB',
    checkpoint_timeout: '5min',
    // After a crash all files are synced first, all at once instead of one by one (0.6, 0.2 and 0.3 s instead of 2.8,
    // 1.0 and 0.4).
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    // Short transactions on few cores. Read workers, parallel plans and a compiler do not pay off here.
    ...(major >= 18 && { io_method: 'sync' }),
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] %d ',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

type Site = {
  cluster: string
  socketFolder: string
  log: LogFile
  onProgress: (line: string) => void
  signal: AbortSignal | undefined
}

type Started = { guard: Guarded; pid: number }

/** Backends of a killed server may hold its shared memory for another moment. */
const passing = /pre-existing shared memory block|lock file ".*" already exists/
const patience = 10_000

async function startServer(launch: () => Guarded, site: Site): Promise<Started> {
  const until = performance.now() + patience
  for (;;) {
    const logged = (await readFile(site.log.path)).length
    const guard = launch()
    const pid = await untilReady(guard, site)
    if (pid !== null) return { guard, pid }
    if (site.signal?.aborted) throw new CannotStart('The start was broken off.')
    const output = (await readFile(site.log.path)).subarray(logged).toString()
    if (!passing.test(output) || performance.now() > until) throw new CannotStart(whyNot(output, site.log))
    await sleep(200)
  }
}

function whyNot(output: string, log: LogFile): string {
  const reason = output.match(/(?:FATAL|PANIC|ERROR):\s+(.*)/)?.[1] ?? output.trim().split('\n').at(-1) ?? ''
  return `PostgreSQL did not start${reason && ` (${reason})`}; see ${log.path}.`
}

/** The server's pid once it answers; null if it ended instead. Recovery after a crash may take long and is not limited. */
async function untilReady(guard: Guarded, { cluster, onProgress, signal }: Site): Promise<number | null> {
  let ended = false
  void guard.exited.then(() => (ended = true))
  const begun = performance.now()
  let reported = 0
  while (!ended) {
    if (signal?.aborted) {
      guard.stop()
      await guard.exited
      return null
    }
    const found = await readPidFile(cluster)
    if (found?.ready && worksIn(found.pid, cluster)) return found.pid
    const seconds = Math.floor((performance.now() - begun) / 5_000) * 5
    if (seconds > reported) onProgress(`PostgreSQL is still starting (${(reported = seconds)} s).`)
    await sleep(5)
  }
  return null
}

function supervised({ guard, pid }: Started, { cluster, socketFolder }: Site, letGo: () => void): Postgres {
  const isThere = () => worksIn(pid, cluster)
  const exited = guard.exited.then(async (exit) => {
    // The server is still running only if the shell was killed; its watch, or this process, stops it.
    if (isThere()) signal(pid, 'SIGINT')
    await goneWithin(30_000, isThere)
    await rmdir(socketFolder).catch(() => {})
    letGo()
    return exit
  })
  return {
    ...addresses(socketFolder),
    pid: () => pid,
    exited,
    stop: async (how = 'fast') => {
      if (how === 'immediate' && isThere()) signal(pid, 'SIGQUIT')
      guard.stop()
      const late = setTimeout(() => isThere() && signal(pid, 'SIGQUIT'), 60_000).unref()
      await exited
      clearTimeout(late)
    },
  }
}
