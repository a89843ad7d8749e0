import { expect, test } from 'vitest'
import { groupHelp, overview } from './help.ts'
import { commands } from './table.ts'

const needed = Object.entries(commands).flatMap(([name, { options = {} }]) =>
  Object.keys(options)
    .filter((option) => options[option]!.needed)
    .map((option) => [name, option] as const),
)

test.each(needed)('the list of commands shows that specie %s needs --%s', (name, option) => {
  const word = name.split(' ')[0]!
  const group = Object.keys(commands).filter((one) => one.startsWith(`${word} `))
  const lists = [overview(), groupHelp(word, group)].join('\n').split('\n')
  const line = lists.find((one) => one.startsWith(`  specie ${name} `) && one.includes(` --${option} `))
  expect(line ?? `no line of specie ${name} has --${option}`).toContain(`--${option} `)
})
