import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { keyPair, registerInSandbox } from '@specie/docs-site/samples/first-call.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { startService, type RunningService } from './programs/service.ts'

const run = promisify(execFile)

export type Reader = {
  /** The reader's folder, with their own key. */
  folder(): string
  /** The shell output of these lines. */
  sh(script: string): Promise<string>
  /** The output of a sample that the reader has saved to a file. */
  sample(program: string, file: string, text: string): Promise<unknown>
}

/** A reader who follows the reference from its first line: a new one for each test of the file. */
export function readers(): Reader {
  let database: TestDatabase
  let service: RunningService
  let folder: string
  const env = () => ({ PATH: process.env['PATH'] ?? '', SPECIE_URL: service.origin })
  const sh = async (script: string) => (await run('sh', ['-eu', '-c', script], { cwd: folder, env: env() })).stdout

  beforeAll(async () => {
    database = await freshDatabase()
    service = await startService(database.url)
  })
  afterAll(async () => {
    await service?.stop()
    await database?.drop()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'specie-reader-'))
    await sh(keyPair)
    const registered = JSON.parse(await sh(registerInSandbox))
    expect(registered).toMatchObject({ name: 'Acme Treasury AG', institutionid: expect.any(String) })
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  return {
    folder: () => folder,
    sh,
    async sample(program, file, text) {
      await writeFile(join(folder, file), text)
      return JSON.parse((await run(program, [file], { cwd: folder, env: env() })).stdout)
    },
  }
}

export const zeroBalances = {
  result: 'ok',
  balances: expect.arrayContaining([{ asset: 'VCHF', available: '0', pending: '0' }]),
}

/** Beyond the sample: fields whose order, slashes, quotes and letters all matter to the signature. */
export const withFields = JSON.stringify({ symbol: 'VCHF/CHF', city: 'Zürich "A" 🏦', clordid: 'ord-1' })

/** The signature was valid: the refusal is about the field, which is checked last. */
export const fieldRefused = { code: 'bad_request', details: { rule: 'unknown_field' } }
