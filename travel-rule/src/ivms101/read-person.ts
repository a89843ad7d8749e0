import { type ExactJson, WrittenNumber } from '@specie/protocol/encoding/json.ts'
import type { Elements } from './elements.ts'
import { elementOf } from './fields.ts'
import { isObject, type Repair } from './reading.ts'

/** A person may come without `naturalPerson` or `legalPerson`, or in more objects than the standard has. */
export function personIn(repairs: Repair[], field: string, elements: Elements, value: ExactJson, depth = 0): ExactJson {
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([, member]) => member !== null)
  if (entries.some(([key]) => isKind(elementOf(elements, key)))) return value
  const kind = kindOf(value)
  if (kind !== null && entries.some(([key]) => /^names?$/i.test(key))) {
    repairs.push({ field, repair: `It is read as ${kind}.` })
    return wrappedAs(kind, elements, entries)
  }
  const [only] = entries
  if (entries.length !== 1 || !isObject(only![1]) || depth > 2) return value
  repairs.push({ field: `${field}.${only![0]}`, repair: 'The person is wrapped in one more object.' })
  return personIn(repairs, field, elements, only![1], depth + 1)
}

const isKind = (name: string | null): boolean => name === 'naturalPerson' || name === 'legalPerson'

function wrappedAs(kind: string, elements: Elements, entries: readonly (readonly [string, ExactJson])[]): ExactJson {
  const isAccount = ([key]: readonly [string, ExactJson]): boolean => elementOf(elements, key) === 'accountNumber'
  return {
    ...Object.fromEntries(entries.filter(isAccount)),
    [kind]: Object.fromEntries(entries.filter((entry) => !isAccount(entry))),
  }
}

/** By the parts of its name. */
function kindOf(value: ExactJson): 'naturalPerson' | 'legalPerson' | null {
  if (typeof value !== 'object' || value === null || value instanceof WrittenNumber) return null
  for (const [key, member] of Object.entries(value)) {
    const folded = key.toLowerCase().replaceAll(/[^a-z]/g, '')
    if (folded === 'primaryidentifier') return 'naturalPerson'
    if (folded === 'legalpersonname') return 'legalPerson'
    const within = kindOf(member)
    if (within !== null) return within
  }
  return null
}
