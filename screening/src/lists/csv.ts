import { decoded, type Chunks } from './decode.ts'
import { detached } from './detached.ts'
import { damaged } from './error.ts'
import { limits } from './limits.ts'

// CSV as RFC 4180 has it. A quote where none belongs is refused: it is where a damaged file would lose or join rows.

export type Row = { readonly line: number; readonly cells: readonly string[] }

type State = 'start' | 'plain' | 'quoted' | 'quote'

/** Rows of a file, with the line that each begins in. Empty lines are no rows. */
export async function* csvRows(chunks: Chunks): AsyncGenerator<Row> {
  const reader = csvReader()
  for await (const text of decoded(chunks)) yield* reader.push(text)
  yield* reader.end()
}

function csvReader(): { push(text: string): Row[]; end(): Row[] } {
  let state: State = 'start'
  let cell = ''
  let cells: string[] = []
  let line = 1
  let startLine = 1
  let afterReturn = false
  let rows: Row[] = []

  const place = () => `line ${line}, column ${cells.length + 1}`

  function add(text: string): void {
    cell += text
    if (cell.length > limits.text) throw damaged(place(), `a cell has more than ${limits.text} characters`)
  }

  function endCell(): void {
    cells.push(detached(cell))
    cell = ''
    state = 'start'
    if (cells.length > limits.columns) throw damaged(place(), `a row has more than ${limits.columns} columns`)
  }

  function endRow(): void {
    const empty = cells.length === 0 && cell === '' && state === 'start'
    if (!empty) {
      endCell()
      rows.push({ line: startLine, cells })
    }
    cells = []
    line++
    startLine = line
  }

  /** One character outside of a quoted cell. */
  function plain(character: string): void {
    if (character === ',') endCell()
    else if (character === '\n' || character === '\r') endRow()
    else if (state === 'quote') throw damaged(place(), `${JSON.stringify(character)} follows a closing quote`)
    else if (character !== '"') {
      state = 'plain'
      add(character)
    } else if (state === 'start') state = 'quoted'
    else throw damaged(place(), 'a quote is inside a cell that does not begin with one')
  }

  function push(text: string): Row[] {
    rows = []
    for (let at = 0; at < text.length;) {
      if (state === 'quoted') at = quoted(text, at)
      else if (state === 'quote' && text[at] === '"') {
        add('"')
        state = 'quoted'
        at++
      } else at = unquoted(text, at)
    }
    return rows
  }

  /** Up to the next quote in one step. */
  function quoted(text: string, at: number): number {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    const part = text.slice(at, end)
    line += part.split('\n').length - 1
    add(part)
    if (quote < 0) return end
    state = 'quote'
    return end + 1
  }

  const special = /[,"\r\n]/g

  /** The text before the next special character, or that character. */
  function unquoted(text: string, at: number): number {
    const feedOfReturn = afterReturn && text[at] === '\n'
    afterReturn = text[at] === '\r'
    if (feedOfReturn) return at + 1
    special.lastIndex = at
    const next = special.exec(text)?.index ?? text.length
    if (next === at || state === 'quote') {
      plain(text[at]!)
      return at + 1
    }
    state = 'plain'
    add(text.slice(at, next))
    return next
  }

  function end(): Row[] {
    rows = []
    if (state === 'quoted') throw damaged(`line ${startLine}`, 'a quoted cell is never closed, so the file is cut off')
    if (cells.length > 0 || cell !== '' || state === 'quote') endRow()
    return rows
  }

  return { push, end }
}
