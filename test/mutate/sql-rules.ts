import { type Token, tokensOf } from './sql-tokens.ts'

// Changes to SQL that a test should notice. The database refuses invalid SQL, which then is not a mutant.

export type Change = { at: number; end: number; becomes: string; rule: string }

type Rule = (tokens: readonly Token[], n: number) => Change[]

const change = (rule: string, { at }: Token, { end }: Token, becomes: string): Change => ({ at, end, becomes, rule })

const swaps: Record<string, [rule: string, becomes: string]> = {
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '=': ['comparison', '<>'],
  '<>': ['comparison', '='],
  '+': ['sign', '-'],
  '-': ['sign', '+'],
  or: ['logic', 'and'],
  least: ['extreme', 'greatest'],
  greatest: ['extreme', 'least'],
  min: ['extreme', 'max'],
  max: ['extreme', 'min'],
  bool_or: ['logic', 'bool_and'],
  bool_and: ['logic', 'bool_or'],
}

const swap: Rule = (tokens, n) => {
  const token = tokens[n]!
  const found = Object.hasOwn(swaps, token.text) ? swaps[token.text] : undefined
  return found ? [change(found[0], token, token, found[1])] : []
}

const negation: Rule = (tokens, n) => {
  const [before, token, after] = [tokens[n - 1]?.text, tokens[n]!, tokens[n + 1]?.text]
  if (token.text === 'not' && after !== 'null') return [change('logic', token, token, '')]
  if (token.text === 'not' && before === 'is') return [change('logic', token, token, '')]
  if (token.text === 'is' && (after === 'null' || after === 'distinct'))
    return [change('logic', token, token, 'is not')]
  if (token.text === 'exists' && before !== 'not' && before !== 'if')
    return [change('logic', token, token, 'not exists')]
  return []
}

const strengths = new Set(['update', 'share', 'no', 'key'])
const partsOfLock = new Set([...strengths, 'of', 'nowait', 'skip', 'locked'])

const lock: Rule = (tokens, n) => {
  const token = tokens[n]!
  if (/^pg_(try_)?advisory_/.test(token.text)) return [change('lock', token, token, '')]
  if (token.text !== 'for' || !strengths.has(tokens[n + 1]?.text ?? '')) return []
  let last = n + 1
  while (partsOfLock.has(tokens[last + 1]?.text ?? '') || tokens[last]!.text === 'of') last += 1
  return [change('lock', token, tokens[last]!, '')]
}

/** `on conflict (…) do nothing`: a second row is then an error. */
const conflict: Rule = (tokens, n) => {
  if (tokens[n]!.text !== 'on' || tokens[n + 1]?.text !== 'conflict') return []
  const last = tokens.findIndex((token, m) => m > n && token.text === 'nothing' && tokens[m - 1]!.text === 'do')
  const next = tokens.findIndex((token, m) => m > n + 1 && (token.text === 'conflict' || token.text === ';'))
  if (last === -1 || (next !== -1 && next < last)) return []
  return [change('conflict', tokens[n]!, tokens[last]!, '')]
}

/** One member of `in ('a', 'b')` is removed. */
const member: Rule = (tokens, n) => {
  if (tokens[n]!.text !== 'in' || tokens[n + 1]?.text !== '(') return []
  const inside: Token[] = []
  for (let m = n + 2; m < tokens.length && tokens[m]!.depth > tokens[n]!.depth; m += 1) inside.push(tokens[m]!)
  const members = inside.filter(({ text }) => text !== ',')
  if (members.length < 2 || !members.every(({ text }) => text.startsWith("'"))) return []
  return members.map((one, m) => {
    const next = members[m + 1]
    if (next) return { at: one.at, end: next.at, becomes: '', rule: 'member' }
    return { at: members[m - 1]!.end, end: one.end, becomes: '', rule: 'member' }
  })
}

const interval: Rule = (tokens, n) => {
  if (tokens[n]!.text !== 'interval' || !tokens[n + 1]?.text.startsWith("'")) return []
  return [change('boundary', tokens[n + 1]!, tokens[n + 1]!, "'0'")]
}

const opens = new Set(['where', 'if', 'elsif', 'having', 'on', 'when'])
const closes = new Set(
  'then loop ; group order limit returning for window union except intersect when on do left join cross where from set , having else end'.split(
    ' ',
  ),
)

/** Each part of a required condition becomes true; the whole condition of an `if` also false. */
const condition: Rule = (tokens, n) => {
  const token = tokens[n]!
  if (!opens.has(token.text) || tokens[n + 1]?.text === 'conflict') return []
  if (token.text === 'if' && tokens[n - 1]?.text === 'end') return []
  let last = n
  while (isInside(tokens, last + 1, token)) last += 1
  if (last === n) return []
  const parts = conjuncts(tokens.slice(n + 1, last + 1), token.depth)
  // `join lateral … on true` has no condition.
  const dropped = parts
    .filter(([first, end]) => first !== end || first.text !== 'true')
    .map(([first, end]) => change('condition', first, end, 'true'))
  const isChoice = token.text === 'if' || token.text === 'elsif'
  if (!isChoice) return dropped
  const whole = change('condition', tokens[n + 1]!, tokens[last]!, 'false')
  return parts.length > 1 ? [...dropped, { ...whole, becomes: 'true' }, whole] : [...dropped, whole]
}

/** `is distinct from` does not begin a list of tables. */
const isInside = (tokens: readonly Token[], n: number, { depth }: Token): boolean => {
  const next = tokens[n]
  if (next === undefined || next.depth < depth) return false
  return next.depth > depth || !closes.has(next.text) || (next.text === 'from' && tokens[n - 1]!.text === 'distinct')
}

/** Split at the `and`s of this depth, except those of `between`; one next to an `or` stays whole. */
function conjuncts(tokens: readonly Token[], depth: number): [Token, Token][] {
  const whole: [Token, Token] = [tokens[0]!, tokens.at(-1)!]
  const here = tokens.filter((token) => token.depth === depth)
  if (here.some(({ text }) => text === 'or' || text === 'between')) return [whole]
  const parts: [Token, Token][] = []
  let first = tokens[0]!
  tokens.forEach((token, n) => {
    if (token.text !== 'and' || token.depth !== depth) return
    parts.push([first, tokens[n - 1]!])
    first = tokens[n + 1]!
  })
  return [...parts, [first, tokens.at(-1)!]]
}

const acts = new Set(['insert', 'update', 'delete', 'perform', 'raise'])
const starts = new Set([';', 'begin', 'then', 'else', 'loop'])

/** A statement of a procedure is removed. If it is the only act of an `if`, `condition` makes that false. */
const statement: Rule = (tokens, n) => {
  const [before, token] = [tokens[n - 1]?.text ?? ';', tokens[n]!]
  if (!acts.has(token.text) || !starts.has(before) || token.depth > 0) return []
  const end = tokens.findIndex((one, m) => m > n && one.text === ';' && one.depth === token.depth)
  if (end === -1 || (before === 'then' && tokens[end + 1]?.text === 'end')) return []
  return [change('statement', token, tokens[end - 1]!, 'null')]
}

const queryRules = [swap, negation, lock, conflict, member, interval, condition]

/** `procedure`: in PL/pgSQL, with separate statements. */
export function changesOf(sql: string, { procedure }: { procedure: boolean }): Change[] {
  const tokens = tokensOf(sql)
  const rules = procedure ? [...queryRules, statement] : queryRules
  return tokens.flatMap((_token, n) => rules.flatMap((rule) => rule(tokens, n)))
}

export const applied = (sql: string, { at, end, becomes }: Change): string =>
  sql.slice(0, at) + becomes + sql.slice(end)
