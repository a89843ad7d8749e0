import { attribute, needed, type Element } from '../element.ts'
import { otherFormat } from '../error.ts'

/** The values that the rest of the file names by number, such as `AliasType` 1403. */
export type References = {
  /** The text of a value that an attribute of this element names. */
  text(element: Element, attribute: string, type: string): string
  /** The value itself; null if the element names none. */
  optional(element: Element, attribute: string, type: string): Element | null
}

export function readReferences(sets: Element): References {
  const byType = new Map<string, Map<string, Element>>()
  for (const value of sets.children.flatMap(({ children }) => children)) {
    const ofType = byType.get(value.name) ?? new Map<string, Element>()
    byType.set(value.name, ofType.set(needed(value, 'ID'), value))
  }
  const resolve = (element: Element, id: string, type: string): Element => {
    const value = byType.get(type)?.get(id)
    if (value) return value
    throw otherFormat(
      `line ${element.line}`,
      `<${element.name}> names ${type} ${id}, which ReferenceValueSets does not have`,
    )
  }
  return {
    text: (element, name, type) => resolve(element, needed(element, name), type).text.trim(),
    optional: (element, name, type) => {
      const id = attribute(element, name)
      return id === '' ? null : resolve(element, id, type)
    },
  }
}
