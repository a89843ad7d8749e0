import { readFileSync } from 'node:fs'

// The Markdown files of the repository. Paths begin at its root.

const root = new URL('../../../', import.meta.url)

export const readText = (file: string): string => readFileSync(new URL(file, root), 'utf8')

/** Resolves a link in another file. */
export const linked = (from: string, target: string): string =>
  decodeURIComponent(new URL(target, new URL(from, 'file:///')).pathname).slice(1)
