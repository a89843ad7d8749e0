import { otherFormat } from './error.ts'
import { count, type Notes } from './notes.ts'

// Publishers rename elements without notice, and a reader that looks for the old name finds nothing and says nothing. So a
// format lists the words that every real file has somewhere. One that never occurs was renamed or removed.

/** Names of elements, and `element@attribute` for attributes. */
export type Words = {
  readonly expected: readonly string[]
  /** Those that a file need not have. All others are noted: they are new. */
  readonly optional: readonly string[]
}

export type Vocabulary = {
  /** Without attribute: the element itself. */
  see(element: string, attribute?: string): void
  /** At the end of the file. */
  check(): void
}

export function vocabulary({ expected, optional }: Words, notes: Notes): Vocabulary {
  const missing = new Set(expected)
  const known = new Set([...expected, ...optional])
  /** Known words that were seen before, by element: nearly all of a file, without building a word for each. */
  const seen = new Map<string, Set<string>>()

  function see(element: string, attribute = ''): void {
    let ofElement = seen.get(element)
    if (ofElement?.has(attribute)) return
    const word = attribute === '' ? element : `${element}@${attribute}`
    if (!known.has(word)) return count(notes.unknown, word)
    missing.delete(word)
    ofElement ??= new Set()
    seen.set(element, ofElement.add(attribute))
  }

  function check(): void {
    if (missing.size > 0) throw otherFormat('The whole file', renamed([...missing], notes.unknown))
  }

  return { see, check }
}

function renamed(missing: readonly string[], unknown: ReadonlyMap<string, number>): string {
  const gone = `${missing.map(shown).join(', ')} ${missing.length === 1 ? 'does' : 'do'} not occur`
  const often = [...unknown].toSorted(([, a], [, b]) => b - a).slice(0, 5)
  if (often.length === 0) return `${gone}, and nothing new does`
  return `${gone}, and these are new: ${often.map(([word, times]) => `${shown(word)} (${times})`).join(', ')}`
}

function shown(word: string): string {
  const [element, attribute] = word.split('@')
  return attribute === undefined ? `<${element}>` : `${attribute} of <${element}>`
}
