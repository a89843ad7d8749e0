import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

export type Build = {
  /** Where built folders are kept, each under the hash of what it was built from. */
  dist: string
  root: string
  /** Files and folders that it is built from, from `root`. Tests do not count. */
  sources: readonly string[]
  /** How many of the folders used last are kept. */
  keep: number
  /** One that was used within this time is kept as well: whoever runs from it may load more of it. */
  inUseMs: number
  /** Ends a build that is under way. */
  signal?: AbortSignal | undefined
  buildInto(folder: string, signal?: AbortSignal): Promise<void>
}

/** Builds unless it is there, and returns the folder. Several processes may do this at once: the first to end wins. */
export async function buildOnce(build: Build): Promise<string> {
  const { dist, root, sources } = build
  await mkdir(dist, { recursive: true })
  for (;;) {
    const hash = await hashOf(root, sources)
    const folder = join(dist, hash.slice(0, 16))
    // A file that is saved during the build: what was built may have both, and is no build of either.
    const isCurrent = async () => (await hashOf(root, sources)) === hash
    if (!existsSync(folder) && !(await buildFolder(build, folder, isCurrent))) continue
    if (await noteUse(folder)) await removeOld(build)
    return folder
  }
}

/** Whether what was built is that folder. */
async function buildFolder(build: Build, folder: string, isCurrent: () => Promise<boolean>): Promise<boolean> {
  const draft = await mkdtemp(`${folder}.draft-`)
  try {
    await chmod(draft, 0o755)
    await build.buildInto(draft, build.signal)
    if (!(await isCurrent())) return false
    await rename(draft, folder)
    return true
  } catch (error) {
    if (!existsSync(folder)) throw error
    return true
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function hashOf(root: string, sources: readonly string[]): Promise<string> {
  const lists = await Promise.all(sources.map((path) => filesOf(join(root, path))))
  // Built code may name files beside its sources: a copy elsewhere is another one.
  const hash = createHash('sha256').update(root)
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

/** Written at each use, so that the file system notes when. */
const usedFile = (folder: string): string => `${folder}.used`

/** False where nothing can be written: somebody else has built it, and keeps it. */
export async function noteUse(folder: string): Promise<boolean> {
  try {
    await writeFile(usedFile(folder), '')
    return true
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return false
  }
}

/** A build that was killed cannot remove its draft. */
const longestBuildMs = 3_600_000

async function removeOld({ dist, keep, inUseMs }: Build): Promise<void> {
  const names = await readdir(dist)
  const pathsOf = (form: RegExp) => names.filter((name) => form.test(name)).map((name) => join(dist, name))
  const drafts = await withTimes(pathsOf(/^[0-9a-f]{16}\.draft-/), (draft) => draft)
  const folders = (await withTimes(pathsOf(/^[0-9a-f]{16}$/), usedFile)).toSorted((a, b) => b.at - a.at)
  const since = (ms: number) => Date.now() - ms
  const old = [
    ...drafts.filter(({ at }) => at < since(longestBuildMs)),
    ...folders.slice(keep).filter(({ at }) => at < since(inUseMs)),
  ]
  for (const { path } of old) for (const one of [path, usedFile(path)]) await rm(one, { recursive: true, force: true })
}

/** 0 for one that another process has just removed. */
const withTimes = (paths: readonly string[], fileOf: (path: string) => string) =>
  Promise.all(
    paths.map(async (path) => ({
      path,
      at: await stat(fileOf(path)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  )
