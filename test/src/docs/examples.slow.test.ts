import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Every request of the documentation is sent again, and its answer compared. It takes a minute for each run.

const root = fileURLToPath(new URL('../../../', import.meta.url))
const shown = join(root, 'docs-site/src/examples/examples.gen.json')

/** The exit code and what it printed. */
const check = (file: string) =>
  new Promise<[number, string]>((resolve) => {
    execFile(process.execPath, ['tools/docs-examples.ts', '--check', file], { cwd: root }, (error, stdout, stderr) =>
      resolve([error === null ? 0 : Number(error.code), stdout + stderr]),
    )
  })

test('the examples of the documentation match the service', { timeout: 600_000 }, async () => {
  expect(await check(shown)).toEqual([0, 'the examples are what the service says\n'])
})

test('a wrong example is found, and named', { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specie-planted-'))
  const planted = join(folder, 'examples.json')
  const right = await readFile(shown, 'utf8')
  const wrong = right.replace('"ordstatus": "Filled"', '"ordstatus": "PartlyFilled"')
  expect(wrong).not.toBe(right)
  await writeFile(planted, wrong)
  const [code, told] = await check(planted)
  expect(code).toBe(1)
  expect(told).toContain('the file has "ordstatus": "PartlyFilled",, the service says "ordstatus": "Filled",')
  await rm(folder, { recursive: true })
})
