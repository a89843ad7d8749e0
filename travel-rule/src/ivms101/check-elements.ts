import { isCountryCode } from '@specie/protocol/countries.ts'
import type { Problem } from '../problem.ts'
import { unknownCountry } from './codes.ts'
import type { Datatype, Element, Elements } from './elements.ts'

// Datatypes and occurrences, along the tables of the standard.

export function checkComponent(field: string, elements: Elements, value: object): Problem[] {
  return Object.entries(elements).flatMap(([name, element]) =>
    checkElement(`${field}${field && '.'}${name}`, element, (value as Record<string, unknown>)[name]),
  )
}

function checkElement(field: string, element: Element, value: unknown): Problem[] {
  if (element.max === 1) {
    if (value !== undefined) return checkValue(field, element.type, value)
    return element.required ? [missing(field)] : []
  }
  const values = (value ?? []) as readonly unknown[]
  if (element.required && values.length === 0) return [missing(field)]
  if (values.length > element.max)
    return [{ field, problem: `It has ${values.length} entries.`, cure: `Give at most ${element.max}.` }]
  return values.flatMap((one, i) => checkValue(`${field}[${i}]`, element.type, one))
}

const missing = (field: string): Problem => ({ field, problem: 'It is missing.', cure: 'Give a value.' })

function checkValue(field: string, type: Datatype, value: unknown): Problem[] {
  if (type.kind === 'component') return checkComponent(field, type.elements, value as object)
  const fault = faultOf(type, value)
  return fault === null ? [] : [{ field, ...fault }]
}

type Fault = Pick<Problem, 'problem' | 'cure'>

function faultOf(type: Exclude<Datatype, { kind: 'component' }>, value: unknown): Fault | null {
  if (type.kind === 'whole number') {
    if (Number.isSafeInteger(value) && (value as number) >= 0) return null
    return { problem: 'It is not a whole number.', cure: 'Count from 0.' }
  }
  const text = String(value)
  switch (type.kind) {
    case 'text':
      return textFault(text, type.max, type.latin)
    case 'code':
      if (type.codes.includes(text)) return null
      return { problem: `The code ${text} is not in the list.`, cure: `Use one of ${type.codes.join(', ')}.` }
    case 'country':
      if (isCountry(text)) return null
      return { problem: `${text} is not a country.`, cure: 'Use two capital letters of ISO 3166-1, such as CH.' }
    case 'date':
      if (isDay(text)) return null
      return { problem: `${text} is not a day.`, cure: 'Write it as 1965-03-31.' }
    case 'registration authority':
      if (/^RA\d{6}$/.test(text)) return null
      return { problem: `${text} is not a registration authority.`, cure: 'Use a code of GLEIF, such as RA000548.' }
  }
}

function textFault(text: string, max: number, latin: boolean): Fault | null {
  if (text === '') return { problem: 'It is empty.', cure: 'Give a value, or leave it out.' }
  if (Array.from(text).length > max) return { problem: `It is longer than ${max} characters.`, cure: 'Shorten it.' }
  if (latin && !/^[ -~]*$/.test(text))
    return {
      problem: 'It has characters other than Latin letters without accents.',
      cure: 'Transliterate it, as in a passport.',
    }
  if (/[\p{Cc}\p{Cs}]/u.test(text))
    return { problem: 'It has a line break or a control character.', cure: 'Remove it.' }
  return null
}

/** The bank's code XK for Kosovo is not in ISO 3166-1. */
const isCountry = (text: string): boolean => text === unknownCountry || (isCountryCode(text) && text !== 'XK')

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
