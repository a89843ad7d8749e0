import { isHere, type Options, type Row } from './command.ts'
import { usageOf } from './help.ts'
import { type Section, sections } from './table.ts'

// The pages of docs/cli: every command, from the table that also parses it.

const folder = 'docs/cli'

const fileOf = ({ name }: Section): string => `${name}.md`

/** The groups of commands, for docs/cli.md. */
export const groupTable = (): string =>
  [
    '| page | commands |',
    '| --- | --- |',
    ...sections.map((one) => {
      const words = new Set(Object.keys(one.commands).map((name) => name.split(' ')[0]!))
      return `| [${one.title}](cli/${fileOf(one)}) | ${[...words].map((word) => `\`${word}\``).join(', ')} |`
    }),
  ].join('\n')

/** A page for each group of commands. */
export const groupPages = (note: string): { file: string; text: string }[] =>
  sections.map((one) => ({ file: `${folder}/${fileOf(one)}`, text: groupPage(one, note) }))

const groupPage = ({ title, about, commands }: Section, note: string): string =>
  [
    `# ${title}\n${note}`,
    `${about} [The command line](../cli.md) describes profiles, output and exit codes.`,
    ...Object.entries(commands).map(([name, row]) => commandText(name, row)),
  ].join('\n\n') + '\n'

function commandText(name: string, row: Row): string {
  const { does, options = {}, examples } = row
  const shown = examples.map((words) => `specie ${name} ${words}`.trimEnd())
  return [
    `## specie ${name}`,
    `${does.charAt(0).toUpperCase()}${does.slice(1)}.${isHere(row) ? '' : ' Runs only on the machine of the service.'}`,
    `\`\`\`sh\n${[usageOf(name, row).replace('Usage: ', '# '), ...shown].join('\n')}\n\`\`\``,
    ...(Object.keys(options).length === 0 ? [] : [optionTable(options)]),
  ].join('\n\n')
}

function optionTable(options: Options): string {
  const rows = Object.entries(options).map(([name, { value, does, needed }]) => {
    const flag = `\`--${name}${value === undefined ? '' : ` ${value}`}\``
    return `| ${flag.replaceAll('|', '\\|')} | ${[...(needed ? ['needed'] : []), does.replaceAll('|', '\\|')].join('; ')} |`
  })
  return ['| option | |', '|---|---|', ...rows].join('\n')
}
