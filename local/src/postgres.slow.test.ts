import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from '@specie/service/base/database/db.ts'
import { withoutNamespaces } from '@specie/test/programs/without-namespaces.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBinaries, reachableCopy } from './binaries.ts'
import { clusterOf, ensureCluster } from './cluster.ts'
import { guarded } from './guard.ts'
import { openLog } from './log-file.ts'
import { ensureDatabase, runningPostgres, startPostgres, usableFolder, type Postgres } from './postgres.ts'
import { goneWithin, identityOf, isAlive } from './processes.ts'
import { asNamespaced, asOther, asOtherWithReach, chooseRunner, type RunAs } from './run-as.ts'

const isRoot = process.getuid?.() === 0
const servers: Postgres[] = []
let template: string
let folder: string

const temporary = () => mkdtempSync(join(tmpdir(), 'specie-test-'))

// Most of these tests need a used folder, and copying one is cheaper than making one.
beforeAll(async () => {
  template = temporary()
  const server = await startPostgres({ folder: template })
  await server.stop()
})

afterAll(() => rmSync(template, { recursive: true, force: true }))

beforeEach(() => {
  folder = temporary()
  execFileSync('cp', ['-a', `${template}/.`, folder])
})

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop('immediate')))
  rmSync(folder, { recursive: true, force: true })
})

async function start(at = folder): Promise<Postgres> {
  const server = await startPostgres({ folder: at })
  servers.push(server)
  return server
}

async function sql(server: Pick<Postgres, 'url'>, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const db = connect({ url: server.url('postgres'), max: 1 })
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = await db.query(statement)
    return rows
  } finally {
    await db.close()
  }
}

const write = (server: Postgres) =>
  sql(server, 'create table public.coin (n int)', 'insert into public.coin values (1), (2), (3)')
const count = async (server: Pick<Postgres, 'url'>) =>
  Number((await sql(server, 'select count(*) as n from public.coin'))[0]?.['n'])

type Launch = (command: readonly string[]) => ChildProcess | Promise<ChildProcess>

const launch: Launch = ([command, ...rest]) => spawn(command!, rest, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' })

/** Another process that starts PostgreSQL on the folder and prints its pid once it is ready. */
async function startElsewhere(how: Launch = launch): Promise<[ChildProcess, number]> {
  const module = new URL('./postgres.ts', import.meta.url).href
  const code = `
    import(${JSON.stringify(module)}).then(async ({ startPostgres }) => {
      const server = await startPostgres({ folder: ${JSON.stringify(folder)} })
      console.log(server.pid())
      process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))
    })`
  const child = await how([process.execPath, '-e', code])
  for await (const line of createInterface(child.stdout!)) return [child, Number(line)]
  throw new Error('it ended without starting PostgreSQL')
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

test('a fresh folder gets a complete server: checksums, fsync, UTF-8, no port', async () => {
  const server = await start(join(folder, 'fresh'))
  const show = async (name: string) => (await sql(server, `show ${name}`))[0]?.[name]
  expect(await show('data_checksums')).toBe('on')
  expect(await show('fsync')).toBe('on')
  expect(await show('listen_addresses')).toBe('')
  expect(await show('server_encoding')).toBe('UTF8')
  expect(
    await sql(
      server,
      `select datlocprovider::text as by, datlocale, current_user::text as who from pg_database where datname = 'template1'`,
    ),
  ).toEqual([{ by: 'b', datlocale: 'C.UTF-8', who: 'specie' }])
})

test('a second start finds the data', async () => {
  const first = await start()
  await write(first)
  await first.stop()
  const second = await start()
  expect(await count(second)).toBe(3)
})

test('no other user can read a data folder, neither a new one nor one that was open', async () => {
  const [fresh, old] = [join(folder, 'closed'), join(folder, 'opened')]
  mkdirSync(old)
  chmodSync(old, 0o755)
  const modeOf = (path: string) => statSync(path).mode & 0o777
  for (const path of [fresh, old]) {
    expect(await usableFolder(path)).toBe(path)
    expect(modeOf(path)).toBe(0o700)
  }
})

test('a database is made once, also on two parallel requests', async () => {
  const server = await start()
  await Promise.all([ensureDatabase(server, 'specie_uat'), ensureDatabase(server, 'specie_uat')])
  await ensureDatabase(server, 'specie_uat')
  expect(await sql(server, `select 1 from pg_database where datname = 'specie_uat'`)).toHaveLength(1)
})

test('the service has a login of its own, also in a folder that is older than the login', async () => {
  const server = await start()
  await sql(server, 'create role specie_app nologin', 'create database specie_uat')
  await Promise.all([ensureDatabase(server, 'specie_uat'), ensureDatabase(server, 'specie_uat')])
  const app = connect({ url: server.appUrl('specie_uat'), max: 1 })
  expect(
    await app.query(
      `select rolname::text as name, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = session_user`,
    ),
  ).toEqual([{ name: 'specie_app', rolsuper: false, rolcreaterole: false, rolcreatedb: false }])
  await app.close()
})

test('after kill -9 of PostgreSQL the next start has every committed row', async () => {
  const first = await start()
  await write(first)
  process.kill(first.pid(), 'SIGKILL')
  expect(await first.exited).toEqual({ code: 137, signal: null })
  expect(await count(await start())).toBe(3)
})

test('after kill -9 of its starter PostgreSQL stops by itself, and the next start works', async () => {
  const [child, pid] = await startElsewhere()
  const server = identityOf(pid)!
  child.kill('SIGKILL')
  await ended(child)
  expect(await goneWithin(10_000, () => isAlive(server))).toBe(true)
  expect(await sql(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a start right after kill -9, while the old PostgreSQL still runs, works too', async () => {
  const [child] = await startElsewhere()
  child.kill('SIGKILL')
  expect(await sql(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.platform === 'linux')('if the guarding shell is killed, PostgreSQL stops in order', async () => {
  const first = await start()
  await write(first)
  const shell = Number(readFileSync(`/proc/${first.pid()}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  process.kill(shell, 'SIGKILL')
  await first.exited
  expect(identityOf(first.pid())).toBeNull()
  expect(await count(await start())).toBe(3)
})

test('a pid file that names an unrelated process neither harms it nor stops the start', async () => {
  const first = await start()
  await write(first)
  const pidFile = join(clusterOf(folder), 'postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  process.kill(first.pid(), 'SIGKILL')
  await first.exited
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'))
  expect(await count(await start())).toBe(3)
  expect(identityOf(stranger.pid!)).not.toBeNull()
  stranger.kill()
  await ended(stranger)
})

test('an empty pid file, as after a power failure, does not stop the start', async () => {
  writeFileSync(join(clusterOf(folder), 'postmaster.pid'), '')
  await start()
})

test('half-made files of a killed start are not used', async () => {
  const left = join(folder, 'fresh', 'postgres.new-left')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'PG_VERSION'), '18\n')
  await start(join(folder, 'fresh'))
  expect(existsSync(left)).toBe(false)
})

test('a folder in use by another instance is refused with one sentence', async () => {
  await start()
  await expect(startPostgres({ folder })).rejects.toThrow(
    `The data folder ${folder} is in use by another instance (process ${process.pid}): stop that one, or choose another folder with SPECIE_DATA.`,
  )
})

test('a lock whose holder is dead, or whose pid belongs to another process, blocks nothing', async () => {
  writeFileSync(join(folder, 'postgres.lock'), JSON.stringify({ pid: process.pid, started: 'long ago' }))
  await start()
})

test('a path too long for a socket works, and other processes find the socket', async () => {
  const deep = join(folder, 'd'.repeat(60), 'e'.repeat(60))
  const server = await start(deep)
  await write(server)
  const found = await runningPostgres(deep)
  expect(found?.pid()).toBe(server.pid())
  expect(await count(found!)).toBe(3)
})

test.each(['with space', `qu'o"te, 100% +&?#ü`])('a path with odd characters works: %s', async (name) => {
  const server = await start(join(folder, name))
  expect(await sql(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the running server of a folder is found, or none', async () => {
  expect(await runningPostgres(folder)).toBeNull()
  const server = await start()
  expect((await runningPostgres(folder))?.url('x')).toBe(server.url('x'))
  process.kill(server.pid(), 'SIGKILL')
  await server.exited
  expect(await runningPostgres(folder)).toBeNull()
})

test('many parallel starts work', async () => {
  const all = await Promise.all(['a', 'b', 'c'].map((name) => start(join(folder, name))))
  expect(new Set(all.map((server) => server.pid())).size).toBe(3)
})

test('an aborted start leaves nothing behind', async () => {
  const broken = startPostgres({ folder, signal: AbortSignal.abort() })
  await expect(broken).rejects.toThrow('The start was broken off.')
  expect(await runningPostgres(folder)).toBeNull()
})

describe.runIf(isRoot)('root', () => {
  const other = { uid: 65534, gid: 65534 }
  const uidOf = (pid: number) => Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

  async function end(child: ChildProcess): Promise<void> {
    child.kill('SIGTERM')
    await ended(child)
  }

  test('an ordinary user can start it as well', async () => {
    execFileSync('chown', ['-R', `${other.uid}:${other.gid}`, folder])
    // With access: an ordinary user may be unable to enter the folder of the repository.
    const [child, pid] = await startElsewhere((command) => launch([...asOtherWithReach(other).prefix, ...command]))
    expect(uidOf(pid)).toBe(other.uid)
    await end(child)
    // Then root, without changing the owner of the files.
    expect(uidOf((await start()).pid())).toBe(other.uid)
  })

  test('root under a 0700 home', async () => {
    chmodSync(folder, 0o700)
    await write(await start())
  })

  test.runIf(process.platform === 'linux')(
    'without user namespaces, below a folder that only root may enter',
    async () => {
      const [outer, inner] = [folder, join(folder, 'inner')]
      chmodSync(outer, 0o700)
      folder = inner
      const [child, pid] = await startElsewhere(withoutNamespaces)
      expect(uidOf(pid)).toBe(other.uid)
      await end(child)
      folder = outer
    },
  )

  test('a PostgreSQL that only root may enter is run from a copy, which is made once', async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const { postgres, major } = await findBinaries()
    execFileSync('cp', ['-a', join(postgres, '..', '..'), join(closed, 'native')])
    const bin = join(closed, 'native', 'bin')
    const installed = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major }
    // The cluster belongs to another user: root runs it as that user, and does not change the owner.
    execFileSync('chown', [`${other.uid}:${other.gid}`, clusterOf(folder)])
    const { binaries } = await chooseRunner(installed, folder, clusterOf(folder))
    expect(binaries.postgres).not.toBe(installed.postgres)
    expect(await reachableCopy(installed)).toEqual(binaries)
    rmSync(join(binaries.postgres, '..', '..'), { recursive: true })
  })

  const ways: [string, RunAs][] = [
    ['user namespace', { ...asNamespaced(), owner: { uid: 0, gid: 0 } }],
    ['another user', asOther(other)],
    ['another user under a 0700 home', asOtherWithReach(other)],
  ]
  test.each(ways)('a cluster can be made as %s', async (name, as) => {
    chmodSync(folder, name.includes('0700') ? 0o700 : 0o755)
    const home = join(folder, 'fresh')
    mkdirSync(home)
    const log = openLog(join(home, 'logs', 'postgres.log'))
    const binaries = await reachableCopy(await findBinaries())
    await ensureCluster(home, binaries, as, log)
    const command = [binaries.postgres, '-D', clusterOf(home), '-C', 'data_checksums']
    expect(await guarded(command, { as, log: log.fd }).exited).toEqual({ code: 0, signal: null })
    log.close()
  })
})
