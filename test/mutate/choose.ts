import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { seeded } from '../src/chance.ts'
import type { Module } from './modules.ts'

const run = promisify(execFile)

/** What differs from where this branch left main; on main itself, from the commit before. */
export async function changedFiles(root: string): Promise<Set<string>> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  const head = await git('rev-parse', 'HEAD')
  const base = await git('merge-base', 'HEAD', 'main').catch(() => head)
  const since = base === head ? await git('rev-parse', 'HEAD~').catch(() => head) : base
  const committed = await git('diff', '--name-only', since)
  const unknown = await git('ls-files', '-o', '--exclude-standard')
  return new Set(`${committed}\n${unknown}`.split('\n').filter(Boolean))
}

/** Modules of which a file or a test has changed; of a module only the changed files, unless it is a test that changed. */
export function touched(modules: readonly Module[], changed: ReadonlySet<string>): Module[] {
  return modules.flatMap((one) => {
    if (one.tests.some((test) => changed.has(test))) return [one]
    const files = one.files.filter((file) => changed.has(file))
    return files.length === 0 ? [] : [{ ...one, files }]
  })
}

/** At most `most` of them, by chance from a seed, in their order. */
export function sampled<T>(all: readonly T[], most: number, seed: number): T[] {
  if (all.length <= most) return [...all]
  const pick = seeded(seed)
  const places = all.map((_, n) => n)
  for (let n = 0; n < most; n += 1) {
    const other = n + pick(places.length - n)
    ;[places[n], places[other]] = [places[other]!, places[n]!]
  }
  return places
    .slice(0, most)
    .toSorted((a, b) => a - b)
    .map((n) => all[n]!)
}
