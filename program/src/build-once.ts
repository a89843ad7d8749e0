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
  /** How many of the folders used last are kept: a process that still runs may load more of its own. */
  keep: number
  buildInto(folder: string): Promise<void>
}

/** Builds unless it is there, and returns the folder. Several processes may do this at once: the first to end wins. */
export async function buildOnce({ dist, root, sources, keep, buildInto }: Build): Promise<string> {
  const name = (await hashOf(root, sources)).slice(0, 16)
  const folder = join(dist, name)
  await mkdir(dist, { recursive: true })
  await writeFile(usedFile(folder), '')
  if (!existsSync(folder)) {
    const draft = await mkdtemp(join(dist, `${name}.draft-`))
    try {
      await chmod(draft, 0o755)
      await buildInto(draft)
      await rename(draft, folder)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  await removeOld(dist, keep)
  return folder
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

async function removeOld(dist: string, keep: number): Promise<void> {
  const folders = (await readdir(dist)).filter((name) => /^[0-9a-f]{16}$/.test(name)).map((name) => join(dist, name))
  const used = await Promise.all(folders.map(async (folder) => ({ folder, at: await lastUse(folder) })))
  const old = used.toSorted((a, b) => b.at - a.at).slice(keep)
  for (const { folder } of old)
    for (const path of [folder, usedFile(folder)]) await rm(path, { recursive: true, force: true })
}

/** 0 for one that another process has just removed. */
const lastUse = (folder: string): Promise<number> =>
  stat(usedFile(folder)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
