import { type Html, html } from './markup/html.ts'
import type { Page } from './model/page.ts'

// The index of the search: every page and every part of it with a heading, with its words. The browser loads it at the
// first search.

type Entry = {
  readonly path: string
  readonly page: string
  readonly section: string
  readonly about: string
  readonly text: string
  /** Words that the part does not use, separated by commas. */
  readonly words: string
}

export function searchIndex(pages: readonly Page[]): Entry[] {
  return pages.flatMap((page) => {
    const body = page.body()
    const { markup } = 'markup' in body ? body : html`${body}`
    // The space keeps an opening before the first part, if the page has none.
    const [opening = '', ...parts] = ` ${markup}`.split(/(?=<section id="|<h3 id=")/)
    const of = { page: page.title, about: page.about }
    const first = { section: page.title, text: wordsOf(`${page.about} ${opening}`), words: page.words ?? '' }
    return [{ path: page.path, ...of, ...first }, ...parts.map((part) => ({ ...of, ...partOf(page, part) }))]
  })
}

/** A section, or what follows a heading of the third level in it. */
function partOf(page: Page, markup: string) {
  const [, id, attributes = '', title] =
    /^<section id="([^"]+)"([^>]*)>\s*<h2[^>]*><a[^>]*>(.*?)<\/a>/s.exec(markup) ??
    /^<h3 id="([^"]+)"([^>]*)>(.*?)<\/h3>/s.exec(markup)!
  const words = /data-words="([^"]*)"/.exec(attributes)?.[1] ?? ''
  return { path: `${page.path}#${id}`, section: wordsOf(title!), text: wordsOf(markup), words: wordsOf(words) }
}

/** Each word once, without the code of samples. */
function wordsOf(markup: Html['markup']): string {
  const text = markup
    .replaceAll(/<(pre|svg)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<\/(?:td|th|p|li|h\d|dt|dd)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
  return [...new Set(text.split(/\s+/))].join(' ').trim()
}
