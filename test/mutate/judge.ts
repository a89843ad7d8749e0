import type { Done, Job, Reached } from './job.ts'
import { type Judged, type Mutant } from './mutant.ts'
import type { Runner } from './crew.ts'
import { testsHolding } from './modules.ts'

/** The behaviour of a test file without a mutant. */
export type Trial = { test: string; ms: number; reached: Reached }

export const plainJob: Job = { tests: [], mutant: null, hitLimit: 0, statements: [], undo: null, cover: false }

/** The tests that reach it, the quickest first, within the budget: at least one. */
export function testsFor(mutant: Mutant, trials: readonly Trial[], budgetMs: number): Trial[] {
  const { how } = mutant
  const { tests, named } = testsHolding(mutant)
  const reaches = ({ hits, objects }: Reached): boolean =>
    named || ('switch' in how ? how.switch in hits : objects.includes(how.object))
  let spent = 0
  return trials
    .filter(({ test, reached }) => tests.includes(test) && reaches(reached))
    .toSorted((a, b) => a.ms - b.ms)
    .filter(({ ms }, n) => (spent += ms) <= budgetMs || n === 0)
}

/** A loop with this many times more iterations than without the mutant counts as endless. */
const oftener = 100
const fewest = 10_000

/** A test slower by this factor and this margin counts as endless: a busy machine must not kill mutants. */
const slower = 4
const more = 30_000

export async function judge(runner: Runner, mutant: Mutant, trials: readonly Trial[]): Promise<Judged | null> {
  if (trials.length === 0) return { mutant, verdict: 'unseen' }
  const usual = trials.reduce((sum, { ms }) => sum + ms, 0)
  const done = await runner.run(jobFor(mutant, trials), usual * slower + more)
  if (done === null) return { mutant, verdict: 'slow' }
  if (done.refused !== undefined) return null
  return done.failed === null ? { mutant, verdict: 'survived' } : { mutant, verdict: 'killed', by: by(done) }
}

function jobFor({ how }: Mutant, trials: readonly Trial[]): Job {
  const tests = trials.map(({ test }) => test)
  if ('statements' in how) return { ...plainJob, tests, statements: how.statements, undo: how.undo ?? null }
  const most = Math.max(...trials.map(({ reached }) => reached.hits[how.switch] ?? 0))
  return { ...plainJob, tests, mutant: how.switch, hitLimit: most * oftener + fewest }
}

const by = ({ failed }: Done): string => failed!.split('\n')[0]!.slice(0, 200)
