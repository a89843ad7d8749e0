import type { z } from 'zod'
import type { $ZodTypes } from 'zod/v4/core'

// Answers as text. Only fields that the schema declares leave, and each must have its type. Formats (a decimal, a time) are
// not checked here: for a list that took longer than all other work together. Tests check them on every answer.

/** The declared part of a value; throws when the value does not have the declared type. */
type Declared = (value: unknown) => unknown

/** What zod knows of a schema. */
type Definition = $ZodTypes['_zod']['def']

const defOf = (schema: unknown): Definition => (schema as { readonly def: Definition }).def

/** Compiled once for each schema. */
export function encoderOf(schema: z.ZodType): (answer: unknown) => string {
  const declared = declaredOf(schema, 'answer')
  return (answer) => JSON.stringify(declared(answer))
}

function declaredOf(schema: unknown, path: string): Declared {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return objectOf(def.shape, path)
    case 'array':
      return arrayOf(declaredOf(def.element, `${path}[]`), path)
    case 'union':
      return unionOf(def.options, path)
    case 'nullable':
      return unless(null, declaredOf(def.innerType, path))
    case 'optional':
      return unless(undefined, declaredOf(def.innerType, path))
    case 'default': {
      const inner = declaredOf(def.innerType, path)
      return (value) => (value === undefined ? def.defaultValue : inner(value))
    }
    case 'enum':
      return oneOf(Object.values(def.entries), path)
    case 'literal':
      return oneOf(def.values, path)
    case 'string':
    case 'boolean':
      return ofType(def.type, path)
    case 'number':
      return (value) => (Number.isFinite(value) ? value : refuse(path, 'a number'))
    default:
      throw new Error(`${path}: an answer cannot contain ${def.type}`)
  }
}

const unless =
  (absent: null | undefined, inner: Declared): Declared =>
  (value) =>
    value === absent ? absent : inner(value)

const ofType =
  (type: 'string' | 'boolean', path: string): Declared =>
  (value) =>
    typeof value === type ? value : refuse(path, type)

function oneOf(values: readonly unknown[], path: string): Declared {
  const known = new Set(values)
  return (value) => (known.has(value) ? value : refuse(path, 'one of its values'))
}

/** Copied only where an element is not sent as it is. */
function arrayOf(element: Declared, path: string): Declared {
  return (value) => {
    if (!Array.isArray(value)) return refuse(path, 'an array')
    let sent: unknown[] = value
    for (let i = 0; i < value.length; i += 1) {
      const declared = element(value[i])
      if (declared === value[i]) continue
      if (sent === value) sent = [...value]
      sent[i] = declared
    }
    return sent
  }
}

type Shape = { readonly [name: string]: unknown }
type Fields = Record<string, unknown>

/** Copied unless it has exactly the declared fields, in their order, each sent as it is. */
function objectOf(shape: Shape, path: string): Declared {
  const names = Object.keys(shape)
  const fields = names.map((name) => declaredOf(shape[name], `${path}.${name}`))
  return (value) => {
    if (typeof value !== 'object' || value === null) return refuse(path, 'an object')
    const given = value as Fields
    let copy: Fields | null = hasExactly(given, names) ? null : {}
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]!
      const declared = fields[i]!(given[name])
      if (copy === null && declared !== given[name]) copy = picked(given, names.slice(0, i))
      if (copy !== null) copy[name] = declared
    }
    return copy ?? given
  }
}

const picked = (given: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, given[name]]))

function hasExactly(value: object, names: readonly string[]): boolean {
  let count = 0
  for (const name in value) if (name !== names[count++]) return false
  return count === names.length
}

/** The first of several objects whose required fields are all present. */
function unionOf(options: readonly unknown[], path: string): Declared {
  const objects = options.map((option) => {
    const def = defOf(option)
    if (def.type !== 'object') throw new Error(`${path}: an answer can choose only between objects`)
    return { required: requiredOf(def.shape), declared: objectOf(def.shape, path) }
  })
  return (value) => {
    if (typeof value !== 'object' || value === null) return refuse(path, 'an object')
    const option = objects.find(({ required }) => required.every((name) => name in value))
    return option ? option.declared(value) : refuse(path, 'one of its forms')
  }
}

const requiredOf = (shape: Shape): string[] =>
  Object.keys(shape).filter((name) => !['optional', 'default'].includes(defOf(shape[name]).type))

/** The value itself is not named: it may be what must not leave. */
function refuse(path: string, expected: string): never {
  throw new TypeError(`${path} is not ${expected}`)
}
