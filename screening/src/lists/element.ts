import { otherFormat } from './error.ts'

/** An element of a list with everything in it. Names are without prefix; namespaces are checked before. */
export type Element = {
  readonly name: string
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  /** Its own text, without that of its children. */
  readonly text: string
}

/** The elements at a path below this one: `all(name, 'name-part', 'value')`. */
export function all(element: Element, ...path: readonly string[]): readonly Element[] {
  return path.reduce<readonly Element[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  )
}

/** The texts at a path, without empty ones. */
export const texts = (element: Element, ...path: readonly string[]): string[] =>
  all(element, ...path)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')

/** The first text at a path; empty if there is none. */
export const text = (element: Element, ...path: readonly string[]): string => texts(element, ...path)[0] ?? ''

/** Empty if the element has no such attribute. */
export const attribute = (element: Element, name: string): string => element.attributes[name]?.trim() ?? ''

/** An attribute without which the entry cannot be read. */
export function needed(element: Element, name: string): string {
  const value = attribute(element, name)
  if (value !== '') return value
  throw otherFormat(`line ${element.line}`, `<${element.name}> has no ${name}; it has ${shown(element)}`)
}

/** A child without which the entry cannot be read. */
export function neededChild(element: Element, name: string): Element {
  const child = element.children.find((candidate) => candidate.name === name)
  if (child) return child
  const children = [...new Set(element.children.map((other) => `<${other.name}>`))].join(', ') || 'no elements'
  throw otherFormat(`line ${element.line}`, `<${element.name}> has no <${name}>; it has ${children}`)
}

/** A text without which the entry cannot be read. */
export function neededText(element: Element, name: string): string {
  const value = neededChild(element, name).text.trim()
  if (value !== '') return value
  throw otherFormat(`line ${element.line}`, `<${name}> of <${element.name}> is empty`)
}

const shown = ({ attributes }: Element): string => Object.keys(attributes).join(', ') || 'no attributes'
