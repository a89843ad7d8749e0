import type { Facts } from '../facts.ts'
import { type Follow, markdown, type Parts } from '../markup/markdown.ts'
import type { Page } from '../page.ts'
import { textFor } from './conditions.ts'
import { linked, readText } from './files.ts'
import { type Entry, pathOf } from './index.ts'

/** What written pages need of the site. */
export type Site = {
  readonly facts: Facts
  readonly parts: Parts
  /** Is there a page at this address? */
  readonly has: (path: string) => boolean
}

/** A page that stands in a Markdown file. */
export function writtenPage({ file, short, about }: Entry, site: Site): Page {
  const text = textFor(readText(file), site.facts)
  const title = /^# (.*)/.exec(text)?.[1] ?? short
  return { path: pathOf(file), title, short, about, body: () => markdown(text, followFrom(file, site), site.parts) }
}

/** Documents and pages whose address is not that of their file. */
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
