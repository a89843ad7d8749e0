import { TravelRuleError } from '../problem.ts'
import { checkIvms101 } from './check.ts'
import { type Datatype, type Element, type Elements, type NameSet, payloads } from './elements.ts'
import { shapedFor } from './party-accounts.ts'
import type { Ivms101 } from './types.ts'

type Written = { [name: string]: unknown }

/** The message as JSON, with no other elements than those of the standard. Throws everything that it lacks. */
export function writeIvms101(data: Ivms101, today: string, names: NameSet = '2023'): Written {
  const problems = checkIvms101(data, today, names)
  if (problems.length > 0) throw new TravelRuleError(problems)
  const written = writeComponent(payloads[names], shapedFor(names, data), names)
  if (names === '2020') return written
  return { ...written, payloadMetadata: { ...(written['payloadMetadata'] as object), payloadVersion: '101.2023' } }
}

function writeComponent(elements: Elements, value: object, names: NameSet): Written {
  const written: Written = {}
  for (const [name, element] of Object.entries(elements)) {
    const given = (value as Written)[name]
    if (given === undefined || (Array.isArray(given) && given.length === 0)) continue
    written[(names === '2020' && element.in2020) || name] = writeElement(element, given, names)
  }
  return written
}

const writeElement = (element: Element, given: unknown, names: NameSet): unknown =>
  element.max === 1
    ? writeValue(element.type, given, names)
    : (given as unknown[]).map((one) => writeValue(element.type, one, names))

const writeValue = (type: Datatype, value: unknown, names: NameSet): unknown =>
  type.kind === 'component' ? writeComponent(type.elements, value as object, names) : value
