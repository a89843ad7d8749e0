// Names of parties in a form that can be compared. Banks write them in capitals, without accents and with varying legal
// forms; such a name still means the same party.

const legalForms = new Set(
  'ag sa sarl rl gmbh mbh kg kgaa ohg ug se ltd limited plc llc llp lp inc incorporated corp corporation co company spa srl bv nv ab as oy and'.split(
    ' ',
  ),
)

/** Letters that NFKD does not decompose. */
const folded: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', þ: 'th', ð: 'd' }

/** Lower case, without accents, punctuation and legal forms at the end. */
export function normalName(name: string): string {
  const words = name
    .trim()
    .toLowerCase()
    .replaceAll(/[ßæœøđłþð]/g, (letter) => folded[letter]!)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[&+]/g, ' and ')
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\b(\p{L}) (?=\p{L}\b)/gu, '$1') // S A is SA
    .trim()
    .split(' ')
  const end = words.findLastIndex((word) => !legalForms.has(word))
  return (end < 0 ? words : words.slice(0, end + 1)).join(' ')
}
