import { readText } from './files.ts'

// docs/state-meanings.md: a section for each machine, with a sentence and a table of its states.

const file = 'docs/state-meanings.md'

export type Meaning = { readonly about: string; readonly states: { readonly [state: string]: string } }

export function readMeanings(): { readonly [machine: string]: Meaning } {
  const [, ...sections] = readText(file).split(/^## /m)
  return Object.fromEntries(sections.map(meaningOf))
}

function meaningOf(section: string): [string, Meaning] {
  const [name = '', , about = ''] = section.split('\n')
  const rows = section.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)
  return [name, { about, states: Object.fromEntries([...rows].map(([, state, text]) => [state!, text!])) }]
}

/** The text before the first machine. */
export const meaningsOpening = (): string => readText(file).split(/^## /m, 1)[0]!
