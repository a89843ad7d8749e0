import { all, attribute, needed, texts, type Element } from '../element.ts'
import type { Name, NamePart, NamePartKind } from '../entry.ts'
import { limits } from '../limits.ts'

// A name of SECO's list is a row of parts, and each part can have several spellings, in several scripts. The names are all
// combinations within one script.

type Spelling = { readonly text: string; readonly script: string }
type Part = { readonly kind: NamePartKind; readonly order: number; readonly spellings: readonly Spelling[] }

const kinds: Readonly<Record<string, NamePartKind>> = {
  'whole-name': 'whole',
  'family-name': 'family',
  'given-name': 'given',
  'further-given-name': 'middle',
  'father-name': 'father',
  'grand-father-name': 'father',
  'maiden-name': 'maiden',
  title: 'title',
  suffix: 'suffix',
}

/** `main`: the name belongs to the main identity, and not to an assumed one. */
export function readNames(name: Element, main: boolean): Name[] {
  const parts = all(name, 'name-part')
    .map(readPart)
    .toSorted((a, b) => a.order - b.order)
  const strength = strengthOf(name, main)
  const named = parts.filter(({ kind }) => kind !== 'title')
  const titles = parts.filter(({ kind }) => kind === 'title').map(({ spellings }) => spellings[0]?.text ?? '')
  const title = titles.map((text): NamePart => ({ kind: 'title', text }))
  return scriptsOf(named).flatMap((script) =>
    combinations(named.map((part) => within(part, script))).map((spelled): Name => ({
      text: spelled.map(({ text }) => text).join(' '),
      parts: [...title, ...spelled],
      strength,
    })),
  )
}

function readPart(element: Element): Part {
  const spelling = (text: string, script: string): Spelling => ({ text, script: script || 'LATN' })
  return {
    kind: kinds[needed(element, 'name-part-type')] ?? 'unspecified',
    order: Number(needed(element, 'order')),
    spellings: [
      ...texts(element, 'value').map((text) => spelling(text, scriptOf(text))),
      ...all(element, 'spelling-variant').map((variant) => spelling(variant.text.trim(), attribute(variant, 'script'))),
    ].filter(({ text }) => text !== ''),
  }
}

/** The value itself has no script: nearly all are Latin. */
const scriptOf = (text: string): string => (/\p{Script=Latin}/u.test(text) ? 'LATN' : 'other')

const scriptsOf = (parts: readonly Part[]): string[] => [
  ...new Set(parts.flatMap(({ spellings }) => spellings.map(({ script }) => script))),
]

/** The spellings of a part in a script. A part without one keeps its value, so that no name is half. */
function within({ kind, spellings }: Part, script: string): NamePart[] {
  const own = spellings.filter((spelling) => spelling.script === script)
  return (own.length > 0 ? own : spellings.slice(0, 1)).map(({ text }) => ({ kind, text }))
}

/** All of them up to a limit; above it, each spelling once among the values of the other parts. */
function combinations(options: readonly (readonly NamePart[])[]): NamePart[][] {
  const filled = options.filter((spellings) => spellings.length > 0)
  if (filled.length === 0) return []
  const number = filled.reduce((product, spellings) => product * spellings.length, 1)
  if (number <= limits.spellings) {
    return filled.reduce<NamePart[][]>(
      (rows, spellings) => rows.flatMap((row) => spellings.map((spelling) => [...row, spelling])),
      [[]],
    )
  }
  const values = filled.map(([first]) => first!)
  return [values, ...filled.flatMap((spellings, at) => spellings.slice(1).map((spelling) => values.with(at, spelling)))]
}

function strengthOf(name: Element, main: boolean): Name['strength'] {
  if (attribute(name, 'quality') === 'low') return 'weak'
  return main && attribute(name, 'name-type') === 'primary-name' ? 'primary' : 'strong'
}
