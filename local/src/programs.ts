import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildOnce, noteUse } from '@specie/program/build-once.ts'

const root = join(import.meta.dirname, '../..')

/** The source of each program of `npm start`. */
export const programs = {
  service: join(root, 'service/src/main.ts'),
  devnet: join(root, 'devnet/src/main.ts'),
  counterparts: join(root, 'counterparts/src/main.ts'),
} as const
export type Program = keyof typeof programs

const packages = [
  'service',
  'docs-site',
  'devnet',
  'counterparts',
  'protocol',
  'payments',
  'travel-rule',
  'screening',
  'program',
  'token',
]
const sources = [
  ...packages.flatMap((name) => [`${name}/src`, `${name}/package.json`]),
  'token/artifacts',
  'local/bundle.ts',
  'package-lock.json',
]

const hourMs = 3_600_000

/**
 * The folder with the programs, each bundled into a few files. Loading two thousand modules one by one takes 2 s of
 * processor time for each start, loading the bundles 0.35 s.
 */
export const buildPrograms = (say: (line: string) => void, signal?: AbortSignal): Promise<string> =>
  buildOnce({
    dist: join(import.meta.dirname, '../dist'),
    root,
    sources,
    keep: 8,
    inUseMs: 24 * hourMs,
    signal,
    buildInto: async (folder) => {
      say('Bundling the programs.')
      await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../bundle.ts'), folder], { signal })
    },
  })

/** While this process runs, its programs are in use. */
export function keepPrograms(folder: string, say: (line: string) => void): void {
  const note = () =>
    noteUse(folder).catch((error: unknown) => say(`The programs in ${folder} may be removed: ${String(error)}`))
  setInterval(note, hourMs).unref()
}

export const programIn = (folder: string, name: Program): string => join(folder, name, 'main.mjs')
