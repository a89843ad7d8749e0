import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { type Binaries, programsIn } from '@specie/local/binaries.ts'
import { ensureDatabase, startPostgres } from '@specie/local/postgres.ts'
import { buildPrograms } from '@specie/local/programs.ts'
import { makeTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the test server, with `DATABASE` in place of a database's name. */
    postgres: string
  }
}

/** One real PostgreSQL for the whole test run; every test file makes its own databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await roomyFolder(), 'specie-test-'))
  // Crash tests have servers of their own.
  const postgres = await startPostgres({ folder, durable: false, installed: await chosenBinaries() })
  // It also creates the login of the service.
  await ensureDatabase(postgres, 'postgres')
  await makeTemplate((name) => postgres.url(name))
  project.provide('postgres', postgres.url('DATABASE'))
  // For temporary files of tests: it is removed after the run.
  process.env['TEST_FOLDER'] = folder
  process.env['TEST_PROGRAMS'] = await buildPrograms(() => {})
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** POSTGRES=/usr/lib/postgresql/15: another PostgreSQL than the one from npm, for the oldest supported version. */
async function chosenBinaries(): Promise<Binaries | undefined> {
  const folder = process.env['POSTGRES']
  if (!folder) return undefined
  const programs = programsIn(folder)
  const { stdout } = await promisify(execFile)(programs.postgres, ['--version'])
  return { ...programs, major: /(\d+)/.exec(stdout)![1]! }
}

const memory = '/dev/shm'
const neededBytes = 4 * 2 ** 30

/** In memory if there is room: databases are made and dropped by the hundred, which takes half as long again on a disk. */
export async function roomyFolder(): Promise<string> {
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize >= neededBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
