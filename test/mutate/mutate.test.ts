import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../src/database.ts'
import { readCatalog } from './catalog.ts'
import { changedFiles, inTurn, sampled, touched } from './choose.ts'
import { matchEquivalents } from './equivalent.ts'
import type { Runner } from './runner-pool.ts'
import type { Done, Job } from './job.ts'
import { judge, reaches, testsFor, type Trial } from './judge.ts'
import { modules, testsHolding } from './modules.ts'
import type { Judged, Mutant, Verdict } from './mutant.ts'
import { recorded } from './record.ts'
import { isBelow, isPlainlyBelow, scores } from './report.ts'
import { guards, rights, sqlMutants, views } from './sql-mutants.ts'
import { applied, changesOf } from './sql-rules.ts'
import { instrument } from './typescript.ts'
import { noticedBefore, readVerdicts, saveVerdicts } from './verdicts.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const mutant = (over: Partial<Mutant> = {}): Mutant => {
  return {
    module: 'm',
    file: 'a.ts',
    line: 1,
    rule: 'r',
    code: 'a < b',
    was: '<',
    becomes: '<=',
    how: { switch: '1' },
    ...over,
  }
}

const mutated = (sql: string, procedure = false): string[] =>
  changesOf(sql, { procedure }).map((one) => applied(sql, one))

describe('SQL', () => {
  test.each([
    ['a boundary', 'select a < b', 'select a <= b'],
    ['a comparison', 'select a where b = 1', 'select a where b <> 1'],
    ['a sign', 'select a - b', 'select a + b'],
    ['a part of a condition', 'select 1 from t where a = 1 and b = 2', 'select 1 from t where a = 1 and true'],
    ['a condition with parentheses', 'select 1 from t where (a or b) and c', 'select 1 from t where true and c'],
    ['a whole condition with an or', 'select 1 from t where a or b', 'select 1 from t where true'],
    ['a lock', 'select 1 from t order by id for no key update', 'select 1 from t order by id '],
    ['a lock of one table', 'select 1 from t, u for update of t skip locked', 'select 1 from t, u '],
    ['an advisory lock', 'select pg_advisory_xact_lock($1)', 'select ($1)'],
    ['a negation', 'select a is not null', 'select a is  null'],
    ['a comparison with null', 'select a is distinct from b', 'select a is not distinct from b'],
    ['a member of a list', `select a in ('x', 'y')`, `select a in ('y')`],
    ['the last member of a list', `select a in ('x', 'y')`, `select a in ('x')`],
    ['an extreme', 'select least(a, b)', 'select greatest(a, b)'],
    ['a tolerance', `select at + interval '50 ms'`, `select at + interval '0'`],
  ])('loses %s', (_what, sql, expected) => {
    expect(mutated(sql)).toContain(expected)
  })

  test.each([
    [
      'a floor',
      'begin if a < 0 then raise exception $t$no$t$; end if; end',
      'begin if false then raise exception $t$no$t$; end if; end',
    ],
    ['a statement', 'begin insert into t values (1); return; end', 'begin null; return; end'],
    ['a guard', 'begin perform f(); end', 'begin null; end'],
  ])('a procedure loses %s', (_what, sql, expected) => {
    expect(mutated(sql, true)).toContain(expected)
  })

  test('a condition that is always true has no mutant', () => {
    expect(mutated('select 1 from t left join lateral f(t) on true')).toEqual([])
  })

  test('comments and texts have no mutants', () => {
    expect(mutated(`select 'a < b' -- a < b`)).toEqual([])
  })
})

describe('the database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.drop())

  const text = `create function ledger.post( -- as an example\n  balances[account] < 0\n`

  test('loses checks, triggers and revokes, each by valid statements, and gets them back', async () => {
    const all = sqlMutants(await readCatalog(database.owner), [{ file: 'service/sql/x.sql', text }])
    const some = ['check', 'unique', 'trigger', 'right'].map((rule) => all.find((one) => one.rule === rule)!)
    const before = await readCatalog(database.owner)
    for (const { how } of some) {
      const { statements, undo } = how as { statements: string[]; undo: string[] }
      for (const statement of statements) await database.owner.query(statement)
      expect(await readCatalog(database.owner)).not.toEqual(before)
      for (const statement of undo) await database.owner.query(statement)
      expect(await readCatalog(database.owner)).toEqual(before)
    }
    expect(all.map(({ was }) => was)).toContain(
      'ledger.account floor CHECK (((NOT floored) OR (balance >= (0)::numeric)))',
    )
    expect(all.map(({ becomes }) => becomes)).toContain('grant update on ledger.entry to specie_app')
  })

  test('a mutant of a function has the line of its file', async () => {
    const catalog = await readCatalog(database.owner)
    const file = 'service/sql/functions/work.assert_claim.sql'
    const claims = await readFile(join(root, file), 'utf8')
    const floor = sqlMutants(catalog, [{ file, text: claims }]).find(
      ({ was, becomes }) => was === 'not found' && becomes === 'false',
    )!
    expect(floor).toMatchObject({ file, module: 'sql/work', code: 'if not found then' })
    expect(claims.split('\n')[floor.line - 1]).toContain('if not found then')
  })

  test('a mutant of a trigger has the line of the file of its schema', async () => {
    const catalog = await readCatalog(database.owner)
    const file = 'service/sql/triggers/banking.sql'
    const text = await readFile(join(root, file), 'utf8')
    const dropped = sqlMutants(catalog, [{ file, text }]).find(({ was }) => was === 'trigger holds on banking.wire')!
    expect(dropped).toMatchObject({ file, module: 'sql/banking', becomes: '' })
    expect(text.split('\n')[dropped.line - 1]).toContain(
      'create or replace trigger holds before update on banking.wire',
    )
  })
})

describe('TypeScript', () => {
  let tree: string
  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'specie-mutants-'))
    mkdirSync(join(tree, 'src'))
  })
  afterAll(() => rm(tree, { recursive: true }))

  test('code and the SQL in it have mutants that can be activated', async () => {
    const source =
      'export const less = (a: number, b: number) => a < b\nexport const sql = `select 1 from t for update`\n'
    await writeFile(join(tree, 'src/a.ts'), source)
    const found = await instrument(tree, [{ name: 'm', files: ['src/a.ts'], tests: [] }])
    const boundary = found.find(({ becomes }) => becomes === 'a <= b')!
    const lock = found.find(({ rule }) => rule === 'lock')!
    expect(boundary).toMatchObject({ file: 'src/a.ts', line: 1, was: 'a < b' })
    expect(lock).toMatchObject({ file: 'src/a.ts', line: 2, was: 'for update', becomes: '' })
    const { less, sql } = (await import(join(tree, 'src/a.ts'))) as { less(a: number, b: number): boolean; sql: string }
    expect([less(1, 1), sql]).toEqual([false, 'select 1 from t for update'])
    const world = globalThis as unknown as Record<string, { activeMutant: string }>
    world['__stryker__']!.activeMutant = (boundary.how as { switch: string }).switch
    expect(less(1, 1)).toBe(true)
  })

  test('a line of the log has no mutants', async () => {
    const source = `export const f = (env: any) => {\n  env.log.warn({ a: 1 }, 'it is late')\n}\n`
    await writeFile(join(tree, 'src/b.ts'), source)
    const found = await instrument(tree, [{ name: 'm', files: ['src/b.ts'], tests: [] }])
    expect(found.filter(({ line }) => line === 2)).toEqual([])
  })
})

describe('the tests of a mutant', () => {
  const [near, far] = ['service/src/trading/market/fill-or-kill.test.ts', 'service/src/trading/order/model.test.ts']
  const trial = (name: string, hits: Record<string, number>, objects: string[] = []): Trial => ({
    test: name,
    ms: 10,
    reached: { hits, objects },
  })
  const ofFok = mutant({ module: 'fok', file: 'service/src/trading/market/fill-or-kill.ts' })
  const end = new AbortController().signal

  /** Runs every test; those named fail with the mutant. */
  const judged = async (
    failing: readonly string[],
    over: { budgetMs?: number; hits?: Record<string, number> } = {},
  ) => {
    const ran: string[] = []
    const run = async ({ tests }: Job): Promise<Done> => {
      ran.push(...tests)
      return { failed: failing.includes(tests[0]!) ? 'expected 1 to be 2' : null, ms: 10 }
    }
    const runner = { run } as unknown as Runner
    const trialOf = async (_runner: Runner, name: string) => trial(name, over.hits ?? { 1: 1 })
    const one = await judge(runner, ofFok, { tests: testsFor(ofFok), trialOf, budgetMs: over.budgetMs ?? 1_000, end })
    return { verdict: one?.verdict, ran }
  }

  test('are those of its module, the nearest first', () => {
    expect(testsFor(ofFok)).toEqual([near, far])
    const ofSql = { module: 'sql/trading', file: 'service/sql/functions/trading.place.sql' }
    const [first] = testsFor(mutant({ ...ofSql, how: { statements: [], object: 'trading.place' } }))
    expect(first).toMatch(/^service\/src\/trading\//)
  })

  test('run until one of them fails', async () => {
    expect(await judged([near])).toEqual({ verdict: 'killed', ran: [near] })
    expect(await judged([far])).toEqual({ verdict: 'killed', ran: [near, far] })
    expect(await judged([])).toEqual({ verdict: 'survived', ran: [near, far] })
  })

  test('are run as far as the budget allows, but one in any case', async () => {
    expect(await judged([far], { budgetMs: 1 })).toEqual({ verdict: 'survived', ran: [near] })
  })

  test('are only run where they reach it', async () => {
    expect(await judged([near], { hits: {} })).toEqual({ verdict: 'unseen', ran: [] })
    const ofPost = mutant({ how: { statements: [], object: 'ledger.post' } })
    expect(reaches(trial(near, {}, ['ledger.post']), ofPost)).toBe(true)
    expect(reaches(trial(near, { 1: 1 }), ofPost)).toBe(false)
  })
})

test('every file and test of the table exists', () => {
  const ofSql = ['ledger.post', rights, guards, views].map((object) => mutant({ how: { statements: [], object } }))
  const named = [
    ...modules.flatMap(({ files, tests }) => [...files, ...tests]),
    ...ofSql.flatMap((one) => testsHolding(one).tests),
  ]
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('only changes are tried, and the whole module after a change of a test', () => {
  const all = [
    { name: 'a', files: ['a.ts', 'b.ts'], tests: ['a.test.ts'] },
    { name: 'c', files: ['c.ts'], tests: ['c.test.ts'] },
  ]
  expect(touched(all, new Set(['b.ts']))).toEqual([{ name: 'a', files: ['b.ts'], tests: ['a.test.ts'] }])
  expect(touched(all, new Set(['c.test.ts']))).toEqual([all[1]])
  expect(touched(all, new Set())).toEqual([])
})

test('a sample is stable for its seed, in order; one more changes it by one', () => {
  const all = Array.from({ length: 1_000 }, (_, n) => n)
  const of = (some: readonly number[], most: number, seed: number) => sampled(some, most, seed, String)
  expect(of(all, 20, 1)).toEqual(of(all, 20, 1))
  expect(of(all, 20, 1)).not.toEqual(of(all, 20, 2))
  expect(new Set(of(all, 20, 1)).size).toBe(20)
  expect(of(all, 20, 1).toSorted((a, b) => a - b)).toEqual(of(all, 20, 1))
  expect(of([1, 2], 20, 1)).toEqual([1, 2])
  const stays = of([...all, 1_000], 20, 1).filter((one) => of(all, 20, 1).includes(one))
  expect(stays.length).toBeGreaterThanOrEqual(19)
})

test('groups take turns', () => {
  expect(inTurn([[1, 2, 3], [4], [5, 6]])).toEqual([1, 4, 5, 2, 6, 3])
  expect(inTurn([])).toEqual([])
})

describe('the difference', () => {
  let folder: string
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-C', folder, ...args], {
      stdio: 'pipe',
    })
  const commit = async (file: string) => {
    await writeFile(join(folder, file), file)
    git('add', '.')
    git('commit', '-qm', file)
  }
  const changed = async (root = folder) => [...(await changedFiles(root))].toSorted()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'specie-changed-'))
    git('init', '-q', '-b', 'main')
    await commit('first')
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('counts from main, from the newest merge on main, or not at all', async () => {
    expect(await changed()).toEqual([])
    await commit('second')
    expect(await changed()).toEqual(['second'])
    git('switch', '-qc', 'branch')
    await commit('third')
    await commit('fourth')
    await writeFile(join(folder, 'new'), '')
    expect(await changed()).toEqual(['fourth', 'new', 'third'])
    await rm(join(folder, 'new'))
    git('switch', '-q', 'main')
    git('merge', '-q', '--no-ff', '-m', 'merge', 'branch')
    await commit('fifth')
    expect(await changed()).toEqual(['fifth', 'fourth', 'third'])
    git('clone', '-q', '--depth', '1', `file://${folder}`, join(folder, 'shallow'))
    expect(await changed(join(folder, 'shallow'))).toEqual([])
  })
})

test('the list of equivalents names one mutant each, and reports errors', () => {
  const [one, moved, twin] = [mutant(), mutant({ line: 9, code: 'c < d' }), mutant({ line: 20, code: 'c < d' })]
  const entry = { file: 'a.ts', code: 'a < b', was: '<', becomes: '<=', reason: 'both are whole' }
  expect(matchEquivalents([one, moved, twin], [entry])).toEqual({ named: new Set([one]), wrong: [] })
  expect(matchEquivalents([one, moved, twin], [{ ...entry, code: 'c < d', nth: 2 }]).named).toEqual(new Set([twin]))
  expect(matchEquivalents([one, moved, twin], [{ ...entry, code: 'c < d' }]).wrong).toHaveLength(1)
  expect(matchEquivalents([one], [{ ...entry, was: '>' }]).wrong).toHaveLength(1)
  expect(matchEquivalents([one], [{ ...entry, file: 'other.ts', was: '>' }]).wrong).toEqual([])
})

test('nine of ten must be noticed; equivalents do not count', () => {
  const judged = (verdict: Verdict, count: number): Judged[] =>
    Array.from({ length: count }, () => ({ mutant: mutant(), verdict }))
  const [good] = scores([
    ...judged('killed', 8),
    ...judged('slow', 1),
    ...judged('survived', 1),
    ...judged('equivalent', 5),
  ])
  expect(good).toEqual({ module: 'm', killed: 9, survived: 1, equivalent: 5, percent: 90 })
  expect(isBelow(good!)).toBe(false)
  expect(isBelow(scores([...judged('killed', 8), ...judged('unseen', 1)])[0]!)).toBe(true)
})

test('a sample fails when the number of survivors cannot be chance', () => {
  const fails = (killed: number, survived: number) =>
    isPlainlyBelow({ module: 'm', killed, survived, equivalent: 0, percent: 0 })
  expect([fails(20, 0), fails(17, 3), fails(15, 5), fails(0, 0)]).toEqual([false, false, false, false])
  expect([fails(13, 7), fails(4, 4), fails(0, 3)]).toEqual([true, true, true])
})

test('the rooms of money, access and outcomes are mutated as a whole', () => {
  const known = new Set(modules.flatMap(({ files }) => files))
  const rooms = [
    'access',
    'issuance',
    'transfers',
    'trading/*',
    'rails',
    'banking/*',
    'chains/watcher',
    'chains/outbox',
  ]
  const files = [...rooms.map((room) => `service/src/${room}/**/*.ts`), 'sdk/src/call/*.ts']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('/room.ts'))
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter((file) => !known.has(file))).toEqual([])
})

test('every module has files and tests, and no file counts twice', () => {
  expect(
    modules.filter(({ files, tests }) => files.length === 0 || tests.length === 0).map(({ name }) => name),
  ).toEqual([])
  const files = modules.flatMap((one) => one.files)
  expect(files.filter((file, n) => files.indexOf(file) !== n)).toEqual([])
  const all = [...files, ...modules.flatMap(({ tests }) => tests)]
  expect(all.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('a recorded result replaces that of its module and leaves the others', () => {
  const other = { date: '2026-11-01', of: 3, killed: 3, survived: 0, equivalent: 0 }
  const [killed, living, same] = [mutant(), mutant({ line: 2 }), mutant({ line: 3 })]
  const judged: Judged[] = [
    { mutant: killed, verdict: 'killed' },
    { mutant: living, verdict: 'survived' },
    { mutant: same, verdict: 'equivalent' },
  ]
  const all = [killed, living, same, mutant({ line: 4 })]
  expect(recorded({ other, m: other }, all, judged, '2026-11-18')).toEqual({
    m: { date: '2026-11-18', of: 3, killed: 1, survived: 1, equivalent: 1 },
    other,
  })
  expect(recorded({ other }, all, [], '2026-11-18')).toEqual({ other })
})

test('what was noticed before keeps its verdict, unless one just like it survived', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specie-verdicts-'))
  const [killed, living, twin, fresh] = [1, 2, 3, 4].map((line) => mutant({ line })) as [Mutant, Mutant, Mutant, Mutant]
  await saveVerdicts(folder, [
    { mutant: killed, verdict: 'killed', by: 'a.test.ts' },
    { mutant: living, verdict: 'survived' },
    { mutant: twin, verdict: 'killed' },
    { mutant: { ...twin }, verdict: 'survived' },
  ])
  const known = await readVerdicts(folder)
  await rm(folder, { recursive: true })
  const before = noticedBefore([killed, living, twin, fresh], known)
  expect(before).toEqual([{ mutant: killed, verdict: 'killed', by: 'a.test.ts' }])
  expect(await readVerdicts(folder)).toEqual([])
})
