// Builds the pages: `npm run web`. What was built from the same files before is found again, so it costs nothing twice.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { entries } from './entries.ts'

const here = import.meta.dirname
const dist = join(here, 'dist')
/** What the pages are made of. */
const sources = ['web/src', 'protocol/src', 'package-lock.json', ...entries.map((name) => `web/${name}.html`)]
const own = ['web/bundle.ts', 'web/entries.ts', 'web/sizes.ts', 'web/theme.js']

type Say = (line: string) => void

/** Builds unless it is there, and returns the folder. Several processes may do this at once: the first to end wins. */
export async function buildWeb(say: Say, saySizes: Say = () => {}): Promise<string> {
  const name = (await hashOf([...sources, ...own])).slice(0, 16)
  const folder = join(dist, name)
  if (!existsSync(folder)) {
    say('Building the pages.')
    const draft = join(dist, `${name}.${process.pid}.draft`)
    await buildInto(draft, saySizes)
    await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
      if (!['EEXIST', 'ENOTEMPTY'].includes(error.code ?? '')) throw error
      await rm(draft, { recursive: true })
    })
    await removeOld(name)
  }
  await pointTo(name)
  return folder
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const root = resolve(here, '..')
  const lists = await Promise.all(paths.map((path) => filesOf(join(root, path))))
  const hash = createHash('sha256')
  for (const file of lists.flat().toSorted()) hash.update(`${relative(root, file)}\n`).update(await readFile(file))
  return hash.digest('hex')
}

async function filesOf(path: string): Promise<string[]> {
  const there = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (there === null) return [path]
  return there
    .filter((one) => one.isFile() && !one.name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** In a process of its own: Vite builds by NODE_ENV, which a test sets, and would keep its memory as long as we run. */
async function buildInto(folder: string, saySizes: Say): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { stdout } = await promisify(execFile)(process.execPath, [join(here, 'bundle.ts'), folder], { env })
  for (const line of stdout.trimEnd().split('\n')) saySizes(line)
}

/** `dist/latest` is what the service serves unless told otherwise. */
async function pointTo(name: string): Promise<void> {
  await mkdir(dist, { recursive: true })
  const draft = join(dist, `latest.${process.pid}`)
  await rm(draft, { force: true })
  await symlink(name, draft)
  await rename(draft, join(dist, 'latest'))
}

/** A service keeps the pages that it serves in memory: nobody misses what is removed here. */
async function removeOld(name: string): Promise<void> {
  const old = (await readdir(dist)).filter((there) => /^[0-9a-f]{16}$/.test(there) && there !== name)
  for (const one of old) await rm(join(dist, one), { recursive: true, force: true })
}

if (import.meta.main) console.log(await buildWeb(console.log, console.log))
