import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startUat, type Uat } from '../uat.ts'
import { build, folderOf, languages, root, run, spoiled } from './languages.ts'

// Each sample passes the vectors and, against a UAT with a chain, gets from nothing to a filled order and a settled mint.

const vectors = join(root, 'protocol/vectors/signing.json')
let uat: Uat
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-samples-'))
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH' })
})
afterAll(async () => {
  await uat?.end()
  await rm(folder, { recursive: true, force: true })
})

async function keyFile(name: string, pem: string | Buffer): Promise<string> {
  const file = join(folder, `${name}.pem`)
  await writeFile(file, pem, { mode: 0o600 })
  return file
}

describe.each(languages)('$name', (language) => {
  const { name } = language
  const sample = (settings: Record<string, string>) =>
    run(language.run, folderOf(name), { SPECIE_URL: uat.service.origin, SPECIE_SANDBOX: '1', ...settings })

  beforeAll(() => build(language), 600_000)

  test('it passes all vectors', async () => {
    const { vectors: all } = JSON.parse(await readFile(vectors, 'utf8'))
    expect(await run([...language.run, 'sign', vectors], folderOf(name))).toEqual({
      code: 0,
      stdout: `${all.length} of ${all.length} vectors\n`,
      stderr: '',
    })
  })

  test('it fills an order and follows a mint until it has settled', async () => {
    const { privateKey } = await uat.onboard({ name: `Acme ${name} AG` })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const { code, stdout, stderr } = await sample({ SPECIE_KEY: await keyFile(name, pem) })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('balance 300000 CHF, 0 pending\n')
    expect(stdout).toContain('order Filled: 1000 VCHF for 1000.1 CHF\nmint pending\n')
    expect(stdout).toMatch(/mint pending\nmint settled 0x[0-9a-f]{64}\n$/)
  })

  test('an error says what is wrong, what to do, and its trace id', async () => {
    const stranger = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const { code, stdout, stderr } = await sample({ SPECIE_KEY: await keyFile('stranger', stranger.privateKey) })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^signature_failure: .+ See details\.reason.+\n {2}details \{"reason": ?"unknown_key"\}\n {2}trace \w{32}\n$/,
    )
  })
})

describe('with a separator in its signing string', () => {
  test.each(languages)(
    '$name fails the vectors',
    async (language) => {
      const copy = await spoiled(language, folder)
      await build(language, copy)
      const { code, stdout } = await run([...language.run, 'sign', vectors], copy)
      expect(code).toBe(1)
      expect(stdout).toContain('wrong: form mint\n')
    },
    600_000,
  )
})
