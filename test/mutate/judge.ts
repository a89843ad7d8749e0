import type { Done, Job, Reached } from './job.ts'
import { type Judged, type Mutant } from './mutant.ts'
import type { Runner } from './runner-pool.ts'
import { testsHolding } from './modules.ts'

/** The behaviour of a test file without a mutant. */
export type Trial = { test: string; ms: number; reached: Reached }

/** The trial of a test file, made when a mutant first needs it; null if the file fails without any mutant. */
export type TrialOf = (runner: Runner, test: string) => Promise<Trial | null>

export const plainJob: Job = { tests: [], mutant: null, hitLimit: 0, statements: [], undo: null, cover: false }

/** The tests that hold it, the nearest first: those next to its file, then those of its room, then the others. */
export function testsFor(mutant: Mutant): string[] {
  const { module, file } = mutant
  const home = (file.startsWith('service/sql/') ? `${module.replace('sql/', 'service/src/')}/x` : file).split('/')
  const name = file.split('/').at(-1)!.replace('.ts', '.test.ts')
  const nearness = (test: string): number => {
    const parts = test.split('/')
    const apart = home.findIndex((part, n) => part !== parts[n])
    return 2 * apart + (parts.at(-1) === name ? 1 : 0)
  }
  return testsHolding(mutant).tests.toSorted((a, b) => nearness(b) - nearness(a))
}

export function reaches({ reached: { hits, objects } }: Trial, mutant: Mutant): boolean {
  const { how } = mutant
  return testsHolding(mutant).named || ('switch' in how ? how.switch in hits : objects.includes(how.object))
}

/** A loop with this many times more iterations than without the mutant counts as endless. */
const oftener = 100
const fewest = 10_000

/** A test slower by this factor and this margin counts as endless: a busy machine must not kill mutants. */
const slower = 4
const more = 30_000

/**
 * Runs its tests one after the other until one fails. Past the budget no more are run, but one in any case. Null if it does
 * not count: the database refuses it, or the run is to end.
 */
export async function judge(
  runner: Runner,
  mutant: Mutant,
  { tests, trialOf, budgetMs, end }: { tests: readonly string[]; trialOf: TrialOf; budgetMs: number; end: AbortSignal },
): Promise<Judged | null> {
  let spent = 0
  for (const test of tests) {
    if (end.aborted) return null
    const trial = await trialOf(runner, test)
    if (trial === null || !reaches(trial, mutant)) continue
    if (spent > 0 && spent + trial.ms > budgetMs) break
    spent += trial.ms
    const done = await runner.run(jobFor(mutant, trial), trial.ms * slower + more)
    if (done === null) return { mutant, verdict: 'slow' }
    if (done.refused !== undefined) return null
    if (done.failed !== null) return { mutant, verdict: 'killed', by: by(done) }
  }
  return { mutant, verdict: spent === 0 ? 'unseen' : 'survived' }
}

function jobFor({ how }: Mutant, { test, reached }: Trial): Job {
  const tests = [test]
  if ('statements' in how) return { ...plainJob, tests, statements: how.statements, undo: how.undo ?? null }
  const hitLimit = (reached.hits[how.switch] ?? 0) * oftener + fewest
  return { ...plainJob, tests, mutant: how.switch, hitLimit }
}

const by = ({ failed }: Done): string => failed!.split('\n')[0]!.slice(0, 200)
