import { readFile, writeFile } from 'node:fs/promises'
import { jsonSchema } from '@specie/protocol/openapi.ts'
import type { PeopleCall, PeopleInput, PeopleResponse } from '@specie/protocol/people/call.ts'
import { CommandError, type Command } from './command.ts'
import { consoleCall, consoleFile } from './console.ts'

// A command that is one call of the console. Its words and options are the fields of the call, so a call and its command
// cannot differ.

type Field<C extends PeopleCall> = keyof PeopleInput<C> & string

type Shape<C extends PeopleCall> = {
  /**
   * The words of the command in their order, and the field that each fills. `[WORD]` may be left out, `WORD…` takes all
   * that follow. `file`: the path of the file that the call takes or answers with.
   */
  readonly words?: { readonly [word: string]: Field<C> | 'file' }
  /** Fields that are given unless the command says otherwise. */
  readonly defaults?: Partial<PeopleInput<C>>
  readonly does: string
  /** The answer as people read it. */
  readonly show: (answer: PeopleResponse<C>, given: Record<string, unknown>) => string
  /** 0 unless the answer says that something is wrong. */
  readonly exitCode?: (answer: PeopleResponse<C>) => number
}

export function overConsole<const C extends PeopleCall>(call: C, shape: Shape<C>): Command {
  const { words = {}, does } = shape
  const options = Object.keys(call.request.shape).filter((field) => !Object.values<string>(words).includes(field))
  const usage = (field: string) => usageOf(call, field)
  const isNeeded = (field: string) => !call.request.shape[field]!.safeParse(undefined).success
  const takes = [
    ...Object.keys(words),
    ...options.map((field) => (isNeeded(field) ? usage(field) : `[${usage(field)}]`)),
    '[--json]',
  ].join(' ')
  const run: Command['run'] = async (args, given) => {
    const texts = { ...wordsOf(words, args), ...optionsOf(options, given) }
    const { file, ...input } = Object.fromEntries(
      Object.entries(texts).map(([field, text]) => [field, valueOf(call, field, text)]),
    )
    const missing = options.filter((field) => isNeeded(field) && input[field] === undefined).map(usage)
    if (missing.length > 0) throw new CommandError(`Add ${missing.join(' ')}.`)
    const answer = await answerOf(call, { ...shape.defaults, ...input } as PeopleInput<C>, file as string | undefined)
    console.log(given['json'] === true ? JSON.stringify(answer, null, 2) : shape.show(answer, { file, ...input }))
    return shape.exitCode?.(answer) ?? 0
  }
  const named = options.map((field) => [optionOf(field), { type: 'string' as const }])
  return { takes, does, options: { ...Object.fromEntries(named), json: { type: 'boolean' } }, run }
}

const optionOf = (field: string): string => field.replaceAll('_', '-')

/** With the words that it takes, where they are few. */
function usageOf({ request }: PeopleCall, field: string): string {
  const { enum: words } = jsonSchema(request.shape[field]) as { enum?: string[] }
  return `--${optionOf(field)} ${words && words.length < 5 ? words.join('|') : field.toUpperCase()}`
}

/** The fields that the words fill. */
function wordsOf(words: { readonly [word: string]: string }, args: readonly string[]): Record<string, string> {
  const left = [...args]
  const found: Record<string, string> = {}
  for (const [word, field] of Object.entries(words)) {
    const given = word.endsWith('…') ? left.splice(0).join(' ') : left.shift()
    if (given !== undefined && given !== '') found[field] = given
    else if (!word.startsWith('[')) throw new CommandError(`${word} is missing: ${Object.keys(words).join(' ')}.`)
  }
  if (left.length === 0) return found
  throw new CommandError(`${JSON.stringify(left[0])} is too much: ${Object.keys(words).join(' ')}.`)
}

/** The fields that the options fill. */
const optionsOf = (options: readonly string[], given: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    options.flatMap((field) => {
      const text = given[optionOf(field)] as string | undefined
      return text === undefined ? [] : [[field, text]]
    }),
  )

/** As JSON has it: numbers and lists are not texts there. A query has only texts. */
function valueOf({ method, request }: PeopleCall, field: string, text: string): unknown {
  if (method === 'GET' || field === 'file') return text
  const { type } = jsonSchema(request.shape[field])
  if (type === 'array') return text.split(',')
  return type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text
}

async function answerOf<C extends PeopleCall>(
  call: C,
  input: PeopleInput<C>,
  path: string | undefined,
): Promise<PeopleResponse<C>> {
  if (path === undefined) return consoleCall(call, input)
  if (!call.download) return consoleCall(call, input, await readFile(path).catch(unusable(path)))
  const content = await consoleFile(call as C & { download: true }, input)
  // Somebody may have a file of this name: it stays.
  await writeFile(path, content, { flag: 'wx', mode: 0o600 }).catch(unusable(path))
  return { file: path, bytes: content.length } as unknown as PeopleResponse<C>
}

const unusable = (path: string) => (error: NodeJS.ErrnoException) => {
  const why = error.code === 'EEXIST' ? 'it exists already' : error.message
  throw new CommandError(`${path} cannot be used: ${why}.`)
}
