import type { z } from 'zod'
import { type Random, oneOf } from '../seeded-random.ts'
import { hostileJson, hostileText, nearly } from './values.ts'

// Requests from a zod schema: a valid one, or one with some invalid fields.

export type Fields = Record<string, unknown>

/** Known values of a field, by its name: existing ids, labels, affordable amounts. */
export type Known = (name: string) => readonly unknown[]

type Def = {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  element?: z.ZodType
  items?: readonly z.ZodType[]
  options?: readonly z.ZodType[]
  entries?: Record<string, string>
  values?: readonly unknown[]
  shape?: Record<string, z.ZodType>
}
const defOf = (schema: z.ZodType): Def => schema.def

/** Values for fields without examples or a telling name. */
const usual: readonly unknown[] = [
  '1',
  '100',
  'main',
  1,
  60,
  '2026-11-14T12:00:00.000Z',
  '01a1dd43-ac0c-7e54-8089-855b9399b74a',
  'AC04',
]

/** A value that the schema accepts. */
export function valid(schema: z.ZodType, name: string, known: Known, chance: Random): unknown {
  const def = defOf(schema)
  const answer = known(name).filter((value) => schema.safeParse(value).success)
  if (answer.length > 0) return oneOf(chance, answer)
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'nullable':
      return valid(def.innerType!, name, known, chance)
    case 'object':
      return validFields(schema as z.ZodObject, known, chance)
    case 'enum':
      return oneOf(chance, Object.values(def.entries!))
    case 'literal':
      return def.values![0]
    case 'boolean':
      return chance(2) === 0
    case 'array':
      return Array.from({ length: chance(3) }, () => valid(def.element!, name, known, chance))
    case 'tuple':
      return def.items!.map((item) => valid(item, name, known, chance))
    case 'union':
      return valid(oneOf(chance, def.options!), name, known, chance)
    default:
      return oneOf(chance, plain(schema, name))
  }
}

function plain(schema: z.ZodType, name: string): readonly unknown[] {
  const examples = (schema.meta()?.['examples'] ?? []) as unknown[]
  const fit = [...examples, ...usual].filter((value) => schema.safeParse(value).success)
  if (fit.length === 0) throw new Error(`no value for the field ${name} is known: teach one to test/src/fuzz/memory.ts`)
  return fit
}

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success

function validFields(schema: z.ZodObject, known: Known, chance: Random): Fields {
  const fields: Fields = {}
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    if (isOptional(field) && chance(3) > 0) continue
    fields[name] = valid(field, name, known, chance)
  }
  return fields
}

/** Every field, including optional ones, by its path. */
function leaves(schema: z.ZodType, path: readonly string[]): string[][] {
  const def = defOf(schema)
  if (def.innerType) return leaves(def.innerType, path)
  if (def.type === 'union') return def.options!.flatMap((option) => leaves(option, path))
  if (def.type !== 'object') return [[...path]]
  return Object.entries(def.shape!).flatMap(([name, field]) => leaves(field, [...path, name]))
}

/** One to three invalid fields; one may be missing or additional. */
export function twisted(schema: z.ZodType, base: Fields, known: Known, chance: Random, asText: boolean): Fields {
  const fields = structuredClone(base)
  const paths = leaves(schema, [])
  for (let n = 1 + chance(2); n > 0 && paths.length > 0; n -= 1) {
    const path = oneOf(chance, paths)
    const before = at(fields, path) ?? oneOf(chance, [...known(path.at(-1) ?? ''), '1'])
    put(fields, path, twistedValue(before, chance, asText))
  }
  if (chance(12) === 0) fields[hostileText(chance)] = hostileText(chance)
  if (chance(20) === 0) delete fields[oneOf(chance, Object.keys(fields))]
  return fields
}

function twistedValue(before: unknown, chance: Random, asText: boolean): unknown {
  if (typeof before === 'string' && chance(2) === 0) return nearly(before, chance)
  return asText || chance(3) === 0 ? hostileText(chance) : hostileJson(chance)
}

const at = (fields: unknown, path: readonly string[]): unknown =>
  path.reduce((value, name) => (value as Fields | undefined)?.[name], fields)

function put(fields: Fields, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path
  if (name === undefined) return
  if (rest.length === 0) fields[name] = value
  else {
    const inner = fields[name]
    const next: Fields = inner !== null && typeof inner === 'object' ? (inner as Fields) : {}
    fields[name] = next
    put(next, rest, value)
  }
}
