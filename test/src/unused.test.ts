import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

// `npm run unused`, with its own settings, on a small tree: one workspace, with unused code, and code that only a test uses.

const root = fileURLToPath(new URL('../../', import.meta.url))
let house: string

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(house, path)), { recursive: true })
  writeFileSync(join(house, path), text)
}

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'specie-unused-'))
  for (const name of ['knip.json', 'tsconfig.json']) cpSync(join(root, name), join(house, name))
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
  const manifest = { name: 'house', private: true, type: 'module', workspaces: ['program'] }
  plant('package.json', JSON.stringify({ ...manifest, devDependencies: { vitest: '*', typescript: '*' } }))
  plant('program/package.json', JSON.stringify({ name: 'program', type: 'module', exports: './src/main.ts' }))
  plant('program/src/main.ts', `import { used } from './planted.ts'\nconsole.log(used)\n`)
  const exported = ['used', 'usedByNobody', 'usedByTests'].map((name) => `export const ${name} = 1\n`)
  plant('program/src/planted.ts', exported.join(''))
  const used = `import { test } from 'vitest'\nimport { usedByTests } from './planted.ts'\ntest(String(usedByTests), () => {})\n`
  plant('program/src/planted.test.ts', used)
})
afterAll(() => rmSync(house, { recursive: true, force: true }))

function unused(...words: string[]): string {
  const knip = join(root, 'node_modules/knip/bin/knip.js')
  const options = ['--no-config-hints', '--reporter', 'compact', ...words]
  const { status, stdout, stderr } = spawnSync(process.execPath, [knip, ...options], { cwd: house, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, ''])
  return stdout
}

test('an unused export is refused', () => {
  expect(unused()).toBe('Unused exports (1)\nprogram/src/planted.ts: usedByNobody\n')
})

test('an export used only by a test is refused too', () => {
  expect(unused('--production')).toBe('Unused exports (1)\nprogram/src/planted.ts: usedByNobody, usedByTests\n')
})
