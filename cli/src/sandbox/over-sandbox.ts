import type { SandboxCall } from '@specie/protocol/sandbox/call.ts'
import { jsonSchema } from '@specie/protocol/openapi/openapi.ts'
import { clientFor, commonOptions } from '../client.ts'
import type { Command, Given, Option } from '../command.ts'
import type { Fields } from '../integrator/over-api.ts'
import { typedFields } from '../integrator/typed-fields.ts'
import { accountOf } from '../profile/account.ts'
import { details } from '../show.ts'

// A command that is one call of the sandbox. Parts of its path are words, its fields are options or FIELD=VALUE.

type Property = {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly description?: string
  readonly examples?: readonly unknown[]
}
type Properties = { readonly [field: string]: Property }

export function overSandbox(call: SandboxCall): Command {
  const schema = jsonSchema(call.request) as { properties?: Properties; required?: readonly string[] }
  const { properties = {}, required = [] } = schema
  const parts = Object.keys(call.parts ?? {})
  const takesFields = schema.properties === undefined || Object.keys(properties).length > 0
  return {
    words: [...parts.map((part) => part.toUpperCase()), ...(takesFields ? ['[FIELD=VALUE …]'] : [])],
    anyText: true,
    does: `${call.summary.charAt(0).toLowerCase()}${call.summary.slice(1)}`,
    options: {
      ...Object.fromEntries(
        Object.entries(properties).map(([field, one]) => [optionOf(field), fieldOption(field, one, required)]),
      ),
      ...commonOptions,
    },
    examples: [exampleOf(call, properties, required)],
    run: async (env, typed, given) => {
      const account = accountOf(env, given)
      const fields = {
        ...optionFields(properties, given),
        ...coerced(properties, typedFields(typed.slice(parts.length))),
      }
      const request = {
        ...('institutionid' in properties && account.institutionid !== null
          ? { institutionid: account.institutionid }
          : {}),
        ...fields,
        ...partFields(parts, typed),
      }
      const { sandbox } = clientFor(env, account)
      const ask = sandbox[call.name as keyof typeof sandbox] as unknown as (request: Fields) => Promise<object>
      const answer = await ask(request)
      env.print(given['json'] === true ? JSON.stringify(answer, null, 2) : details(answer))
      return 0
    },
  }
}

const optionOf = (field: string): string => field.replaceAll('_', '-')

function fieldOption(field: string, property: Property, required: readonly string[]): Option {
  const { enum: listed, description = '', type } = property
  const choices = type === 'boolean' ? ['true', 'false'] : listed
  const isShort = choices !== undefined && choices.length < 5
  const own = field === 'institutionid' ? 'by default the institution of the profile' : ''
  const isNeeded = required.includes(field) && own === ''
  return {
    value: isShort ? choices.join('|') : type === 'array' || type === 'object' ? 'JSON' : field.toUpperCase(),
    does: [...(isNeeded ? ['needed'] : []), own || description.replaceAll('`', '').replace(/\.$/, '')]
      .filter((text) => text !== '')
      .join('; '),
    ...(choices && { choices }),
  }
}

const partFields = (parts: readonly string[], typed: readonly (string | undefined)[]): Fields =>
  Object.fromEntries(parts.map((part, n) => [part, typed[n]]))

const optionFields = (properties: Properties, given: Given): Fields =>
  coerced(
    properties,
    Object.fromEntries(
      Object.keys(properties).flatMap((field) => {
        const text = given[optionOf(field)]
        return text === undefined ? [] : [[field, text]]
      }),
    ),
  )

/** Converts texts to the type of the field. */
const coerced = (properties: Properties, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, valueOf(properties[field], field, value)]))

function valueOf(property: Property | undefined, field: string, value: unknown): unknown {
  if (typeof value !== 'string' || property === undefined) return value
  if (['integer', 'number'].includes(property.type ?? '') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (property.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if (property.type !== 'array' && property.type !== 'object') return value
  return typedFields([`${field}:=${value}`])[field]
}

// For parts and fields without an example of their own.
const id = '01a1dd43-ac0c-7e54-8089-855b9399b74a'
const examples: { readonly [name: string]: string } = {
  code: 'ETH',
  chain: 'ETH',
  height: '12',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  txid: `0x${'6d5f0a17'.repeat(8)}`,
  label: 'treasury',
  on: "'next mint'",
  halted: 'maintenance',
  quantity: '1000',
}

function exampleOf(call: SandboxCall, properties: Properties, required: readonly string[]): string {
  const parts = Object.keys(call.parts ?? {})
  const needed = required.filter((field) => field !== 'institutionid')
  const fields = call.example ?? Object.fromEntries(needed.map((field) => [field, valueFor(field, properties[field]!)]))
  return [
    ...parts.map((part) => examples[part] ?? (call.name === 'counterpart' ? 'bank' : id)),
    ...Object.entries(fields).map(([field, value]) =>
      typeof value === 'string' ? `${field}=${quoted(value)}` : `${field}:=${quoted(JSON.stringify(value))}`,
    ),
  ].join(' ')
}

function valueFor(field: string, { examples: own = [], enum: choices = [] }: Property): string {
  const shown = own[0] ?? choices[0] ?? examples[field] ?? (field === 'name' ? 'Acme Treasury AG' : id)
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : JSON.stringify(shown)
}

const quoted = (text: string): string => (/^[\w./:'-]+( [\w]+')?$/.test(text) ? text : `'${text}'`)
