import { type Html, html } from './markup/html.ts'
import type { Page } from './model/page.ts'

// The index of the search: every page and every section of it, with its words. The browser loads it at the first search.

type Entry = {
  readonly path: string
  readonly page: string
  readonly section: string
  readonly about: string
  readonly text: string
}

export function searchIndex(pages: readonly Page[]): Entry[] {
  return pages.flatMap((page) => {
    const body = page.body()
    const { markup } = 'markup' in body ? body : html`${body}`
    const [opening = '', ...sections] = markup.split(/(?=<section id=")/)
    const of = { page: page.title, about: page.about }
    return [
      { path: page.path, ...of, section: page.title, text: wordsOf({ markup: `${page.about} ${opening}` }) },
      ...sections.map((section) => {
        const [, id, title] = /<section id="([^"]+)"[^>]*>\s*<h2[^>]*><a[^>]*>(.*?)<\/a>/s.exec(section)!
        const words = wordsOf({ markup: section })
        return { path: `${page.path}#${id}`, ...of, section: wordsOf({ markup: title! }), text: words }
      }),
    ]
  })
}

/** Each word once, without the code of samples. */
function wordsOf({ markup }: Html): string {
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
