/** A code block of a document, by its language. */
export type Block = { readonly language: string; readonly text: string }

export const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language: language!, text: text! }))

/** Placeholders for the reader's values: `RAILID`, `[STATE]`, `<that>`. */
const isTemplate = (command: string): boolean => /\b[A-Z]{3,}\b|[[<]/.test(command)

/** The commands of a block that run unchanged. */
export const commandsOf = ({ text }: Block): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\s*#.*$/, ''))
    .filter((line) => line !== '' && !isTemplate(line))

/** The last JSON output of a command; null if there is none. */
export function lastJson(output: string): unknown {
  const begins = [...output.matchAll(/^[{[]/gm)].map((match) => match.index)
  for (const begin of begins.toReversed()) {
    try {
      return JSON.parse(output.slice(begin))
    } catch {
      // it begins further up
    }
  }
  return null
}

/** Checks that everything in the document occurs: `…` matches any text, and additional output is allowed. */
export function shows(shown: unknown, actual: unknown): boolean {
  if (Array.isArray(shown)) {
    return Array.isArray(actual) && shown.every((one) => actual.some((each) => shows(one, each)))
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null) return false
    return Object.entries(shown).every(([name, value]) => shows(value, (actual as Record<string, unknown>)[name]))
  }
  if (typeof shown !== 'string' || !shown.includes('…')) return shown === actual
  const [begin, end] = shown.split('…')
  const isLonger = typeof actual === 'string' && actual.length > shown.length - 1
  return isLonger && actual.startsWith(begin!) && actual.endsWith(end!)
}
