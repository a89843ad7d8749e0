import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// Other programs that run JavaScript, from npm: each is installed once.

const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))
const machine = `${process.platform}-${process.arch}`
const denoMachine = machine === 'linux-x64' ? 'linux-x64-glibc' : 'linux-arm64-glibc'

type Runtime = {
  readonly name: string
  readonly package: string
  readonly program: string
  readonly args: readonly string[]
}

const node = (version: string): Runtime => ({
  name: `Node ${version}`,
  package: `node-${machine}@${version}`,
  program: 'bin/node',
  args: [],
})

export const runtimes: readonly Runtime[] = [
  node('20.20.2'),
  node('22.23.3'),
  node('24.21.0'),
  { name: 'Bun', package: `@oven/bun-${machine.replace('arm64', 'aarch64')}@1.4.4`, program: 'bin/bun', args: [] },
  { name: 'Deno', package: `@deno/${denoMachine}@2.9.6`, program: 'deno', args: ['run', '--allow-all'] },
]

/** The path of its program. */
export async function installed(runtime: Runtime): Promise<string> {
  const [, name] = /^(.+)@[^@]+$/.exec(runtime.package)!
  const folder = join(cache, runtime.package.replaceAll(/[@/]/g, '_'))
  const program = join(folder, 'node_modules', name!, runtime.program)
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const quietly = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts']
  await promisify(execFile)('npm', ['install', ...quietly, runtime.package], { cwd: folder })
  return program
}
