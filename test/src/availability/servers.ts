import { appendFile, cp, mkdtemp, readdir, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@specie/service/base/clock.ts'
import { connect, type Db } from '@specie/service/base/database/db.ts'
import { prepareDatabase } from '@specie/service/database.ts'
import { ensureDatabase, type Postgres, startPostgres } from '@specie/local/postgres.ts'
import pg from 'pg'

// A primary and a standby that follows it, as real servers that can be frozen, promoted and demoted.

export const database = 'specie_uat'

export type Server = {
  folder: string
  /** The address of our database there. */
  url: string
  /** SIGSTOP to all of its processes: its connections stay open and silent, as on a paused machine. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  promote(): Promise<void>
  /** Stops it in order and starts it again; on request as a standby of another one. */
  restart(standbyOf?: Server): Promise<void>
  /** As the superuser, in any role of the server. */
  ask(sql: string): Promise<pg.QueryResult>
  stop(): Promise<void>
}

export type Pair = { primary: Server; standby: Server; both: string; end(): Promise<void> }

/** A primary with an empty database of ours, and a standby that streams from it. */
export async function startPair(): Promise<Pair> {
  const { primary, standbys, end } = await startServers(1)
  return { primary, standby: standbys[0]!, both: addressOf(primary, standbys[0]!), end }
}

/** The address that names all of these. */
export const addressOf = (...servers: Server[]): string =>
  servers[0]!.url.replace(socketOf(servers[0]!.folder), servers.map(({ folder }) => socketOf(folder)).join(','))

/** A primary with an empty database of ours, and standbys that stream from it. */
export async function startServers(
  count: number,
): Promise<{ primary: Server; standbys: Server[]; end(): Promise<void> }> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'specie-pair-')))
  const one = join(home, 'one')
  const others = Array.from({ length: count }, (_, i) => join(home, `standby-${i + 1}`))
  const first = await startPostgres({ folder: one })
  await ensureDatabase(first, database)
  const owner: Db = connect({ url: first.url(database), max: 2 })
  await prepareDatabase(owner, 'uat', systemClock.now())
  await owner.close()
  await first.stop()
  // The binaries from npm have no pg_basebackup: the files of a stopped server are a base backup too.
  for (const folder of others) {
    await cp(one, folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    await follow(folder, one)
  }
  const primary = server(one, await startPostgres({ folder: one }))
  const standbys = await Promise.all(others.map(async (folder) => server(folder, await startPostgres({ folder }))))
  return {
    primary,
    standbys,
    end: async () => {
      await Promise.all([primary, ...standbys].map((each) => each.stop()))
      await rm(home, { recursive: true, force: true })
    },
  }
}

const socketOf = (folder: string): string => encodeURIComponent(join(folder, 'socket'))

async function follow(folder: string, leader: string): Promise<void> {
  const cluster = join(folder, 'postgres')
  await writeFile(join(cluster, 'standby.signal'), '')
  const line = `primary_conninfo = 'host=${join(leader, 'socket')} port=5432 user=specie'\nrecovery_target_timeline = 'latest'\n`
  await appendFile(join(cluster, 'postgresql.auto.conf'), line)
}

function server(folder: string, started: Postgres): Server {
  let running = started
  const url = running.url(database)
  const all = async (signal: NodeJS.Signals) => {
    for (const pid of await processesIn(join(folder, 'postgres'))) {
      try {
        process.kill(pid, signal)
      } catch (error) {
        // A process that has just ended by itself, like PostgreSQL's helpers.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }
  return {
    folder,
    url,
    freeze: () => all('SIGSTOP'),
    thaw: () => all('SIGCONT'),
    promote: async () => void (await ask('select pg_promote()')),
    restart: async (leader) => {
      await running.stop()
      if (leader) await follow(folder, leader.folder)
      running = await startPostgres({ folder })
    },
    ask,
    stop: async () => {
      await all('SIGCONT')
      await running.stop()
    },
  }
}

/** Every process of a server has its cluster folder as working directory. */
async function processesIn(cluster: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const at = await readlink(`/proc/${pid}/cwd`).catch(() => null)
    if (at === cluster) found.push(Number(pid))
  }
  return found
}
