import { randomUUID } from 'node:crypto'
import { chmod, chown, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { CannotStart, errorCode } from './cannot-start.ts'
import { guarded } from './guard.ts'
import type { LogFile } from './log-file.ts'
import { goneWithin, identityOf, signal, worksIn } from './processes.ts'
import { give, type RunAs } from './run-as.ts'

/** The role that owns everything in the cluster; it runs migrations. */
export const owner = 'specie'

/** The folder of the PostgreSQL cluster inside a data folder. */
export const clusterOf = (folder: string): string => join(folder, 'postgres')

/** A server's own record in its cluster: pid, folder, start time, port, socket folder, …, state. */
export type PidFile = { pid: number; socketFolder: string; ready: boolean }

/** A standby answers too. A client that needs a primary asks it. */
const isServing = /^(ready|standby)\s*$/

export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const lines = text.split('\n')
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', ready: isServing.test(lines[7] ?? '') }
}

/** Creates the cluster if there is none, and refuses one that this PostgreSQL cannot run. */
export async function ensureCluster(folder: string, binaries: Binaries, as: RunAs, log: LogFile): Promise<void> {
  const cluster = clusterOf(folder)
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === '') return initialise(folder, binaries, as, log)
  if (version !== binaries.major) {
    throw new CannotStart(
      `The data folder ${folder} was made by PostgreSQL ${version}, and this is ${binaries.major}: start the version of Specie that made it, or choose another folder with SPECIE_DATA.`,
    )
  }
  await give(cluster, as)
}

/** Made under another name and renamed when complete, so that a crash leaves nothing that the next start would use. */
async function initialise(folder: string, binaries: Binaries, as: RunAs, log: LogFile): Promise<void> {
  await removeDrafts(folder)
  const draft = join(folder, `postgres.new-${randomUUID()}`)
  await mkdir(draft, { mode: 0o700 })
  await give(draft, as)
  const command = [binaries.initdb, '-D', draft, ...initOptions, ...localeOf(binaries)]
  const { code } = await guarded(command, { as, log: log.fd }).exited
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true })
    throw new CannotStart(`PostgreSQL could not make its files in ${folder}; see ${log.path}.`)
  }
  await rename(draft, clusterOf(folder))
  await syncFolder(folder)
}

const initOptions = [
  `--username=${owner}`,
  // A user with access to the folder of the socket (mode 0700) may connect; there is no port and no password.
  '--auth=trust',
  '--encoding=UTF8',
  '--data-checksums',
  '--no-instructions',
]

/** Since version 17 PostgreSQL has a built-in locale, which sorts the same on every machine. */
const localeOf = ({ major }: Binaries): string[] =>
  Number(major) < 17 ? ['--locale=C.UTF-8'] : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('postgres.new-')) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A rename is durable once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Stops a server that outlived its supervisor, and neutralises the files of a dead one. */
export async function clearRemains(cluster: string, say: (line: string) => void): Promise<void> {
  const found = await readPidFile(cluster)
  if (!found) return
  if (worksIn(found.pid, cluster)) await stopOrphan(found.pid, cluster, say)
  else await disarmPidFile(cluster, found.pid)
}

async function stopOrphan(pid: number, cluster: string, say: (line: string) => void): Promise<void> {
  const isThere = () => worksIn(pid, cluster)
  // Usually its supervisor was killed a moment ago and it is stopping already.
  if (await goneWithin(300, isThere)) return
  say('A PostgreSQL of an earlier run is still running; stopping it.')
  for (const [name, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (isThere()) signal(pid, name)
    if (await goneWithin(patience, isThere)) return
  }
  throw new CannotStart(`A PostgreSQL of an earlier run (process ${pid}) does not stop. End it, then start again.`)
}

/** Above every possible pid. */
const noPid = 2_147_483_647

/**
 * A pid file may name an unrelated living process, and PostgreSQL would refuse to start. Its other lines are kept. They tell
 * PostgreSQL whether backends of the dead server still use its shared memory.
 */
async function disarmPidFile(cluster: string, pid: number): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  // Empty or damaged by a power failure: PostgreSQL would refuse to start, although no server runs.
  if (!Number.isSafeInteger(pid) || pid <= 0) return rm(file, { force: true })
  if (identityOf(pid) === null) return
  const lines = (await readFile(file, 'utf8')).split('\n')
  await writeFile(`${file}.new`, [noPid, ...lines.slice(1)].join('\n'), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** A folder that only the server's user can enter. It may be in /tmp, where another user could have created it first. */
export async function privateFolder(path: string, { owner: user }: RunAs): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  const found = await lstat(path)
  if (!found.isDirectory() || ![process.getuid?.(), user?.uid].includes(found.uid)) {
    throw new CannotStart(`${path} belongs to another user. Remove it, or set TMPDIR to a folder of your own.`)
  }
  await chmod(path, 0o700)
  if (user) await chown(path, user.uid, user.gid)
}
