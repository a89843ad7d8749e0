// Builds the pages: `npm run web`. A build from the same files is reused.
import { execFile } from 'node:child_process'
import { readlink, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { buildOnce } from '@specie/program/build-once.ts'
import { entries } from './entries.ts'

const here = import.meta.dirname
const dist = join(here, 'dist')
const sources = ['web/src', 'protocol/src', 'package-lock.json', ...entries.map((name) => `web/${name}.html`)]
const own = ['web/bundle.ts', 'web/entries.ts', 'web/sizes.ts', 'web/theme.js']

type Say = (line: string) => void

/** Builds unless it is there, and returns the folder. */
export async function buildWeb(say: Say, saySizes: Say = () => {}, signal?: AbortSignal): Promise<string> {
  const folder = await buildOnce({
    dist,
    root: dirname(here),
    sources: [...sources, ...own],
    // A service keeps its pages in memory and needs no older ones.
    keep: 1,
    inUseMs: 0,
    signal,
    buildInto: async (draft) => {
      say('Building the pages.')
      await buildInto(draft, saySizes, signal)
    },
  })
  await pointTo(basename(folder))
  return folder
}

/** Runs in a separate process: Vite depends on NODE_ENV, which tests set, and would keep its memory. */
async function buildInto(folder: string, saySizes: Say, signal?: AbortSignal): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { stdout } = await promisify(execFile)(process.execPath, [join(here, 'bundle.ts'), folder], { env, signal })
  for (const line of stdout.trimEnd().split('\n')) saySizes(line)
}

/** The service serves `dist/latest` by default. */
async function pointTo(name: string): Promise<void> {
  if ((await readlink(join(dist, 'latest')).catch(() => null)) === name) return
  const draft = join(dist, `latest.${process.pid}`)
  await rm(draft, { force: true })
  await symlink(name, draft)
  await rename(draft, join(dist, 'latest'))
}

if (import.meta.main) console.log(await buildWeb(console.log, console.log))
