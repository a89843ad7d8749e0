import { globSync, readFileSync } from 'node:fs'
import { commands } from '@specie/cli/table.ts'
import { expect, test } from 'vitest'

// A page that names a removed command is a dead end for an operator at night.

const root = new URL('../../../', import.meta.url)
const pages = ['README.md', 'ARCHITECTURE.md', ...globSync('docs/*.md', { cwd: root })]
const names = Object.keys(commands)
const groups = new Set(names.flatMap((name) => (name.includes(' ') ? [name.split(' ')[0]!] : [])))

/** The names of processes in pg_stat_activity, as in docs/operations.md. */
const processes = ['api', 'worker', 'both', 'command']

const isCommand = (first: string, second: string | undefined): boolean =>
  names.includes(`${first} ${second}`) || names.includes(first) || (groups.has(first) && second === undefined)

/** `specie a b` in code: the first two words, as far as they are words of a command. */
const called = (text: string) =>
  [...text.matchAll(/(?:`|npx |^|\n)specie ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g)].map(
    ([, first, second]) => [first!, second] as const,
  )

test.each(pages)('%s names only existing commands', (page) => {
  const text = readFileSync(new URL(page, root), 'utf8')
  const gone = called(text).filter(([first, second]) => !isCommand(first, second) && !processes.includes(first))
  expect(gone.map((words) => words.join(' '))).toEqual([])
})

test('the table of commands in docs/people.md has no removed word', () => {
  const text = readFileSync(new URL('docs/people.md', root), 'utf8')
  const rows = [...text.matchAll(/^\| `specie (\w+)` \| (.*) \|$/gm)].filter(([, group]) => groups.has(group!))
  expect(rows.length).toBeGreaterThan(8)
  const named = rows.flatMap(([, group, cell]) =>
    [...cell!.matchAll(/`([a-z-]+)`/g)].map(([, word]) => `${group} ${word}`),
  )
  const outcomes = ['holds reject', 'kyb reject', 'kyb reinstate'] // words that follow `propose`
  expect(named.filter((name) => !names.includes(name) && !outcomes.includes(name))).toEqual([])
})
