import type { Token } from './token.ts'
import { tokenOf } from './words.ts'

/** Two or three neighbouring words as one, so that «Deutsche Bank» can be compared with «Deutschebank». */
export function joinedTokens(tokens: readonly Token[]): { from: number; count: number; token: Token }[] {
  const found: { from: number; count: number; token: Token }[] = []
  for (const count of [2, 3]) {
    for (let from = 0; from + count <= tokens.length; from++) {
      const parts = tokens.slice(from, from + count)
      if (parts.some(({ script }) => script !== parts[0]!.script) || parts.some(({ role }) => role === 'number'))
        continue
      found.push({ from, count, token: tokenOf(parts.map(({ shown }) => shown).join(''), 'name') })
    }
  }
  return found
}
