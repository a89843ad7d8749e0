import { callTable } from '@specie/sdk/generated/calls.gen.ts'
import type { Client } from '@specie/sdk/client.ts'
import type { Endpoint, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { jsonSchema } from '@specie/protocol/openapi/openapi.ts'
import { clientFor, commonOptions } from '../client.ts'
import type { Command, Given, Option, Options } from '../command.ts'
import type { Env } from '../env.ts'
import { type Account, accountOf } from '../profile/account.ts'

// A command that is one call of the API. Its words and options are the fields of the call, so a call and its command cannot
// differ.

/** By field; the service validates the values. */
export type Fields = Record<string, unknown>

type Shape<Answer> = {
  readonly does: string
  /** The words of the command in their order, and the field of each. */
  readonly words?: { readonly [word: string]: string }
  /** Options that are not fields. */
  readonly more?: Options
  /** Fields that the command requires although the call does not. */
  readonly needs?: readonly string[]
  /** Fields that the call requires and `request` fills in, with the default that help shows. */
  readonly defaults?: { readonly [field: string]: string }
  /** Fields that the client fills in, or that `request` makes of other options. */
  readonly hidden?: readonly string[]
  readonly request?: (fields: Fields, given: Given, env: Env) => Fields
  readonly examples: readonly string[]
  /** The answer as text. */
  readonly show: (answer: Answer, given: Given, account: Account) => string
  /** The file in the answer, printed unchanged instead of `show`; null if there is none. */
  readonly file?: (answer: Answer, given: Given) => string | null
  /** 0 unless the answer is a refusal. */
  readonly exitCode?: (answer: Answer) => number
  /** Another way to make the call, chosen by an option; returns the exit code, or null if the option is missing. */
  readonly instead?: (env: Env, client: Client, fields: Fields, given: Given) => Promise<number> | null
  /** Runs after the answer is printed; returns the exit code. */
  readonly afterwards?: (env: Env, client: Client, answer: Answer, given: Given) => Promise<number>
}

/** Options whose name differs from their field. */
const optionNames: { readonly [field: string]: string } = { blockchain: 'chain', validate: 'dry-run' }

const dryRun: Option = { does: 'run every check, change nothing' }

export function overApi<const E extends Endpoint>(endpoint: E, shape: Shape<ResponseOf<E>>): Command {
  const { words = {}, hidden = [] } = shape
  const byWord = Object.values(words)
  const fields = Object.keys(endpoint.request.shape).filter(
    (field) => !byWord.includes(field) && !hidden.includes(field),
  )
  return {
    does: shape.does,
    words: Object.keys(words),
    options: {
      ...Object.fromEntries(fields.map((field) => [optionOf(field), fieldOption(endpoint, field, shape)])),
      ...(listOf(endpoint) !== null ? { all: { does: 'every page, not only the first' } } : {}),
      ...shape.more,
      ...commonOptions,
    },
    examples: shape.examples,
    run: async (env, typed, given) => {
      const requested = fieldsOf(words, fields, typed, given)
      const account = accountOf(env, given)
      const client = clientFor(env, account)
      const request = shape.request?.(requested, given, env) ?? requested
      const instead = shape.instead?.(env, client, request, given) ?? null
      if (instead !== null) return instead
      const answer = await answerOf(client, endpoint, request, given['all'] === true)
      // A followed command prints one line of JSON after the other.
      const indent = given['watch'] === true ? 0 : 2
      const file = given['json'] === true ? null : (shape.file?.(answer, given) ?? null)
      if (file !== null) env.printFile(file)
      else env.print(given['json'] === true ? JSON.stringify(answer, null, indent) : shape.show(answer, given, account))
      const isTrial = given['dry-run'] === true
      return isTrial || shape.afterwards === undefined
        ? (shape.exitCode?.(answer) ?? 0)
        : shape.afterwards(env, client, answer, given)
    },
  }
}

const optionOf = (field: string): string => optionNames[field] ?? field.replaceAll('_', '-')

/** The field of the answer with the rows of a page; null if it is not a list. */
function listOf({ name }: Endpoint): string | null {
  const row = callTable[name as keyof typeof callTable]
  return 'list' in row ? row.list : null
}

type FieldNeeds = Pick<Shape<never>, 'needs' | 'defaults'>

function fieldOption({ request }: Endpoint, field: string, { needs = [], defaults = {} }: FieldNeeds): Option {
  if (field === 'validate') return dryRun
  const schema = jsonSchema(request.shape[field]) as { enum?: string[]; description?: string; format?: string }
  const { enum: choices, description, format } = schema
  const isShort = choices !== undefined && choices.length < 5
  const isTime = format === 'date-time'
  const isDefault = defaults[field] !== undefined
  return {
    value: isTime ? 'DATE' : isShort ? choices.join('|') : optionOf(field).toUpperCase().replaceAll('-', '_'),
    does: [plain(description ?? ''), ...(isTime ? [timeForms] : []), ...(isDefault ? [defaults[field]] : [])].join(
      '; ',
    ),
    needed: !isDefault && (needs.includes(field) || !request.shape[field]!.safeParse(undefined).success),
    ...(choices && { choices }),
  }
}

/** See fieldValue. */
const timeForms = '2026-11-14, or 2026-11-14T12:00:00Z in UTC'

/** Shortens a description that is written for a page. */
const plain = (text: string): string => text.replaceAll('`', '').replace(/\.$/, '')

function fieldsOf(
  words: { readonly [word: string]: string },
  fields: readonly string[],
  typed: readonly (string | undefined)[],
  given: Given,
): Fields {
  const texts = [
    ...Object.values(words).map((field, n) => [field, typed[n]] as const),
    ...fields.map((field) => [field, given[optionOf(field)]] as const),
  ]
  return Object.fromEntries(
    texts.flatMap(([field, text]) => (text === undefined ? [] : [[field, fieldValue(field, text)]])),
  )
}

/** Typed values in the form of the API: days without a time, sides in lower case, switches as words. */
function fieldValue(field: string, typed: unknown): unknown {
  if (typed === true) return 'true'
  if (typeof typed !== 'string') return typed
  if (field === 'side') return typed.charAt(0).toUpperCase() + typed.slice(1).toLowerCase()
  if ((field === 'from' || field === 'to') && /^\d{4}-\d\d-\d\d$/.test(typed)) return `${typed}T00:00:00Z`
  return typed
}

type Ask<Answer> = ((fields: Fields) => Promise<Answer>) & { all?: (fields: Fields) => AsyncIterable<object> }

async function answerOf<E extends Endpoint>(
  client: Client,
  endpoint: E,
  fields: Fields,
  isAll: boolean,
): Promise<ResponseOf<E>> {
  const ask = client[endpoint.name as keyof Client] as unknown as Ask<ResponseOf<E>>
  if (!isAll) return ask(fields)
  const rows: object[] = []
  for await (const row of ask.all!(fields)) rows.push(row)
  // Shown as one page without a next page.
  return { [listOf(endpoint)!]: rows, next_cursor: null } as unknown as ResponseOf<E>
}
