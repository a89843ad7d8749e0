import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { curl, keyPair, node, python, registerInSandbox } from '@specie/service/api/reference/samples.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { startService, type RunningService } from './service.ts'

// Whoever follows the reference from its first line to its last gets an answer. Each test is a reader of their own,
// with a folder and a key of their own.

const run = promisify(execFile)
const sh = (script: string) => run('sh', ['-eu', '-c', script], { cwd: folder, env })
const hasPython = await run('python3', ['-c', 'import cryptography']).then(
  () => true,
  () => false,
)

let database: TestDatabase
let service: RunningService
let folder: string
let env: Record<string, string>

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
  env = { PATH: process.env['PATH'] ?? '', SPECIE_URL: service.origin }
  await sh(keyPair)
  const { stdout } = await sh(registerInSandbox)
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Acme Treasury AG', institutionid: expect.any(String) })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const zeroBalances = {
  result: 'ok',
  balances: expect.arrayContaining([{ asset: 'VCHF', available: '0', pending: '0' }]),
}

async function nodeSample(text: string): Promise<unknown> {
  await writeFile(join(folder, 'balance.mjs'), text)
  return JSON.parse((await run(process.execPath, ['balance.mjs'], { cwd: folder, env })).stdout)
}

async function pythonSample(text: string): Promise<unknown> {
  await writeFile(join(folder, 'balance.py'), text)
  return JSON.parse((await run('python3', ['balance.py'], { cwd: folder, env })).stdout)
}

/** Beyond the sample: fields whose order, slashes, quotes and letters all matter to the signature. */
const withFields = { symbol: 'VCHF/CHF', city: 'Zürich "A" 🏦', clordid: 'ord-1' }

/** The signature held: the refusal is about the field, which is looked at last. */
const fieldRefused = { code: 'bad_request', details: { rule: 'unknown_field' } }

test('the private key is its owner’s alone', async () => {
  expect((await stat(join(folder, 'specie-key.pem'))).mode & 0o077).toBe(0)
})

test('the shell sample answers with the balances', async () => {
  expect(JSON.parse((await sh(curl)).stdout)).toMatchObject(zeroBalances)
})

test('the Node sample answers with the balances', async () => {
  expect(await nodeSample(node)).toMatchObject(zeroBalances)
})

test('the Node sample signs fields too', async () => {
  const text = node.replace("call('accountBalance')", `call('accountBalance', ${JSON.stringify(withFields)})`)
  expect(await nodeSample(text)).toMatchObject(fieldRefused)
})

test.skipIf(!hasPython)('the Python sample answers with the balances', async () => {
  expect(await pythonSample(python)).toMatchObject(zeroBalances)
})

test.skipIf(!hasPython)('the Python sample signs fields too', async () => {
  const text = python.replace('call("accountBalance")', `call("accountBalance", ${JSON.stringify(withFields)})`)
  expect(await pythonSample(text)).toMatchObject(fieldRefused)
})
