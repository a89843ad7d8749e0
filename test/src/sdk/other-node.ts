import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))

/** Another Node, from npm: its program. It is installed once. */
export async function otherNode(version: string): Promise<string> {
  const folder = join(cache, `node-${version}`)
  const name = `node-${process.platform}-${process.arch}`
  const program = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await promisify(execFile)('npm', ['install', '--silent', '--no-audit', '--no-fund', `${name}@${version}`], {
    cwd: folder,
  })
  return program
}
