import { linked, readText } from './files.ts'

// docs/README.md lists the pages by reader: `## Reader`, `### Group`, and a table row for each page.

const file = 'docs/README.md'

/** A row of the index. */
export type Entry = { readonly file: string; readonly short: string; readonly about: string }

export type EntryGroup = { readonly reader: string; readonly title: string; readonly entries: readonly Entry[] }

export function readIndex(): EntryGroup[] {
  const [, ...readers] = readText(file).split(/^## /m)
  return readers.flatMap((text) => {
    const [opening = '', ...groups] = text.split(/^### /m)
    const reader = firstLine(opening)
    return groups.map((group) => ({ reader, title: firstLine(group), entries: entriesOf(group) }))
  })
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!

const entriesOf = (text: string): Entry[] =>
  [...text.matchAll(/^\| \[(.+?)\]\((\S+)\) \| (.+) \|$/gm)].map(([, short = '', target = '', about = '']) => ({
    file: linked(file, target),
    short,
    about,
  }))

/** The address of a page: `docs/sdk.md` is `/docs/sdk`. */
export function pathOf(entry: string): `/docs${string}` {
  if (entry === 'docs/overview.md') return '/docs'
  return `/docs/${entry
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()}`
}
