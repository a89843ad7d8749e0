import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// The static files of the pages.

/** Style and scripts, by their name below /docs/. */
export const textFiles = {
  'style.css': 'text/css',
  'theme.js': 'text/javascript',
  'docs.js': 'text/javascript',
  'search.js': 'text/javascript',
} as const

/** The style begins with the tokens of the portal. */
export const readTextFile = (name: keyof typeof textFiles): string =>
  name === 'style.css' ? read('tokens.gen.css') + read(name) : read(name)

const read = (name: string): string => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8')

/** The typeface of the portal, with its licence (OFL). */
export const fontFiles = {
  'inter.woff2': { file: 'files/inter-latin-wght-normal.woff2', type: 'font/woff2' },
  'inter-license.txt': { file: 'LICENSE', type: 'text/plain; charset=utf-8' },
} as const

export function readFontFile(name: keyof typeof fontFiles): Buffer {
  const { resolve } = createRequire(import.meta.url)
  return readFileSync(resolve(`@fontsource-variable/inter/${fontFiles[name].file}`))
}
