import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'

// The examples of docs/sdk.md and of the SDK's README have the current types of the SDK. They run in sdk/packed.slow.test.ts.

const root = fileURLToPath(new URL('../../../', import.meta.url))
let folder: string

beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'specie-sdk-examples-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const examplesIn = async (file: string): Promise<string[]> =>
  blocksOf(await readFile(join(root, file), 'utf8')).flatMap(({ language, text }) => (language === 'ts' ? [text] : []))

const config = {
  extends: join(root, 'tsconfig.json'),
  compilerOptions: {
    paths: Object.fromEntries(
      ['index', 'node', 'testing'].map((entry) => [
        entry === 'index' ? '@specie/sdk' : `@specie/sdk/${entry}`,
        [join(root, `sdk/src/${entry}.ts`)],
      ]),
    ),
    typeRoots: [join(root, 'node_modules/@types')],
    noUnusedLocals: false,
  },
  include: ['*.ts'],
}

/** The output of the compiler. */
const compiled = () =>
  new Promise<string>((resolve) => {
    execFile(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: folder }, (_error, stdout) => resolve(stdout))
  })

test('every example compiles against the SDK, and a wrong one is found', async () => {
  const pages = await examplesIn('docs/sdk.md')
  expect(pages.length).toBeGreaterThan(1)
  // The README's examples build on each other.
  const readme = (await examplesIn('sdk/README.md')).join('\n')
  const files = { 'readme.ts': readme, 'wrong.ts': pages[0]!.replace('timeoutMs', 'timeoutMS') }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  for (const [n, text] of pages.entries()) await writeFile(join(folder, `page-${n}.ts`), text)
  const found = (await compiled()).split('\n').filter((line) => line.includes('error TS'))
  expect(found).toEqual([expect.stringMatching(/^wrong\.ts.*'timeoutMS' does not exist/)])
})
