import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// External programs for tests that are not our dependencies.

const cache = fileURLToPath(new URL('../../node_modules/.cache/from-npm/', import.meta.url))
const quietly = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts']

/** The path of a program in a package, such as `bun@1.4.4`, which is installed once; `program` is its path in node_modules. */
export async function fromNpm(name: string, program: string): Promise<string> {
  const folder = join(cache, name.replaceAll(/[@/]/g, '_'))
  if (!existsSync(folder)) await install(name, folder)
  return join(folder, 'node_modules', program)
}

/** In another folder first: several may install in parallel, and an interrupted one must not leave an incomplete folder. */
async function install(name: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.draft-`)
  try {
    await writeFile(join(draft, 'package.json'), '{ "private": true }')
    await promisify(execFile)('npm', ['install', ...quietly, name], { cwd: draft })
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
