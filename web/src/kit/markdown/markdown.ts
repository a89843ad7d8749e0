// The part of Markdown that agreements use: headings, paragraphs, lists, lines, bold, italics and code. Everything else is
// text. The result is data, never HTML.

export type Inline = { kind: 'text' | 'bold' | 'italic' | 'code'; text: string }
export type Block =
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'line' }

const listItem = /^(?:[-*]|(\d+)\.)\s+(.*)$/

export function blocksOf(markdown: string): Block[] {
  const paragraphs = markdown.replaceAll('\r\n', '\n').split(/\n{2,}/)
  return paragraphs.flatMap((text) => chunkOf(text.trim()))
}

/** Lines without an empty line between them. A heading may be directly above its text. */
function chunkOf(text: string): Block[] {
  if (text === '') return []
  const heading = /^(#{1,6})\s+(.*)(?:\n([\s\S]*))?$/.exec(text)
  if (heading !== null) {
    const [, marks = '', title = '', rest = ''] = heading
    return [{ kind: 'heading', level: marks.length, inlines: inlinesOf(title) }, ...chunkOf(rest.trim())]
  }
  if (/^(-{3,}|\*{3,})$/.test(text)) return [{ kind: 'line' }]
  const lines = text.split('\n')
  return listItem.test(lines[0]!) ? [listOf(lines)] : [{ kind: 'paragraph', inlines: inlinesOf(lines.join(' ')) }]
}

/** A line that begins no item continues the previous one. */
function listOf(lines: readonly string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    const item = listItem.exec(line)?.[2]
    if (item === undefined) items.push(`${items.pop() ?? ''} ${line.trim()}`)
    else items.push(item)
  }
  return { kind: 'list', ordered: /^\d/.test(lines[0]!), items: items.map(inlinesOf) }
}

export function inlinesOf(text: string): Inline[] {
  const parts = text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/)
  return parts.filter((part) => part !== '').map(inlineOf)
}

function inlineOf(part: string): Inline {
  if (/^\*\*.+\*\*$/.test(part)) return { kind: 'bold', text: part.slice(2, -2) }
  if (/^\*.+\*$/.test(part)) return { kind: 'italic', text: part.slice(1, -1) }
  if (/^`.+`$/.test(part)) return { kind: 'code', text: part.slice(1, -1) }
  return { kind: 'text', text: part }
}
