import { Command as Parser, CommanderError } from 'commander'
import { nearest } from '@specie/protocol/nearest.ts'
import { textFlaw } from '@specie/protocol/text.ts'
import { type Given, isHere, type Row } from './command.ts'
import { CommandError, Misuse } from './errors.ts'
import { completionsOf } from './complete.ts'
import { type Env, systemEnv } from './env.ts'
import { groupHelp, helpOf, overview, parserOf, synopsisOf, usageOf } from './help.ts'
import type { Machine, MachineCommand } from './machine.ts'
import { commands } from './table.ts'
import { reportFailure } from './failure.ts'
import { version } from './version.ts'

/** Runs a command; returns the exit code: 0 done, 1 refused, rejected or failed, 2 not understood. */
export async function runCommand(typed: readonly string[], machine: Machine): Promise<number> {
  try {
    return await run(optionsLast(typed), machine)
  } catch (error) {
    return reportFailure(error, typed.includes('--json'))
  }
}

async function run(typed: readonly string[], machine: Machine): Promise<number> {
  const env = systemEnv()
  // Called by the scripts of `specie completion`.
  if (typed[0] === 'complete' && typed[1] === '--') return printed(env, completionsOf(typed.slice(2)).join('\n'))
  const asksForHelp = typed.includes('--help') || typed.includes('-h') || typed[0] === 'help'
  const words = typed.filter((word, n) => !['--help', '-h'].includes(word) && !(n === 0 && word === 'help'))
  if (words[0] === '--version' || words[0] === '-V') return printed(env, version)
  const name = nameIn(words)
  if (name === undefined) {
    const group = Object.keys(commands).filter((one) => one.startsWith(`${words[0]} `))
    if (words.length === 0) return printed(env, overview())
    if (group.length > 0 && (words.length === 1 || asksForHelp)) return printed(env, groupHelp(words[0]!, group))
    throw new Misuse(noSuch(words))
  }
  const row: Row = commands[name]!
  if (asksForHelp) return printed(env, helpOf(name, row))
  const { args, given } = understood(name, row, words.slice(name.split(' ').length))
  return isHere(row) ? row.run(env, args, given) : machine(name as MachineCommand, words, args, given)
}

function printed(env: Env, text: string): number {
  env.print(text)
  return 0
}

/** `specie --profile main balance` means `specie balance --profile main`. */
function optionsLast(words: readonly string[]): readonly string[] {
  const first = words[0] === '--profile' ? 2 : words[0] === '--json' ? 1 : 0
  return first === 0 ? words : [...optionsLast(words.slice(first)), ...words.slice(0, first)]
}

/** The longest command name at the start of these words. */
export const nameIn = (words: readonly string[]): string | undefined =>
  [3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((name) => Object.hasOwn(commands, name))

/** The typed command, a suggestion, and where all commands are listed. */
function noSuch(words: readonly string[]): string {
  const typed = words.join(' ')
  const names = Object.keys(commands)
  const group = names.some((name) => name.startsWith(`${words[0]} `)) ? `${words[0]} ` : ''
  const near = nearest(typed, group === '' ? names : names.filter((name) => name.startsWith(group)))
  const meant = near === null ? '' : ` Did you mean “specie ${near}”?`
  const name = words.slice(0, group === '' ? 1 : 2).join(' ')
  return `There is no command ${JSON.stringify(name)}.${meant} specie ${group}--help lists all.`
}

type Understood = { readonly args: readonly (string | undefined)[]; readonly given: Given }

function understood(name: string, row: Row, typed: readonly string[]): Understood {
  const parser = parserOf(name, row)
  try {
    parser.parse(typed, { from: 'user' })
  } catch (error) {
    throw error instanceof CommanderError ? new Misuse(`${misunderstanding(error, row)}\n${usageOf(name, row)}`) : error
  }
  if (!row.anyText) assertPlain(typed)
  return { args: wordsOf(name, row, parser.args), given: givenOf(name, parser, row) }
}

/** The parser's error as a sentence. */
function misunderstanding({ code, message }: CommanderError, { options = {} }: Row): string {
  const option = /'(?:-\w, )?(-[^\s'=]+)/.exec(message)?.[1] ?? ''
  if (code === 'commander.optionMissingArgument')
    return `${option} needs a value: ${option} ${options[option.slice(2)]?.value ?? 'VALUE'}.`
  if (code !== 'commander.unknownOption') return `${message.replace(/^error: /, '')}.`
  if (option.slice(2) in options) return `${option} takes no value.`
  const near = nearest(option.slice(2), Object.keys(options))
  return `There is no option ${option}.${near === null ? '' : ` Did you mean --${near}?`}`
}

function assertPlain(words: readonly string[]): void {
  for (const word of words) {
    const flaw = textFlaw(word)
    if (flaw !== null) throw new CommandError(`${JSON.stringify(word)} is not accepted: ${flaw.message}.`)
  }
}

/** `buy|sell`: one of these words. */
const isChoice = (word: string): boolean => /^[\w-]+(\|[\w-]+)+$/.test(word)

/** One text for each word of the command, then the items of a list. */
function wordsOf(name: string, row: Row, typed: readonly string[]): (string | undefined)[] {
  const { words = [] } = row
  const left = [...typed]
  const found: (string | undefined)[] = []
  for (const word of words) {
    if (word.endsWith(' …]')) return [...found, ...left]
    const text = (word.endsWith('…') ? left.splice(0).join(' ') : left.shift()) || undefined
    if (text === undefined && !word.startsWith('['))
      throw new Misuse(`${word} is missing. Usage: specie ${name} ${synopsisOf(row)}. See specie ${name} --help.`)
    if (text !== undefined && isChoice(word) && !word.split('|').includes(text))
      throw new Misuse(`${JSON.stringify(text)} is not one of ${word.split('|').join(', ')}.`)
    found.push(text)
  }
  if (left.length === 0) return found
  throw new Misuse(`${JSON.stringify(left[0])} is unexpected: ${words.join(' ') || `specie ${name} takes no words`}.`)
}

/** The given options, by their names on the command line. */
function givenOf(name: string, parser: Parser, { options = {}, examples }: Row): Given {
  const given = Object.fromEntries(
    parser.options.map((option) => [option.long!.slice(2), parser.getOptionValue(option.attributeName()) as unknown]),
  )
  const missing = Object.entries(options).flatMap(([option, { needed, value }]) =>
    needed && given[option] === undefined ? [`--${option} ${value}`] : [],
  )
  if (missing.length > 0) throw new Misuse(`Add ${missing.join(' ')}. For example: specie ${name} ${examples[0]}`)
  return given
}
