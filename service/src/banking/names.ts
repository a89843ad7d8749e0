// Is the sender of a wire the institution itself? Banks write names in capitals, without accents and with legal forms of
// their own choice; none of that makes it somebody else.

const legalForms = new Set(
  'ag sa sarl rl gmbh mbh kg kgaa ohg ug se ltd limited plc llc llp lp inc incorporated corp corporation co company spa srl bv nv ab as oy and'.split(
    ' ',
  ),
)

/** Letters that NFKD does not take apart. */
const folded: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', þ: 'th', ð: 'd' }

/** Banks carry no more of a name than this. */
const longest = 70

export function normalName(name: string): string {
  const words = name
    .trim()
    .slice(0, longest)
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

export function sameParty(one: string | null, other: string): boolean {
  return one !== null && normalName(one) !== '' && normalName(one) === normalName(other)
}
