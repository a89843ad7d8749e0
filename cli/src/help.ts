import { Command as Parser, Option as Flag } from 'commander'
import { isHere, type Row } from './command.ts'
import { commands, sections } from './table.ts'

// The output of --help, made from the table.

/** The parser of one command, which also lays out its help. It neither prints nor exits by itself. */
export function parserOf(name: string, row: Row): Parser {
  const parser = new Parser(`specie ${name}`)
    .usage(usageWords(row))
    .description(sentence(row.does))
    .helpOption(false)
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .showSuggestionAfterError(false)
  for (const [option, { value, does, many }] of Object.entries(row.options ?? {})) {
    const flag = new Flag(value === undefined ? `--${option}` : `--${option} <${value}>`, does)
    if (many) flag.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text])
    parser.addOption(flag)
  }
  return parser
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** The required arguments: words and options. */
export function synopsisOf(row: Row): string {
  return [...(row.words ?? []), ...neededOptions(row)].join(' ')
}

const neededOptions = ({ options = {} }: Row): string[] =>
  Object.entries(options).flatMap(([name, { needed, value }]) => (needed ? [`--${name} ${value}`] : []))

function usageWords(row: Row): string {
  const hasOthers = Object.keys(row.options ?? {}).length > neededOptions(row).length
  return [synopsisOf(row), ...(hasOthers ? ['[options]'] : [])].join(' ').trimStart()
}

export const usageOf = (name: string, row: Row): string => `Usage: specie ${name} ${usageWords(row)}`.trimEnd()

/** Help for one command: its usage, options, examples, and the commands that begin with its name. */
export function helpOf(name: string, row: Row): string {
  const also = Object.keys(commands).filter((one) => one.startsWith(`${name} `))
  const examples = row.examples.map((words) => `  $ specie ${name} ${words}`.trimEnd())
  return [
    parserOf(name, row).helpInformation().trimEnd(),
    '',
    'Examples:',
    ...examples,
    ...(isHere(row) ? [] : ['', 'Runs only on the machine of the service.']),
    ...(also.length > 0 ? ['', 'See also:', ...also.map((one) => listLine(one, commands[one]!))] : []),
  ].join('\n')
}

/** Help for the commands that begin with a word. */
export const groupHelp = (word: string, names: readonly string[]): string =>
  [
    `Usage: specie ${word} COMMAND`,
    '',
    ...names.map((name) => listLine(name, commands[name]!)),
    '',
    `specie ${word} COMMAND --help shows options and examples.`,
  ].join('\n')

function listLine(name: string, row: Row): string {
  const call = `specie ${name} ${synopsisOf(row)}`.trimEnd().padEnd(36)
  return `  ${call}${call.length > 36 ? `\n${' '.repeat(38)}` : ''} ${row.does}`
}

/** Help for all commands. Large groups share a line. */
export function overview(): string {
  const parts = sections.flatMap(({ title, commands }) => ['', `${title}:`, ...linesOf(commands)])
  return [
    'Usage: specie COMMAND [options]',
    ...parts,
    '',
    'specie COMMAND --help shows options and examples. specie completion --help: completion for your shell.',
    'Exit codes: 0 done; 1 refused, rejected or failed; 2 the command was not understood.',
  ].join('\n')
}

function linesOf(rows: { readonly [name: string]: Row }): string[] {
  const all = Object.keys(rows)
  const words = [...new Set(all.map((name) => name.split(' ')[0]!))]
  return words.flatMap((word) => {
    const own = rows[word] === undefined ? [] : [listLine(word, rows[word])]
    const longer = all.filter((name) => name.startsWith(`${word} `))
    if (longer.length === 1) return [...own, listLine(longer[0]!, rows[longer[0]!]!)]
    const parts = longer.map((name) => name.slice(word.length + 1)).join(', ')
    return longer.length === 0 ? own : [...own, `  specie ${word.padEnd(13)} ${parts}`]
  })
}
