import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import type { Module } from './mutant.ts'

const run = promisify(execFile)

/**
 * The difference from the branch point on main; on main itself, from before its newest merge, or else from the previous commit.
 * In a clone without such a commit only uncommitted changes.
 */
export async function changedFiles(root: string): Promise<Set<string>> {
  const git = (...args: string[]) =>
    run('git', args, { cwd: root }).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    )
  const head = await git('rev-parse', 'HEAD')
  const left = (await git('merge-base', 'HEAD', 'main')) || (await git('merge-base', 'HEAD', 'origin/main'))
  const merge = (await git('rev-list', '--merges', '--first-parent', '-n', '1', 'HEAD')) || head
  const since = left !== '' && left !== head ? left : (await git('rev-parse', '--verify', '-q', `${merge}~`)) || head
  const committed = await git('diff', '--name-only', since)
  const unknown = await git('ls-files', '-o', '--exclude-standard')
  return new Set(`${committed}\n${unknown}`.split('\n').filter(Boolean))
}

/** Modules with a changed file or test; only the changed files of a module, unless a test changed. */
export function touched(modules: readonly Module[], changed: ReadonlySet<string>): Module[] {
  return modules.flatMap((one) => {
    if (one.tests.some((test) => changed.has(test))) return [one]
    const files = one.files.filter((file) => changed.has(file))
    return files.length === 0 ? [] : [{ ...one, files }]
  })
}

/**
 * At most `most` of them at random from a seed, in their order. The choice depends on the content of each, not on their number:
 * one more changes it by one at most, so that results of a sample stay valid.
 */
export function sampled<T>(all: readonly T[], most: number, seed: number, nameOf: (one: T) => string): T[] {
  if (all.length <= most) return [...all]
  const lot = (one: T) =>
    createHash('sha256')
      .update(`${seed} ${nameOf(one)}`)
      .digest('hex')
  const drawn = all.map((one) => ({ one, lot: lot(one) })).toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
  const chosen = new Set(drawn.slice(0, most).map(({ one }) => one))
  return all.filter((one) => chosen.has(one))
}

/** One of each group in turn: whenever it is stopped, every group is covered partly. */
export function inTurn<T>(groups: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...groups.map((group) => group.length))
  return Array.from({ length: longest }, (_, n) => groups.flatMap((group) => group.slice(n, n + 1))).flat()
}
