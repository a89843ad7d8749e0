import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildOnce } from '@specie/program/build-once.ts'

const root = join(import.meta.dirname, '../..')

/** The source of each program that `npm start` runs. */
export const programs = {
  service: join(root, 'service/src/main.ts'),
  devnet: join(root, 'devnet/src/main.ts'),
  counterparts: join(root, 'counterparts/src/main.ts'),
} as const
export type Program = keyof typeof programs

const packages = ['service', 'devnet', 'counterparts', 'protocol', 'payments', 'program', 'token']
const sources = [
  ...packages.flatMap((name) => [`${name}/src`, `${name}/package.json`]),
  'token/artifacts',
  'local/bundle.ts',
  'package-lock.json',
]

/**
 * The folder with the programs, each bundled into a few files. To load two thousand modules one by one takes 2 s of
 * processor time for each start, these 0.35 s.
 */
export const buildPrograms = (say: (line: string) => void): Promise<string> =>
  buildOnce({
    dist: join(import.meta.dirname, '../dist'),
    root,
    sources,
    keep: 8,
    buildInto: async (folder) => {
      say('Bundling the programs.')
      await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../bundle.ts'), folder])
    },
  })

export const programIn = (folder: string, name: Program): string => join(folder, name, 'main.mjs')
