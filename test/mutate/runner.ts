import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import { ensureDatabase, type Postgres, startPostgres } from '@specie/local/postgres.ts'
import { connect } from '@specie/service/base/database/db.ts'
import { makeTemplate, template } from '../src/template.ts'
import { readCatalog } from './catalog.ts'
import type { Answer, Done, Job, Order, Reached } from './job.ts'

// One process with its own PostgreSQL and vitest, which runs the tests of one mutant after the other. It leads a process group,
// so that its starter can kill it with all of its processes.

const tree = process.argv[2]!
/** The template after migration; after a mutant the tests' template is copied from it anew. */
const clean = 'migrated_clean'

const folder = await mkdtemp(join(tmpdir(), 'specie-mutate-'))
const reports = join(folder, 'reached')

async function server(): Promise<Postgres> {
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false })
  await ensureDatabase(postgres, 'postgres')
  // Calls of tests in the database are counted.
  await asOwner(postgres, 'postgres', [`alter system set track_functions = 'all'`, 'select pg_reload_conf()'])
  await makeTemplate((name) => postgres.url(name))
  await asOwner(postgres, 'postgres', [`create database ${clean} template ${template}`])
  return postgres
}

async function asOwner(postgres: Postgres, database: string, statements: readonly string[]): Promise<void> {
  const owner = connect({ url: postgres.url(database), max: 1 })
  try {
    for (const statement of statements) await owner.query(statement)
  } finally {
    await owner.close()
  }
}

/** Restores the template after a mutant. */
let restore: ((postgres: Postgres) => Promise<void>) | null = null

const copyAnew = (postgres: Postgres): Promise<void> =>
  asOwner(postgres, 'postgres', [
    `drop database ${template} with (force)`,
    `create database ${template} template ${clean} strategy file_copy`,
  ])

/** Null, or the database's refusal. */
async function mutate(postgres: Postgres, { statements, undo }: Job): Promise<string | null> {
  await restore?.(postgres)
  restore = null
  if (statements.length === 0) return null
  restore = undo === null ? copyAnew : (there) => asOwner(there, template, undo).catch(() => copyAnew(there))
  return asOwner(postgres, template, statements).then(
    () => null,
    (error: Error) => error.message,
  )
}

async function perform(postgres: Postgres, vitest: Vitest, job: Job): Promise<Done> {
  const refused = await mutate(postgres, job)
  if (refused !== null) return { failed: null, ms: 0, refused }
  await mkdir(reports, { recursive: true })
  vitest.provide('mutation', { mutant: job.mutant, hitLimit: job.hitLimit, coverInto: job.cover ? reports : null })
  const begun = performance.now()
  const failed = await firstFailure(vitest, job.tests)
  const ms = Math.round(performance.now() - begun)
  const reached = job.cover ? await whatWasReached(postgres) : undefined
  await dropLeftovers(postgres)
  return { failed, ms, ...(reached && { reached }) }
}

async function firstFailure(vitest: Vitest, tests: readonly string[]): Promise<string | null> {
  vitest.state.filesMap.clear()
  vitest.state.errorsSet.clear()
  const project = vitest.projects[0]!
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((file) => project.createSpecification(join(tree, file))),
  )
  for (const module of testModules) {
    for (const one of module.children.allTests('failed'))
      return `${module.relativeModuleId}: ${one.fullName}: ${one.result().errors?.[0]?.message}`
    const [error] = module.errors()
    if (error) return `${module.relativeModuleId}: ${error.message}`
    if (!module.ok()) return `${module.relativeModuleId}: failed`
  }
  const [error] = unhandledErrors as Error[]
  return error ? `outside of any test: ${error.message}` : null
}

async function whatWasReached(postgres: Postgres): Promise<Reached> {
  const hits: Record<string, number> = {}
  for (const name of await readdir(reports)) {
    const result = JSON.parse(await readFile(join(reports, name), 'utf8')) as Record<string, number>
    for (const [id, count] of Object.entries(result)) hits[id] = (hits[id] ?? 0) + count
  }
  await rm(reports, { recursive: true })
  return { hits, objects: await objectsUsed(postgres) }
}

async function objectsUsed(postgres: Postgres): Promise<string[]> {
  const names = new Set<string>()
  for (const database of await leftovers(postgres)) {
    const owner = connect({ url: postgres.url(database), max: 1 })
    const rows = await owner.query<{ name: string }>(
      `select schemaname || '.' || funcname as name from pg_stat_user_functions where calls > 0
       union select schemaname || '.' || relname from pg_stat_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0`,
    )
    await owner.close()
    for (const { name } of rows) names.add(name)
  }
  return [...names].toSorted()
}

async function leftovers(postgres: Postgres): Promise<string[]> {
  const admin = connect({ url: postgres.url('postgres'), max: 1 })
  const rows = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'test\\_%'`,
  )
  await admin.close()
  return rows.map(({ name }) => name)
}

async function dropLeftovers(postgres: Postgres): Promise<void> {
  const names = await leftovers(postgres)
  await asOwner(
    postgres,
    'postgres',
    names.map((name) => `drop database ${name} with (force)`),
  )
}

const say = (answer: Answer) => process.send!(answer)

// The driver is gone: end all processes started here, including a test in a loop.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))

try {
  const postgres = await server()
  const vitest = await createVitest('test', {
    root: tree,
    config: join(tree, 'test/mutate/vitest.config.ts'),
    watch: false,
    reporters: [{}],
  })
  vitest.provide('postgres', postgres.url('DATABASE'))
  process.on('message', (order: Order) => {
    const answer: Promise<Answer> =
      'job' in order ? perform(postgres, vitest, order.job).then((done) => ({ done })) : catalogOf(postgres)
    answer.then(say, (error: Error) => say({ broken: error.stack ?? error.message }))
  })
  say({ ready: true })
} catch (error) {
  say({ broken: String(error) })
}

async function catalogOf(postgres: Postgres): Promise<Answer> {
  const owner = connect({ url: postgres.url(clean), max: 1 })
  try {
    return { catalog: await readCatalog(owner) }
  } finally {
    await owner.close()
  }
}
