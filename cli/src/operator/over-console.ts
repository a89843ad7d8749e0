import { readFile, writeFile } from 'node:fs/promises'
import { jsonSchema } from '@specie/protocol/openapi/openapi.ts'
import type { PeopleCall, PeopleInput, PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { Command, Given, Option } from '../command.ts'
import { CommandError } from '../errors.ts'
import type { Env } from '../env.ts'
import { exampleOf } from './examples.ts'
import { consoleCall, consoleFile } from './console.ts'

// A command that is one call of the console. Its words and options are the fields of the call, so a call and its command cannot
// differ.

type Field<C extends PeopleCall> = keyof PeopleInput<C> & string

type Shape<C extends PeopleCall> = {
  /**
   * The words of the command in their order, and the field of each. `[WORD]` is optional, `WORD…` takes the rest. `file`: the
   * path of the file that the call sends or returns.
   */
  readonly words?: { readonly [word: string]: Field<C> | 'file' }
  /** Default values of fields. */
  readonly defaults?: Partial<PeopleInput<C>>
  readonly does: string
  /** The answer as text. */
  readonly show: (answer: PeopleResponse<C>, given: Record<string, unknown>) => string
  /** 0 unless the answer reports a problem. */
  readonly exitCode?: (answer: PeopleResponse<C>) => number
}

export function overConsole<const C extends PeopleCall>(call: C, shape: Shape<C>): Command {
  const { words = {}, does } = shape
  // Only a page repeats a read within a visit. Each command is a visit of its own.
  const inWords = [...Object.values<string>(words), 'visit']
  const fields = Object.keys(call.request.shape).filter((field) => !inWords.includes(field))
  const options = Object.fromEntries(fields.map((field) => [optionOf(field), fieldOption(call, field)]))
  const run: Command['run'] = async (env, typed, given) => {
    const texts = { ...wordsOf(words, typed), ...optionsOf(fields, given) }
    const { file, ...input } = Object.fromEntries(
      Object.entries(texts).map(([field, text]) => [field, valueOf(call, field, text)]),
    )
    const requested = { ...shape.defaults, ...input } as PeopleInput<C>
    const answer = await answerOf(env, call, requested, file as string | undefined)
    env.print(given['json'] === true ? JSON.stringify(answer, null, 2) : shape.show(answer, { file, ...input }))
    return shape.exitCode?.(answer) ?? 0
  }
  const names = Object.keys(words)
  return {
    does,
    words: names,
    options: { ...options, json: { does: 'the answer as JSON' } },
    examples: [exampleOf(names, options)],
    run,
  }
}

const optionOf = (field: string): string => field.replaceAll('_', '-')

/** Lists the allowed values where there are only a few. */
function fieldOption({ request }: PeopleCall, field: string): Option {
  const { enum: choices, description } = jsonSchema(request.shape[field]) as { enum?: string[]; description?: string }
  const isShort = choices !== undefined && choices.length < 5
  return {
    value: isShort ? choices.join('|') : field.toUpperCase(),
    does: description ?? '',
    needed: !request.shape[field]!.safeParse(undefined).success,
    ...(choices && { choices }),
  }
}

/** The fields of the words. */
const wordsOf = (
  words: { readonly [word: string]: string },
  typed: readonly (string | undefined)[],
): Record<string, string> =>
  Object.fromEntries(Object.values(words).flatMap((field, n) => (typed[n] === undefined ? [] : [[field, typed[n]]])))

/** The fields of the options. */
const optionsOf = (fields: readonly string[], given: Given): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = given[optionOf(field)] as string | undefined
      return text === undefined ? [] : [[field, text]]
    }),
  )

/** JSON has numbers and lists; a query has only texts. */
function valueOf({ method, request }: PeopleCall, field: string, text: string): unknown {
  if (method === 'GET' || field === 'file') return text
  const { type, items } = jsonSchema(request.shape[field]) as { type?: string; items?: Item }
  if (type === 'array') return text.split(',').map((one) => itemOf(items, one))
  return type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text
}

type Item = { readonly properties?: { readonly [field: string]: unknown } }

/** `withdraw:CHF:day:1000` for an item with four fields. `none` means null. */
function itemOf({ properties }: Item = {}, text: string): unknown {
  if (properties === undefined) return text
  const parts = text.split(':')
  return Object.fromEntries(
    Object.keys(properties).map((field, n) => [field, parts[n] === 'none' ? null : (parts[n] ?? '')]),
  )
}

async function answerOf<C extends PeopleCall>(
  env: Env,
  call: C,
  input: PeopleInput<C>,
  path: string | undefined,
): Promise<PeopleResponse<C>> {
  if (path === undefined) return consoleCall(env, call, input)
  if (!call.download) return consoleCall(env, call, input, await readFile(path).catch(unusable(path)))
  const content = await consoleFile(env, call as C & { download: true }, input)
  // An existing file of this name is kept.
  await writeFile(path, content, { flag: 'wx', mode: 0o600 }).catch(unusable(path))
  return { file: path, bytes: content.length } as unknown as PeopleResponse<C>
}

const unusable = (path: string) => (error: NodeJS.ErrnoException) => {
  const why = error.code === 'EEXIST' ? 'it exists already' : error.message
  throw new CommandError(`${path} cannot be used: ${why}.`)
}
