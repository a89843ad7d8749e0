import { type Html, html, emptyHtml } from './html.ts'
import { sample, section, table } from './parts.ts'

// The part of Markdown that our files in docs/ use: headings, paragraphs, lists, tables, code, links.

/** The target of a link on these pages; null if there is none, and its text appears without a link. */
export type Follow = (target: string) => string | null

/** Content of the site, by its name in the text: `<!-- site: limits -->`. */
export type Parts = { readonly [name: string]: () => Html | readonly Html[] }

type Context = { readonly follow: Follow; readonly parts: Parts; readonly anchor: Anchor }

/** The part before the first heading of the second level, and a section for each of those headings. */
export function markdown(text: string, follow: Follow, parts: Parts): Html[] {
  const context = { follow, parts, anchor: uniqueAnchors() }
  const [opening = '', ...others] = ownParts(text.replace(/^# .*\n/, ''), parts).split(/^## /m)
  const sections = others.map((other) => {
    const at = other.indexOf('\n')
    const [title, body] = at < 0 ? [other, ''] : [other.slice(0, at), other.slice(at)]
    return section(context.anchor(title), inline(title, follow), blocks(body, context), searchWords(body))
  })
  return [...blocks(opening, context), ...sections]
}

/** Words that readers search for and the section does not use: `<!-- search: idempotency -->` below its heading. */
const searchWords = (body: string): string => /^\n<!-- search: (.+) -->\n/.exec(body)?.[1] ?? ''

/** The site's part replaces a generated part of the same name. */
const ownParts = (text: string, parts: Parts): string =>
  text.replaceAll(/^<!-- ([\w-]+): made by .*?<!-- end of \1 -->$/gms, (made, name: string) =>
    name in parts ? `<!-- site: ${name} -->` : made,
  )

/** The anchor of a heading, as on GitHub. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

type Anchor = (title: string) => string

/** A repeated heading gets a number, as on GitHub. */
function uniqueAnchors(): Anchor {
  const times = new Map<string, number>()
  return (title) => {
    const plain = anchorOf(title)
    const before = times.get(plain) ?? 0
    times.set(plain, before + 1)
    return before === 0 ? plain : `${plain}-${before}`
  }
}

function blocks(text: string, context: Context): Html[] {
  return pieces(text.split('\n')).map((lines) => block(lines, context))
}

/** Blocks of lines: until an empty line, or until a fence is closed. */
function pieces(lines: readonly string[]): string[][] {
  const found: string[][] = [[]]
  let fenced = false
  for (const line of lines) {
    const isFence = line.startsWith('```')
    if (isFence && !fenced) found.push([])
    const continuesList = !fenced && line === '' && isListed(found.at(-1)!)
    if (fenced || isFence || line !== '' || continuesList) {
      const startsBlock = !fenced && !isFence && !continues(found.at(-1)!, line)
      if (startsBlock) found.push([])
      found.at(-1)!.push(line)
    } else found.push([])
    if (isFence && fenced) found.push([])
    if (isFence) fenced = !fenced
  }
  return found
    .map((piece) => (fencedPiece(piece) ? piece : piece.filter((line) => line !== '')))
    .filter((piece) => piece.length > 0)
}

const fencedPiece = ([first]: readonly string[]): boolean => first?.startsWith('```') ?? false
const isListed = ([first = '']: readonly string[]): boolean => /^(- |\d+\. )/.test(first)

/** False if a line ends the list before it, or begins one. */
function continues(piece: readonly string[], line: string): boolean {
  if (piece.length === 0) return true
  const item = /^(- |\d+\. )/.test(line)
  if (isListed(piece)) return item || line.startsWith(' ') || line === '' || piece.at(-1) !== ''
  return !item
}

function block(lines: readonly string[], { follow, parts, anchor }: Context): Html {
  const [first = ''] = lines
  const named = /^<!-- site: ([\w-]+) -->$/.exec(first)?.[1]
  if (named !== undefined) return partOf(parts, named)
  if (first.startsWith('```')) return fence(first.slice(3), lines.slice(1, -1))
  if (first.startsWith('### ')) {
    return html`<h3 id="${anchor(first.slice(4))}">${inline(first.slice(4), follow)}</h3>`
  }
  if (first.startsWith('|')) return tableOf(lines, follow)
  if (isListed(lines)) return list(lines, follow)
  if (first.startsWith('<!--') || first.startsWith('[![')) return emptyHtml
  return html`<p>${inline(lines.join(' '), follow)}</p>`
}

function partOf(parts: Parts, name: string): Html {
  const make = parts[name]
  if (make === undefined)
    throw new Error(`<!-- site: ${name} --> is not a part of the site: use ${Object.keys(parts).join(', ')}`)
  const made = make()
  return 'markup' in made ? made : html`${made}`
}

const languages: { readonly [fence: string]: string } = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  json: 'JSON',
}

/** These pages draw their own pictures. */
function fence(language: string, lines: readonly string[]): Html {
  return language === 'mermaid' ? emptyHtml : sample(languages[language] ?? (language || 'Text'), lines.join('\n'))
}

function tableOf(lines: readonly string[], follow: Follow): Html {
  const cellsOf = (line: string): string[] =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
  const [head = '', , ...rows] = lines
  const columns = cellsOf(head).map((cell) => cell.replaceAll('`', ''))
  const caption = columns.filter(Boolean).join(', ') || 'Overview'
  return table(
    caption,
    columns,
    rows.map((row) => ({ cells: cellsOf(row).map((cell) => inline(cell, follow)) })),
    'wordy',
    false,
  )
}

function list(lines: readonly string[], follow: Follow): Html {
  const items: string[][] = []
  for (const line of lines) {
    if (/^(- |\d+\. )/.test(line)) items.push([line.replace(/^(- |\d+\. )/, '')])
    else items.at(-1)!.push(line.trim())
  }
  const entries = items.map((item) => html`<li>${inline(item.join(' '), follow)}</li>`)
  return /^\d/.test(lines[0]!)
    ? html`<ol>
        ${entries}
      </ol>`
    : html`<ul>
        ${entries}
      </ul>`
}

const inlinePattern = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|!?\[([^\]]*)\]\(([^)\s]+)\)|<(https?:[^>]+)>/

function inline(text: string, follow: Follow): Html {
  const match = inlinePattern.exec(text)
  if (match === null) return html`${text}`
  const [whole, code, strong, emphasis, label, target, address] = match
  const before = text.slice(0, match.index)
  const after = inline(text.slice(match.index + whole.length), follow)
  return html`${before}${mark()}${after}`

  function mark(): Html {
    if (code !== undefined) return html`<code>${code}</code>`
    if (strong !== undefined) return html`<strong>${inline(strong, follow)}</strong>`
    if (emphasis !== undefined) return html`<em>${inline(emphasis, follow)}</em>`
    if (address !== undefined) return html`${address}`
    const to = whole.startsWith('!') ? null : follow(target!)
    const named = label!.replace(/^([\w-]+)\.md$/, '$1')
    return to === null ? inline(named, follow) : html`<a href="${to}">${inline(named, follow)}</a>`
  }
}
