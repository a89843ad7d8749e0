import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, lchown, readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, reachableCopy } from './binaries.ts'
import { CannotStart } from './cannot-start.ts'

/** How a command runs so that PostgreSQL, which refuses to run as root, accepts it. */
export type RunAs = {
  prefix: string[]
  uid?: number
  gid?: number
  /** The required owner of its files, as we see it; null if any owner will do. */
  owner: { uid: number; gid: number } | null
}

type Owner = { uid: number; gid: number }

const root: Owner = { uid: 0, gid: 0 }
const nobody: Owner = { uid: 65534, gid: 65534 }

const ownerOf = ({ uid, gid }: Owner): Owner => ({ uid, gid })

export const asOurselves: RunAs = { prefix: [], owner: null }

/**
 * In a user namespace root keeps its own files and its access to a 0700 home, but is not root to PostgreSQL. Not allowed
 * everywhere. The mapped user must be a known one: initdb looks up its name.
 */
export function asNamespaced(): RunAs {
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => Number(line.split(':')[2]))
    .filter((uid) => uid > 0)
  const uid = known.includes(1000) ? 1000 : (known[0] ?? nobody.uid)
  return { prefix: ['unshare', '-U', `--map-user=${uid}`, `--map-group=${uid}`], owner: null }
}

export const asOther = (owner: Owner): RunAs => ({ prefix: [], ...owner, owner })

/** For folders that only root may enter, where namespaces are forbidden (most containers). */
export const asOtherWithReach = (owner: Owner): RunAs => ({
  prefix: [
    'setpriv',
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ],
  owner,
})

/** The user that runs PostgreSQL, and the path of its programs. */
export type Runner = { as: RunAs; binaries: Binaries }

/**
 * The first way that can run PostgreSQL and enter `folder`. An existing cluster keeps its owner. PostgreSQL looks for its own
 * programs with access(), which ignores capabilities: below a folder that only root may enter, another user runs a copy of
 * them.
 */
export async function chooseRunner(installed: Binaries, folder: string, cluster: string): Promise<Runner> {
  const ways = await waysFor(cluster)
  for (const as of ways) if (await works(as, installed, folder)) return { as, binaries: installed }
  const binaries = await reachableCopy(installed)
  for (const as of ways) if (await works(as, binaries, folder)) return { as, binaries }
  const other = ways.find(({ uid }) => uid !== undefined)
  if (other) {
    // As a last resort, the user that runs PostgreSQL may traverse the data folder, but not list it.
    await chown(folder, process.getuid!(), other.gid!)
    await chmod(folder, 0o710)
    if (await works(other, binaries, folder)) return { as: other, binaries }
  }
  throw new CannotStart(
    'PostgreSQL from npm does not run as this user on this machine. Run npm start as another user, or set DATABASE_URL.',
  )
}

async function waysFor(cluster: string): Promise<RunAs[]> {
  const linux = process.platform === 'linux'
  // A container may run us under a uid without a name.
  if (process.getuid?.() !== 0) return isNamed() || !linux ? [asOurselves] : [asNamespaced(), asOurselves]
  const found = await stat(cluster).catch(() => null)
  if (found && found.uid !== 0) return [asOther(ownerOf(found)), asOtherWithReach(ownerOf(found))]
  const others = [asOther(nobody), asOtherWithReach(nobody)]
  return linux ? [{ ...asNamespaced(), owner: root }, ...others] : others
}

function isNamed(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

/** `initdb --show` looks for the other programs beside it, as a real start does. */
async function works(way: RunAs, { initdb }: Binaries, folder: string): Promise<boolean> {
  const script = 'cd "$1" && exec "$2" --show -D "$1/none"'
  const [command, ...rest] = [...way.prefix, '/bin/sh', '-c', script, 'sh', folder, initdb]
  const ids = way.uid === undefined ? {} : { uid: way.uid, gid: way.gid! }
  return promisify(execFile)(command, rest, { cwd: '/', ...ids }).then(
    () => true,
    () => false,
  )
}

/** Gives a folder and its content to the user that runs PostgreSQL; usually nothing to do. */
export async function give(path: string, { owner }: RunAs): Promise<void> {
  if (!owner || (await stat(path)).uid === owner.uid) return
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), owner.uid, owner.gid)
  // The folder itself last: until then, the next start repeats all of this.
  await chown(path, owner.uid, owner.gid)
}
