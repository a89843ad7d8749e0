import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

// `npm run unused` on a copy of the house, with code that nobody uses, and code that only a test uses.

const root = fileURLToPath(new URL('../../', import.meta.url))
const workspaces = [
  'protocol',
  'payments',
  'program',
  'token',
  'devnet',
  'counterparts',
  'service',
  'sdk',
  'cli',
  'local',
  'test',
]
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'specie-unused-'))
  const isOurs = (path: string) => !path.split(sep).includes('node_modules')
  for (const name of [...workspaces, 'tools'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isOurs })
  for (const name of ['package.json', 'knip.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(copy, name))
  linkPackages()
  appendFileSync(
    join(copy, 'service/src/base/version.ts'),
    'export const usedByNobody = 1\nexport const usedByTests = 2\n',
  )
  const planted = `import { usedByTests } from './version.ts'\nexport default usedByTests\n`
  appendFileSync(join(copy, 'service/src/base/planted.test.ts'), planted)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** The packages of others are those of the house; its own lead to the copy. */
function linkPackages(): void {
  const theirs = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules/@specie'), { recursive: true })
  for (const name of readdirSync(theirs))
    if (name !== '@specie') symlinkSync(join(theirs, name), join(copy, 'node_modules', name))
  for (const name of workspaces) symlinkSync(join(copy, name), join(copy, 'node_modules/@specie', name))
}

function unused(...words: string[]): string {
  const program = join(root, 'node_modules/knip/bin/knip.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--reporter', 'compact', ...words], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, ''])
  return stdout
}

test('an export that nobody uses is refused', () => {
  expect(unused()).toBe('Unused exports (1)\nservice/src/base/version.ts: usedByNobody\n')
})

test('an export that only a test uses is refused too', () => {
  expect(unused('--production')).toBe('Unused exports (1)\nservice/src/base/version.ts: usedByNobody, usedByTests\n')
})
