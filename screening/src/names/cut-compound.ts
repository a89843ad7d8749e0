import { scriptOf } from '../scripts/script.ts'
import { textOf } from './words.ts'
import { meaningOf } from './company-token.ts'

const tails =
  /^(.{3,})(banken|bank|handels|handel|handelsgesellschaft|gesellschaft|versicherung|versicherungen|werke|werk|verwaltung|banka|export|import|trading|shipping|group|holding|invest|stahl|gas|gaz)$/
const bankInCyrillic = /^(.{3,})(банк|банка)$/u

/** «Nationalbank» as «National» and «bank», when the lists have both parts; other compounds stay whole. */
export function cutCompound(word: string): string[] {
  const script = scriptOf(word)
  if (script === 'cyrillic') {
    const [, head, tail] = bankInCyrillic.exec(word) ?? []
    return head !== undefined && meaningOf(head) !== null ? [head, tail!] : [word]
  }
  if (script !== 'latin' || meaningOf(word) !== null) return [word]
  const [, head, tail] = tails.exec(textOf(word, 'latin')) ?? []
  if (head === undefined || tail === undefined) return [word]
  const known = meaningOf(head) ?? meaningOf(head.replace(/s$/, ''))
  return known === null ? [word] : [head, tail]
}
