import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { changedFiles, inTurn, sampled, touched } from './choose.ts'
import { openRunner, type Runner, runnerFolder, shared } from './runner-pool.ts'
import { type Equivalent, matchEquivalents } from './equivalent.ts'
import { judge, plainJob, testsFor, type Trial, type TrialOf } from './judge.ts'
import { modules } from './modules.ts'
import { describe, type Judged, type Module, type Mutant } from './mutant.ts'
import { goal, isBelow, isPlainlyBelow, scores, survivors, table } from './report.ts'
import { record } from './record.ts'
import { roomyFolder } from '../src/postgres.ts'
import { type Migration, sqlMutants } from './sql-mutants.ts'
import { copyTree } from './tree.ts'
import { noticedBefore, readVerdicts, saveVerdicts } from './verdicts.ts'
import { instrument } from './typescript.ts'

// npm run mutate [-- <module>...] [--all] [--match pattern] [--tests text,text] [--sample 50] [--seed 1] [--budget 180]
//   [--minutes 5] [--workers 2] [--list] [--record] [--survivors]
// `changed`: the modules whose files or tests have changed, and of the SQL the files that have. `sql` is all of the SQL,
// `sql/ledger` one schema. Without names: `changed` and `sql`.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
    sample: { type: 'string' },
    match: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    // With 60, the slow test of a mutant was left out on a busy machine. Only survivors use all of it.
    budget: { type: 'string', default: '180' },
    minutes: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
})
const root = fileURLToPath(new URL('../../', import.meta.url))
const results = join(root, 'bench/results/mutate')
const budgetMs = Number(values.budget) * 1_000
const pattern = new RegExp(values.match)
const say = (line: string) => console.log(line)
/** On the first signal it ends with its results so far; on the second it ends at once, with the runners. */
const stopping = new AbortController()
/** Its time is up, which is not an error. */
const over = new AbortController()
const ended = AbortSignal.any([stopping.signal, over.signal])

const isSql = (name: string): boolean => name === 'sql' || name.startsWith('sql/')
const request = new Set(positionals.length > 0 ? positionals : ['changed', 'sql'])
const strange = positionals.filter(
  (name) => name !== 'changed' && !isSql(name) && !modules.some((one) => one.name === name),
)
if (strange.length > 0) {
  console.error(
    `There is no module ${strange.join(', ')}. There are: ${modules.map(({ name }) => name).join(', ')}, changed, sql, sql/<schema>.`,
  )
  process.exit(2)
}

function chosenModules(changed: ReadonlySet<string>): Module[] {
  if (values.all) return modules
  const named = modules.filter(({ name }) => request.has(name))
  return request.has('changed')
    ? [...named, ...touched(modules, changed).filter((one) => !request.has(one.name))]
    : named
}

const wantsMutant = ({ module, file }: Mutant, changed: ReadonlySet<string>): boolean =>
  values.all || request.has('sql') || request.has(module) || (request.has('changed') && changed.has(file))

async function migrations(): Promise<Migration[]> {
  const files = await readdir(join(root, 'service/sql'), { recursive: true })
  const names = files.filter((name) => name.endsWith('.sql') && name !== 'schema.sql').toSorted()
  return Promise.all(
    names.map(async (name) => ({
      file: `service/sql/${name}`,
      text: await readFile(join(root, 'service/sql', name), 'utf8'),
    })),
  )
}

/** `most` of each module. */
function fewer(mutants: readonly Mutant[]): Mutant[] {
  const most = values.sample === undefined ? Infinity : Number(values.sample)
  const nameOf = ({ file, code, was, becomes }: Mutant) => [file, code, was, becomes].join('\n')
  const groups = [...Map.groupBy(mutants, ({ module }) => module).values()]
  return inTurn(groups.map((all) => sampled(all, most, Number(values.seed), nameOf)))
}

const trialLimitMs = 600_000

/** A test file without a mutant, to see what it reaches. One that fails then tells nothing of mutants. */
async function tryOut(runner: Runner, test: string): Promise<Trial | null> {
  const job = { ...plainJob, tests: [test], cover: true }
  const first = await runner.run(job, trialLimitMs)
  const done = first?.failed === null ? first : await runner.run(job, trialLimitMs)
  if (!done?.reached || done.failed !== null) {
    say(`  ${test} fails without any mutant and is left out: ${done?.failed ?? 'it comes to no end'}`)
    return null
  }
  const { ms, reached } = done
  say(`  ${test}: ${ms} ms, ${Object.keys(reached.hits).length} mutants, ${reached.objects.length} objects`)
  return { test, ms, reached }
}

async function judgeAll(
  runners: readonly Runner[],
  mutants: readonly Mutant[],
): Promise<{ judged: Judged[]; failed: string[] }> {
  const judged: Judged[] = []
  const trials = new Map<string, Promise<Trial | null>>()
  const trialOf: TrialOf = (runner, test) => {
    const trial = trials.get(test) ?? tryOut(runner, test)
    trials.set(test, trial)
    return trial
  }
  const wanted = values.tests.split(',')
  const isWanted = (test: string): boolean => wanted.some((text) => test.includes(text))
  let done = 0
  await shared(runners, mutants, ended, async (runner, mutant) => {
    const one = await judge(runner, mutant, { tests: testsFor(mutant).filter(isWanted), trialOf, budgetMs, end: ended })
    done += 1
    if (one === null) return
    judged.push(one)
    if (one.verdict === 'survived' || one.verdict === 'unseen') say(`  ${one.verdict}: ${describe(mutant)}`)
    if (done % 25 === 0) say(`  ${done} of ${mutants.length}`)
  })
  const outcomes = await Promise.all(
    [...trials].map(async ([test, trial]) => ({ test, hasPassed: (await trial) !== null })),
  )
  return { judged, failed: outcomes.filter(({ hasPassed }) => !hasPassed).map(({ test }) => test) }
}

async function mutate(folder: string, runners: Runner[]): Promise<boolean> {
  const tree = join(folder, 'tree')
  await copyTree(root, tree)
  const changed = await changedFiles(root)
  const chosen = chosenModules(changed)
  const isTouched = request.has('changed') && [...changed].some((file) => file.startsWith('service/sql/'))
  const wantsSql = values.all || isTouched || [...request].some(isSql)
  const switched = await instrument(tree, chosen)
  const workers = wantsSql || (switched.length > 0 && !values.list) ? Number(values.workers) : 0
  for (let n = 0; n < workers; n += 1) runners.push(await openRunner(tree, runnerFolder(folder, n)))
  const inDatabase = wantsSql ? sqlMutants(await runners[0]!.catalog(), await migrations()) : []
  const list = JSON.parse(await readFile(new URL('equivalent.json', import.meta.url), 'utf8')) as Equivalent[]
  const matched = matchEquivalents([...switched, ...inDatabase], list)
  const all = [...switched, ...inDatabase.filter((mutant) => wantsMutant(mutant, changed))]
  const named = new Set(all.filter((mutant) => matched.named.has(mutant)))
  const { wrong } = matched
  const mutants = fewer(all.filter((mutant) => !named.has(mutant) && pattern.test(describe(mutant))))
  say(`${all.length} mutants, ${named.size} of them equivalent; ${mutants.length} to be tried.`)
  for (const line of wrong) say(`equivalent.json is out of date: ${line}`)
  if (values.list) {
    for (const mutant of mutants) say(describe(mutant))
    return wrong.length === 0
  }
  const before = values.survivors ? noticedBefore(mutants, await readVerdicts(results)) : []
  const known = new Set(before.map(({ mutant }) => mutant))
  if (values.survivors) say(`${known.size} of them were noticed before.`)
  const { judged, failed } = await judgeAll(
    runners,
    mutants.filter((mutant) => !known.has(mutant)),
  )
  judged.push(...before)
  judged.push(...[...named].map((mutant): Judged => ({ mutant, verdict: 'equivalent' })))
  await saveVerdicts(results, judged)
  const result = scores(judged)
  say(`\n${survivors(judged)}\n\n${table(result)}`)
  if (values.record) await record(all, judged)
  if (ended.aborted) say(`\nStopped after ${judged.length - named.size} of ${mutants.length}.`)
  const low = result.filter(values.sample !== undefined ? isPlainlyBelow : isBelow)
  if (low.length > 0) say(`\nBelow ${goal} %: ${low.map(({ module }) => module).join(', ')}.`)
  if (failed.length > 0) say(`\nLeft out, as they fail without any mutant: ${failed.join(', ')}.`)
  return low.length === 0 && wrong.length === 0 && failed.length === 0 && !stopping.signal.aborted
}

const folder = await mkdtemp(join(await roomyFolder(), 'specie-mutate-'))
const runners: Runner[] = []
const clear = async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => (stopping.signal.aborted ? process.exit(130) : stopping.abort()))

const timer = values.minutes && setTimeout(() => over.abort(), Number(values.minutes) * 60_000)
try {
  process.exitCode = (await mutate(folder, runners)) ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 2
} finally {
  clearTimeout(timer || undefined)
  await clear()
}
