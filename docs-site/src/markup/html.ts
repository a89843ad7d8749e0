// Markup as data. Every value in a template is escaped, unless it is markup already.

export type Html = { readonly markup: string }
type Part = string | number | Html | readonly Html[]

export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: String.raw({ raw: texts }, ...parts.map(markupOf)) }
}

export const emptyHtml: Html = { markup: '' }

function markupOf(part: Part): string {
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Safe between tags and inside a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

/** Code in the plain text of the protocol's tables: `x`, a path of ours, a field of `details`; and links to these pages. */
const pattern = /`([^`]+)`|(\/(?:client|private)\/[\w.]*\w|\bdetails\.\w+)|(\/docs\/[\w/#-]*\w)/

/** A sentence of the protocol, with its code parts marked up as code and its pages as links. */
export function prose(text: string): Html {
  const pieces: readonly (string | undefined)[] = text.split(pattern) // text, quoted, bare, page, text, …
  const set = pieces.map((piece = '', i) => {
    if (i % 4 === 0 || piece === '') return html`${piece}`
    return i % 4 === 3 ? html`<a href="${piece}">${piece}</a>` : html`<code>${piece}</code>`
  })
  return html`${set}`
}

/** Paragraphs are separated by an empty line. */
export function paragraphs(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)
}
