import type { z } from 'zod'
import type { $ZodTypes } from 'zod/v4/core'

// Answers as text. Only declared fields are sent, and each must have its type. Formats (a decimal, a time) are not checked
// here: for a list that took longer than all other work together. Tests check them on every answer.

/** The JSON of a value; throws if the value does not have the declared type. */
type Encode = (value: unknown) => string

/** The parts of a zod schema that are read here. */
type Definition = $ZodTypes['_zod']['def']

export const defOf = (schema: unknown): Definition => (schema as { readonly def: Definition }).def

/** Compiled once for each schema. */
export const encoderOf = (schema: z.ZodType): Encode => encodeOf(schema, 'answer')

function encodeOf(schema: unknown, path: string): Encode {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return objectOf(def.shape, path)
    case 'array':
      return arrayOf(encodeOf(def.element, `${path}[]`), path)
    case 'union':
      return unionOf(def.options, path)
    case 'nullable': {
      const inner = encodeOf(def.innerType, path)
      return (value) => (value === null ? 'null' : inner(value))
    }
    case 'default': {
      const inner = encodeOf(def.innerType, path)
      return (value) => inner(value === undefined ? def.defaultValue : value)
    }
    case 'enum':
      return oneOf(Object.values(def.entries), path)
    case 'literal':
      return oneOf(def.values, path)
    case 'string':
      return (value) => (typeof value === 'string' ? quoted(value) : refuse(path, 'string'))
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : refuse(path, 'boolean'))
    case 'number':
      return (value) => (Number.isFinite(value) ? String(value) : refuse(path, 'a number'))
    default:
      throw new Error(`${path}: an answer cannot contain ${def.type}`)
  }
}

/** Characters that JSON must escape: a quote, a backslash, a control character, or half of a surrogate pair. */
const special = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

const quoted = (text: string): string => (special.test(text) ? JSON.stringify(text) : `"${text}"`)

function oneOf(values: readonly unknown[], path: string): Encode {
  const known = new Map(values.map((value) => [value, JSON.stringify(value)]))
  return (value) => known.get(value) ?? refuse(path, 'one of its values')
}

function arrayOf(element: Encode, path: string): Encode {
  return (value) => {
    if (!Array.isArray(value)) return refuse(path, 'an array')
    let text = ''
    for (const item of value) text += text === '' ? element(item) : `,${element(item)}`
    return `[${text}]`
  }
}

type Shape = { readonly [name: string]: unknown }

/** The declared fields in their order. */
function objectOf(shape: Shape, path: string): Encode {
  const fields = Object.entries(shape).map(([name, schema]) => fieldOf(name, schema, `${path}.${name}`))
  return (value) => {
    if (typeof value !== 'object' || value === null) return refuse(path, 'an object')
    let text = ''
    for (const { name, prefix, isOptional, encode } of fields) {
      const given = (value as Shape)[name]
      if (isOptional && given === undefined) continue
      text += (text === '' ? prefix : `,${prefix}`) + encode(given)
    }
    return `{${text}}`
  }
}

function fieldOf(name: string, schema: unknown, path: string) {
  const def = defOf(schema)
  const isOptional = def.type === 'optional'
  const encode = encodeOf(isOptional ? def.innerType : schema, path)
  return { name, prefix: `${JSON.stringify(name)}:`, isOptional, encode }
}

/** The first of several objects whose required fields are all present, and whose fixed values are these. */
function unionOf(options: readonly unknown[], path: string): Encode {
  const objects = options.map((option) => {
    const def = defOf(option)
    if (def.type !== 'object') throw new Error(`${path}: an answer can choose only between objects`)
    return { required: requiredOf(def.shape), fixed: fixedOf(def.shape), encode: objectOf(def.shape, path) }
  })
  return (value) => {
    if (typeof value !== 'object' || value === null) return refuse(path, 'an object')
    const option = objects.find(
      ({ required, fixed }) =>
        required.every((name) => name in value) &&
        fixed.every(([name, values]) => values.includes((value as Shape)[name])),
    )
    return option ? option.encode(value) : refuse(path, 'one of its forms')
  }
}

const requiredOf = (shape: Shape): string[] =>
  Object.keys(shape).filter((name) => !['optional', 'default'].includes(defOf(shape[name]).type))

/** Such as the `kind` that tells the objects apart. */
const fixedOf = (shape: Shape): [name: string, values: readonly unknown[]][] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const def = defOf(schema)
    return def.type === 'literal' ? [[name, def.values]] : []
  })

/** The value itself is not named. It may be confidential. */
function refuse(path: string, expected: string): never {
  throw new TypeError(`${path} is not ${expected}`)
}
