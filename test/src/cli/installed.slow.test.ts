import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUat, type Uat } from '../programs/uat.ts'
import { installed as programOf, node20 as oldNode } from '../sdk/runtimes.ts'
import { buildSpecie, specieOf } from './built.ts'

// The command on its own: packed, installed in an empty folder, and run by Node 20.

const root = fileURLToPath(new URL('../../../', import.meta.url))
let uat: Uat
let node20: string

beforeAll(async () => {
  await buildSpecie()
  node20 = await programOf(oldNode)
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH' })
})
afterAll(() => uat.end())

const npm = (folder: string, ...words: string[]): string =>
  execFileSync('npm', [...words, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
  })

/** As published, in a folder with nothing else. */
function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'specie-installed-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const [{ filename }] = JSON.parse(npm(join(root, 'cli'), 'pack', '--json', '--pack-destination', folder))
  npm(folder, 'install', '--offline', join(folder, filename))
  return folder
}

test.runIf(process.platform === 'linux')(
  'packed and installed, it runs on Node 20 and needs nothing else',
  async () => {
    const folder = installed()
    expect(execFileSync('ls', [join(folder, 'node_modules')], { encoding: 'utf8' }).trim()).toBe('@specie')
    const specie = specieOf({}, node20, join(folder, 'node_modules/.bin/specie'))
    expect(execFileSync(node20, ['--version'], { encoding: 'utf8' })).toMatch(/^v20\./)
    expect((await specie('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await specie('init', '--base', uat.service.origin)).toMatchObject({ code: 0 })
    await specie('sandbox', 'wires', 'currency=CHF', 'amount=300000')
    await specie('sandbox', 'advance', '30m')
    expect((await specie('balance')).out).toMatch(/^CHF +300000 +0$/m)
    const mint = specie('mint', 'VCHF', '250000', '--chain', 'ETH', '--watch', '--json')
    await expect.poll(async () => (await specie.json('supply')).supplychanges.length).toBe(1)
    await specie('sandbox', 'advance', '4h')
    const { code, out, err } = await mint
    expect([code, JSON.parse(out.trim().split('\n').at(-1)!).status]).toEqual([0, 'settled'])
    expect(err).toMatch(/ settled\n$/)
    const { out: curl } = await specie('sign', 'accountBalance')
    expect(await specie.withInput(curl, 'verify')).toMatchObject({ code: 0 })
    expect(await specie('check')).toMatchObject({
      code: 1,
      err: 'specie check needs the machine of the service. Run it in a folder where Specie is installed.\n',
    })
  },
)

test.runIf(process.platform === 'linux')(
  'from node_modules/.bin of the repository, commands of the machine find their own Node',
  async () => {
    const specie = specieOf({}, node20, join(root, 'node_modules/.bin/specie'))
    expect(await specie('demo', 'code', 'x')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There are no demo people/),
    })
    expect(await specie('check')).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no instance in /) })
  },
)
