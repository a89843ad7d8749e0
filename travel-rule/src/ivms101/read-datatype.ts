import { isCountryCode } from '@specie/protocol/countries.ts'
import { type ExactJson, WrittenNumber } from '@specie/protocol/encoding/json.ts'
import { refuse } from '../problem.ts'
import { isDay } from './check-elements.ts'
import { unknownCountry } from './codes.ts'
import type { Datatype } from './elements.ts'
import type { Repair } from './reading.ts'

type Simple = Exclude<Datatype, { kind: 'component' }>

export function readDatatype(repairs: Repair[], field: string, type: Simple, value: ExactJson): string | number {
  const text = textOf(repairs, field, type, value)
  const repaired = repairedText(field, type, text)
  if (repaired !== text) repairs.push({ field, repair: `${JSON.stringify(text)} is read as ${repaired}.` })
  return type.kind === 'whole number' ? wholeNumber(field, repaired) : repaired
}

function textOf(repairs: Repair[], field: string, type: Simple, value: ExactJson): string {
  if (value instanceof WrittenNumber) {
    if (type.kind !== 'whole number') repairs.push({ field, repair: 'A number is read as a text.' })
    return value.text
  }
  return typeof value === 'string' ? value : refuse(field, 'It is no text.', 'Send a text.')
}

function repairedText(field: string, type: Simple, text: string): string {
  switch (type.kind) {
    case 'text':
      return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || refuse(field, 'It is empty.', 'Leave it out.')
    case 'code':
      return codeIn(type.codes, text) ?? type.fallback ?? refuse(field, `The code ${text} is unknown.`, 'Correct it.')
    case 'country':
      return countryIn(text) ?? refuse(field, `${text} is not a country.`, 'Send two letters of ISO 3166-1.')
    case 'date':
      return dayIn(text) ?? refuse(field, `${text} is not a day.`, 'Send it as 1965-03-31.')
    default:
      return text.trim()
  }
}

/** Also in another case, and as `ADDRESS_TYPE_CODE_GEOG`. */
function codeIn(codes: readonly string[], text: string): string | null {
  const last = text.trim().split('_').at(-1)!.toLowerCase()
  return codes.find((code) => code.toLowerCase() === last) ?? null
}

function countryIn(text: string): string | null {
  const code = text.trim().toUpperCase()
  if (code === 'UK') return 'GB'
  return code === unknownCountry || isCountryCode(code) ? code : null
}

/** Also without hyphens, and with a time of the day. A form whose parts have no clear order is none. */
function dayIn(text: string): string | null {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text.trim())
  const day = found ? `${found[1]}-${found[2]}-${found[3]}` : ''
  return isDay(day) ? day : null
}

function wholeNumber(field: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) return refuse(field, 'It is not a whole number.', 'Count from 0.')
  return Number(text)
}
