import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startUat, type Uat } from '../programs/uat.ts'
import { openDesk } from './desk.ts'
import { build, folderOf, languages, root, run, spoiled, withSdk } from './languages.ts'

// Each sample passes the vectors and, against a UAT with a chain, gets from nothing to a filled order and a settled mint.

const vectors = join(root, 'protocol/vectors/signing.json')
let uat: Uat
const folder = mkdtempSync(join(tmpdir(), 'specie-samples-'))
const all = [...languages, withSdk(folder)]

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH' })
  await openDesk(uat)
  for (const language of all) await build(language)
}, 900_000)
afterAll(async () => {
  await uat?.end()
  await rm(folder, { recursive: true, force: true })
})

async function keyFile(name: string, pem: string | Buffer): Promise<string> {
  const file = join(folder, `${name}.pem`)
  await writeFile(file, pem, { mode: 0o600 })
  return file
}

describe.each(all)('$name', (language) => {
  const { name } = language
  const sample = (settings: Record<string, string>) =>
    run(language.run, folderOf(name), { SPECIE_URL: uat.service.origin, SPECIE_SANDBOX: '1', ...settings })

  test('it fills an order and follows a mint until it has settled', async () => {
    const { privateKey } = await uat.onboard({ name: `Acme ${name} AG` })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const { code, stdout, stderr } = await sample({ SPECIE_KEY: await keyFile(name, pem) })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('balance 300000 CHF, 0 pending\n')
    expect(stdout).toContain('order Filled: 1000 VCHF for 1000.1 CHF\nmint ')
    expect(stdout).toMatch(/\nmint settled 0x[0-9a-f]{64}\n$/)
  })

  test('an error says what is wrong, what to do, and its trace id', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const { code, stdout, stderr } = await sample({ SPECIE_KEY: await keyFile('stranger', pem) })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^signature_failure: .+ See details\.reason(.|\n)+\n {2}trace \w{32}\n$/)
  })
})

test.each(languages)('$name passes all vectors', async (language) => {
  const { vectors: every } = JSON.parse(await readFile(vectors, 'utf8'))
  expect(await run([...language.run, 'sign', vectors], folderOf(language.name))).toEqual({
    code: 0,
    stdout: `${every.length} of ${every.length} vectors\n`,
    stderr: '',
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
