import { type ExactJson, WrittenNumber } from '@specie/protocol/encoding/json.ts'
import { refuse } from '../problem.ts'
import type { Datatype, Element, Elements } from './elements.ts'
import { elementOf, isStandard } from './fields.ts'
import { personIn } from './read-person.ts'
import { readDatatype } from './read-datatype.ts'
import { isAbsent, isObject, type JsonObject, type Reading } from './reading.ts'

type Component = Extract<Datatype, { kind: 'component' }>

/** The elements of an object, by the names of 2023. */
export function readElements(reading: Reading, field: string, elements: Elements, value: ExactJson): object {
  if (!isObject(value)) return refuse(field || 'IVMS101', 'It is no object.', 'Send an object with named elements.')
  const given = sorted(reading, field, elements, value)
  const read: { [name: string]: unknown } = {}
  for (const [name, element] of Object.entries(elements)) {
    const place = `${field}${field && '.'}${name}`
    const values = given.get(name) ?? []
    const result = element.max === 1 ? single(reading, place, element, values) : list(reading, place, element, values)
    if (result !== undefined) read[name] = result
  }
  return read
}

/** The given values by element. A key that no version has is listed, not read. */
function sorted(reading: Reading, field: string, elements: Elements, value: JsonObject): Map<string, ExactJson[]> {
  const given = new Map<string, ExactJson[]>()
  for (const [key, member] of Object.entries(value)) {
    if (key === 'payloadVersion') reading.uses2023 ||= typeof member === 'string' && member.includes('2023')
    if (key === 'payloadVersion' || isAbsent(member)) continue
    const name = elementOf(elements, key)
    const place = `${field}${field && '.'}${key}`
    if (name === null) {
      reading.repairs.push({ field: place, repair: 'The standard has no such element: it is not read.' })
      continue
    }
    const element = elements[name]!
    if (!isStandard(name, element, key)) reading.repairs.push({ field: place, repair: `It is read as ${name}.` })
    if (element.in2020 !== undefined && key === name) reading.uses2023 = true
    given.set(name, [...(given.get(name) ?? []), member])
  }
  return given
}

function list(reading: Reading, field: string, element: Element, values: readonly ExactJson[]): unknown[] | undefined {
  const flat = values.flat(2).filter((value) => !isAbsent(value))
  if (values.some((value) => !Array.isArray(value)))
    reading.repairs.push({ field, repair: 'A single value is read as a list.' })
  if (flat.length > 0) return flat.map((value, i) => readValue(reading, `${field}[${i}]`, element.type, value))
  return element.required ? missing(field) : undefined
}

function single(reading: Reading, field: string, element: Element, values: readonly ExactJson[]): unknown {
  const { type } = element
  if (values.length === 0) return absent(reading, field, element)
  const read = values.map((value) => readValue(reading, field, type, oneOf(reading, field, type, value)))
  const [first, ...others] = read
  if (others.every((other) => JSON.stringify(other) === JSON.stringify(first)))
    return isEmpty(first) ? undefined : first
  return refuse(field, 'It is given twice, with different values.', 'Send it once.')
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

function absent(reading: Reading, field: string, { type, required }: Element): unknown {
  if (!required) return undefined
  if (type.kind === 'component') return missing(field)
  if (type.kind !== 'code' || type.fallback === null) return undefined
  reading.repairs.push({ field, repair: `It is missing, and read as ${type.fallback}.` })
  return type.fallback
}

const missing = (field: string): never => refuse(field, 'It is missing.', 'Send it.')

/** The value, if a list of one is given. Parts of a name may be spread over a list. */
function oneOf(reading: Reading, field: string, type: Datatype, value: ExactJson): ExactJson {
  if (!Array.isArray(value)) return value
  const flat = (value as ExactJson[]).filter((one) => !isAbsent(one))
  if (flat.length === 1) {
    reading.repairs.push({ field, repair: 'A list of one is read as a single value.' })
    return flat[0]!
  }
  if (type.kind !== 'component' || type.wraps === undefined)
    return refuse(field, `It has ${flat.length} values.`, 'Send one.')
  return merged(reading, field, type, flat)
}

function merged(reading: Reading, field: string, type: Component, values: readonly ExactJson[]): ExactJson {
  reading.repairs.push({ field, repair: `A list is read as ${type.wraps}.` })
  const all: { [name: string]: ExactJson[] } = Object.create(null)
  for (const value of values) {
    const keys = isObject(value) ? Object.keys(value) : []
    const isPart = keys.some((key) => elementOf(type.elements, key) !== null)
    const parts: [string, ExactJson][] = isPart ? Object.entries(value as JsonObject) : [[type.wraps!, value]]
    for (const [key, member] of parts) (all[key] ??= []).push(...(Array.isArray(member) ? member : [member]))
  }
  return all
}

function readValue(reading: Reading, field: string, type: Datatype, value: ExactJson): unknown {
  if (type.kind !== 'component') return readDatatype(reading.repairs, field, type, value)
  return readComponent(reading, field, type, value)
}

function readComponent(reading: Reading, field: string, type: Component, value: ExactJson): object {
  const { elements, textIs, isPerson } = type
  const given = isPerson ? personIn(reading.repairs, field, elements, value) : wrapped(reading, field, type, value)
  if (textIs !== undefined && (typeof given === 'string' || given instanceof WrittenNumber)) {
    reading.repairs.push({ field, repair: `A text is read as ${textIs}.` })
    return readElements(reading, field, elements, { [textIs]: given })
  }
  if (textIs !== undefined && isObject(given)) reading.names.add(given)
  const read = readElements(reading, field, elements, given) as { [name: string]: unknown }
  if (textIs !== undefined && textIs !== 'addressLine' && read[textIs] === undefined) missing(`${field}.${textIs}`)
  if (isPerson && (read['naturalPerson'] === undefined) === (read['legalPerson'] === undefined))
    return refuse(field, 'A person is either natural or legal.', 'Send naturalPerson or legalPerson.')
  return read
}

/** The content of the wrapped element may be given without its name, beside other elements. */
function wrapped(reading: Reading, field: string, { elements, wraps }: Component, value: ExactJson): ExactJson {
  if (wraps === undefined) return value
  if (!isObject(value)) return { [wraps]: value }
  const entries = Object.entries(value).filter(([, member]) => !isAbsent(member))
  const unknown = entries.filter(([key]) => elementOf(elements, key) === null)
  if (unknown.length === 0 || entries.some(([key]) => elementOf(elements, key) === wraps)) return value
  reading.repairs.push({ field, repair: `It is read as ${wraps}.` })
  const known = entries.filter(([key]) => elementOf(elements, key) !== null)
  const content = known.length === 0 ? value : Object.fromEntries(unknown)
  return { ...Object.fromEntries(known), [wraps]: content }
}
