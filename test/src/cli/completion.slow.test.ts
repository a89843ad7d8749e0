import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSpecie, launcher, specieOf } from './built.ts'

// Completion in zsh and fish as in use: the script is at the place of docs/cli.md, and Tab is pressed in the shell itself. Bash
// is in commands.test.ts. .ci/run installs both shells; without them the tests fail.

const run = promisify(execFile)
let folder: string
let env: Record<string, string | undefined>

beforeAll(async () => {
  await buildSpecie()
  folder = await mkdtemp(join(tmpdir(), 'specie-completion-'))
  const command = join(folder, 'bin/specie')
  await mkdir(join(folder, 'bin'))
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`)
  await chmod(command, 0o755)
  env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, TERM: 'xterm', FOLDER: folder }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const scriptFor = async (shell: string): Promise<string> => (await specieOf()('completion', shell)).out

test('fish completes commands, options and values', async () => {
  const file = join(folder, 'specie.fish')
  await writeFile(file, await scriptFor('fish'))
  const completed = async (line: string) => {
    const { stdout } = await run('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`], { env })
    return stdout.split('\n').filter((word) => word !== '')
  }
  expect(await completed('specie withd')).toEqual(['withdraw', 'withdrawals'])
  expect(await completed('specie bank imp')).toEqual(['import'])
  expect(await completed('specie orders --ordstatus ')).toEqual(['Filled', 'Rejected'])
  expect(await completed('specie order b')).toEqual(['buy'])
  expect(await completed('specie nothing ')).toEqual([])
})

/** An interactive zsh, in which Tab completes and then records the line. */
const zshrc = `
fpath=($FOLDER/functions $fpath)
autoload -Uz compinit && compinit -u -D
note() { print -r -- "$BUFFER|" >> $FOLDER/noted }
tab() { zle complete-word; note; zle kill-whole-line }
zle -N tab && bindkey '^I' tab
zle-line-init() { print ready > $FOLDER/ready }
zle -N zle-line-init
`

/** Types lines into it, each with Tab, and waits for each to be recorded. Its output is read, so that it never blocks. */
const driver = `
zmodload zsh/zpty
zpty -b shell "ZDOTDIR=$FOLDER zsh -i"
await() { until eval $1; do zpty -rt shell _ 2>/dev/null; sleep 0.05; done }
await '[[ -e $FOLDER/ready ]]'
for line in "$@"; do
  (( n += 1 ))
  zpty -nw shell "$line"$'\\t'
  await '[[ -e $FOLDER/noted ]] && (( $(wc -l < $FOLDER/noted) >= n ))'
done
zpty -d shell
`

test('zsh completes commands, options and values, from the first Tab on', { timeout: 60_000 }, async () => {
  await mkdir(join(folder, 'functions'))
  await writeFile(join(folder, 'functions/_specie'), await scriptFor('zsh'))
  await writeFile(join(folder, '.zshrc'), zshrc)
  await writeFile(join(folder, 'driver.zsh'), driver)
  const typed = {
    'specie bank imp': 'specie bank import |',
    'specie withd': 'specie withdraw|',
    'specie orders --ordstatus F': 'specie orders --ordstatus Filled |',
    'specie order b': 'specie order buy |',
    'specie nothing ': 'specie nothing |',
  }
  await run('zsh', ['-f', join(folder, 'driver.zsh'), ...Object.keys(typed)], { env, timeout: 50_000 })
  const noted = await readFile(join(folder, 'noted'), 'utf8')
  expect(noted.trimEnd().split('\n')).toEqual(Object.values(typed))
})
