import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npmStart, processesOf, type Started } from '../programs/start.ts'
import { type Block, blocksOf, commandsOf, lastJson, shows } from './blocks.ts'
import { openShell, type Shell } from './shell.ts'

// A stranger's steps: clone, `npm start`, which installs everything, and paste every block of the README and of
// docs/first-steps.md into one shell, top to bottom.

const root = fileURLToPath(new URL('../../../', import.meta.url))

let folder: string
let clone: string
let began: number
let started: Started
let shell: Shell

/** The files of git, in their current state. */
function makeClone(): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const present = files
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
  for (const file of present) cpSync(join(root, file), join(clone, file), { recursive: true })
}

/** No program of the repository is on the path of a reader. */
const env = {
  HOME: process.env['HOME'],
  PATH: process.env['PATH']!.split(':')
    .filter((part) => !part.includes('node_modules'))
    .join(':'),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-readme-'))
  clone = join(folder, 'specie')
  makeClone()
  began = performance.now()
  started = await npmStart(join(clone, '.specie'), { PATH: env.PATH }, clone)
  shell = openShell(clone, env)
}, 600_000)

afterAll(async () => {
  await shell?.end()
  for (const { pid } of processesOf(join(clone, '.specie'))) process.kill(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function expectWithinTenMinutes(): void {
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(`from a fresh clone to a settled mint and a filled order: ${seconds} s`)
  expect(seconds).toBeLessThan(600)
}

const documentOf = (name: string): Block[] => blocksOf(readFileSync(join(clone, name), 'utf8'))

describe('the README and the first steps', () => {
  const [first, ...blocks] = ['README.md', 'docs/first-steps.md']
    .flatMap((name) => blocksOf(readFileSync(join(root, name), 'utf8')))
    .filter(({ language }) => language === 'sh' || language === 'json')

  test('begin with the two commands', () => {
    expect(commandsOf(first!)).toEqual(['npm start', 'npm test'])
  })

  test(
    'runs as pasted, each block shows the output of the page, and the first order is filled within ten minutes',
    { timeout: 300_000 },
    async () => {
      let output = ''
      for (const { language, text } of blocks) {
        if (language === 'sh') output = await shell.paste(text)
        else expect(shows(JSON.parse(text), lastJson(output)), `the page shows ${text} of ${output}`).toBe(true)
        // The first order comes after the first mint.
        if (text.includes('"Filled"')) expectWithinTenMinutes()
      }
      expect(blocks.filter(({ language }) => language === 'json').length).toBeGreaterThan(5)
    },
  )
})

/** Not these: commands for production only, and measured or tested ones. */
const documents = ['banking', 'check', 'events', 'rails', 'token', 'transfers'].map((name) => `docs/${name}.md`)

test('an operator signs in as docs/people.md says', async () => {
  const output = await shell.paste('eval "$(npx specie demo token operations@staff.example)"; npx specie staff list')
  expect(output).toContain('operations@staff.example')
})

test.each(documents)('%s: every command that needs nothing filled in runs', async (name) => {
  const commands = documentOf(name).flatMap((block) => (block.language === 'sh' ? commandsOf(block) : []))
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) await shell.paste(command)
})

test('SIGTERM stops all processes', async () => {
  expect(await started.stop()).toBe(0)
  await expect.poll(() => processesOf(join(clone, '.specie'))).toEqual([])
})
