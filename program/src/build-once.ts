import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

export type Build = {
  /** The parent of built folders, each named by the hash of its sources. */
  dist: string
  root: string
  /** The source files and folders, relative to `root`. Tests do not count. */
  sources: readonly string[]
  /** The number of recently used folders to keep. */
  keep: number
  /** A folder used within this time is kept as well. Its process may load more of it. */
  inUseMs: number
  /** Aborts a build in progress. */
  signal?: AbortSignal | undefined
  buildInto(folder: string, signal?: AbortSignal): Promise<void>
}

/** Builds unless the folder exists, and returns it. Several processes may build at once: the first to finish wins. */
export async function buildOnce(build: Build): Promise<string> {
  const { dist, root, sources } = build
  await mkdir(dist, { recursive: true })
  for (;;) {
    const hash = await hashOf(root, sources)
    const folder = join(dist, hash.slice(0, 16))
    // A file saved during the build. The result may contain both versions, and belongs to neither.
    const isCurrent = async () => (await hashOf(root, sources)) === hash
    if (!existsSync(folder) && !(await buildFolder(build, folder, isCurrent))) continue
    if (await noteUse(folder)) await removeOld(build)
    return folder
  }
}

/** Whether that folder was built. */
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
  // Built code may name files beside its sources, so a copy elsewhere is another build.
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

/** Written at each use, so that the file system records the time. */
const usedFile = (folder: string): string => `${folder}.used`

/** False if it cannot be written: another user built it, and keeps it. */
export async function noteUse(folder: string): Promise<boolean> {
  try {
    await writeFile(usedFile(folder), '')
    return true
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return false
  }
}

/** A killed build cannot remove its draft. */
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

/** 0 for a folder that another process has just removed. */
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
