import { commands } from './table.ts'

/** Candidates for the last of these words. */
export function completionsOf(typed: readonly string[]): string[] {
  const last = typed.at(-1) ?? ''
  const before = typed.slice(0, -1)
  const names = Object.keys(commands)
  const next = names
    .map((name) => name.split(' '))
    .filter((name) => name.length > before.length && before.every((word, n) => name[n] === word))
    .map((name) => name[before.length]!)
  return [...new Set([...next, ...choicesOf(before)])].filter((word) => word.startsWith(last)).toSorted()
}

/** Values of the preceding option; otherwise unused options, and words with few values. */
function choicesOf(before: readonly string[]): string[] {
  const name = [3, 2, 1].map((n) => before.slice(0, n).join(' ')).find((one) => Object.hasOwn(commands, one))
  if (name === undefined) return []
  const { options = {}, words = [] } = commands[name]!
  const option = before.at(-1)!.startsWith('--') ? options[before.at(-1)!.slice(2)] : undefined
  if (option?.value !== undefined) return [...(option.choices ?? [])]
  const given = before.slice(name.split(' ').length).filter((word) => !word.startsWith('--')).length
  const word = words[given] ?? ''
  return [
    ...(word.includes('|') ? word.replaceAll(/[[\]]/g, '').split('|') : []),
    ...Object.keys(options)
      .map((one) => `--${one}`)
      .filter((one) => !before.includes(one)),
    '--help',
  ]
}
