import type { Facts } from '../model/facts.ts'
import { type Follow, markdown, type Parts } from '../markup/markdown.ts'
import type { Page } from '../model/page.ts'
import { textFor } from './conditions.ts'
import { linked, readText } from './files.ts'
import { type Entry, pathOf } from './index.ts'

/** The site's data for written pages. */
export type Site = {
  readonly facts: Facts
  readonly parts: Parts
  /** Whether this address has a page. */
  readonly has: (path: string) => boolean
}

/** A page of a Markdown file. */
export function writtenPage({ file, short, about }: Entry, site: Site): Page {
  const text = textFor(readText(file), site.facts)
  const title = /^# (.*)/.exec(text)?.[1] ?? short
  return { path: pathOf(file), title, short, about, body: () => markdown(text, followFrom(file, site), site.parts) }
}

/** Documents and pages at another address than their file's. */
const elsewhere: { readonly [file: string]: string } = {
  'docs/README.md': '/docs',
  'docs/state-meanings.md': '/docs/states',
}

function followFrom(file: string, { facts, has }: Site): Follow {
  return (target) => {
    if (target.startsWith('#')) return target
    if (/^[a-z]+:/.test(target)) return null
    const [to = '', anchor] = target.split('#')
    if (to.startsWith('/docs')) return has(to) ? target : null
    const named = linked(file, to)
    if (named === 'docs/openapi.json') return '/api/v1/client/openapi.json'
    if (named === 'docs/sandbox.openapi.json') return facts.sandbox ? '/sandbox/v1/openapi.json' : null
    const path = elsewhere[named] ?? pathOf(named)
    if (!has(path) || !named.endsWith('.md')) return null
    return anchor === undefined || path === '/docs/states' ? path : `${path}#${anchor}`
  }
}
