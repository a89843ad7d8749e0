import { fromNpm } from '../from-npm.ts'

// Other JavaScript runtimes.

const machine = `${process.platform}-${process.arch}`
const denoMachine = machine === 'linux-x64' ? 'linux-x64-glibc' : 'linux-arm64-glibc'

type Runtime = {
  readonly name: string
  readonly package: string
  readonly version: string
  readonly program: string
  readonly args: readonly string[]
}

const node = (version: string): Runtime => ({
  name: `Node ${version}`,
  package: `node-${machine}`,
  version,
  program: 'bin/node',
  args: [],
})

export const node20 = node('20.20.2')

export const runtimes: readonly Runtime[] = [
  node20,
  node('22.23.3'),
  node('24.21.0'),
  {
    name: 'Bun',
    package: `@oven/bun-${machine.replace('arm64', 'aarch64')}`,
    version: '1.4.4',
    program: 'bin/bun',
    args: [],
  },
  {
    name: 'Deno',
    package: `@deno/${denoMachine}`,
    version: '2.9.6',
    program: 'deno',
    args: ['run', '--allow-all'],
  },
]

/** The path of its program. */
export const installed = ({ package: name, version, program }: Runtime): Promise<string> =>
  fromNpm(`${name}@${version}`, `${name}/${program}`)
