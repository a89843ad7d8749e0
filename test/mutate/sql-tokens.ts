/** A token of SQL: no space, no comment. */
export type Token = {
  /** In lower case. */
  text: string
  at: number
  end: number
  /** The number of open parentheses and brackets around it. */
  depth: number
}

/** In this order: a hole of our template, comments, texts, dollar quotes, words, numbers, operators, the rest. */
const piece =
  /\$\{[^}]*\}|--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[a-z_][\w$]*|\d+(?:\.\d+)?|::|:=|<>|!=|<=|>=|=>|\|\||->>?|[<>=+\-*/%]|\S/gi

export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (const { 0: text, index: at } of sql.matchAll(piece)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue
    if (text === ')' || text === ']') depth -= 1
    tokens.push({ text: text.toLowerCase(), at, end: at + text.length, depth })
    if (text === '(' || text === '[') depth += 1
  }
  return tokens
}
