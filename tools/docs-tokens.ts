import { readFileSync } from 'node:fs'

const note =
  '/* Made from web/src/style/tokens.css by `npm run generate`; do not edit. Dark by the system or by the switch. */'

/** The design tokens of the pages as the documentation takes them. Without scripts the theme follows the system. */
export function docsTokens(): string {
  const source = readFileSync(new URL('../web/src/style/tokens.css', import.meta.url), 'utf8')
  const block = (selector: string): string => {
    const start = source.indexOf(`${selector} {`)
    if (start < 0) throw new Error(`web/src/style/tokens.css has no block ${selector}`)
    return source.slice(source.indexOf('{', start) + 1, source.indexOf('\n}', start))
  }
  const dark = block(":root[data-mantine-color-scheme='dark']")
  return [
    note,
    `:root {${block(':root')}\n}`,
    `@media (prefers-color-scheme: dark) {\n  :root:not([data-theme='light']) {${dark.replaceAll('\n', '\n  ')}\n  }\n}`,
    `:root[data-theme='dark'] {${dark}\n}\n`,
  ].join('\n')
}
