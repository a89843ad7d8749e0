import { sandboxOpenapi } from '@specie/protocol/sandbox/openapi.ts'
import { type Document, operationsOf, tagsOf } from './openapi/document.ts'
import { readExamples } from './examples/examples.ts'
import type { Facts } from './pages/facts.ts'
import type { Group, Page } from './pages/page.ts'
import { assetsPage } from './pages/assets.ts'
import { callPage, callsPage } from './pages/call.ts'
import { conceptPages } from './pages/concepts.ts'
import { errorPages, errorsPage } from './pages/errors.ts'
import { guidePage, guides } from './pages/guides.ts'
import { homePage } from './pages/home.ts'
import { sandboxPages } from './pages/sandbox.ts'
import { signingPage } from './pages/signing.ts'
import { startPage } from './pages/start.ts'
import { statePages, statesPage } from './pages/states.ts'

/** All pages, as the navigation shows them. `document`: the OpenAPI of the API. */
export function siteOf(document: Document, facts: Facts): Group[] {
  const examples = readExamples()
  const operations = operationsOf(document)
  const tags = tagsOf(document)
  const written = (...names: (keyof typeof guides)[]): Page[] => names.flatMap((name) => guidePage(guides[name]) ?? [])
  const callGroups = tags.map(({ name }) => ({
    title: `${name} calls`,
    pages: operations
      .filter(({ tag }) => tag === name)
      .map((operation) => callPage(operation, examples.calls[operation.id])),
  }))
  return [
    { title: 'Start', pages: [homePage(facts), startPage(facts, examples), signingPage, ...written('sdk', 'cli')] },
    { title: 'Concepts', pages: conceptPages(facts) },
    { title: 'Guides', pages: written('common', 'trading', 'supply', 'rails', 'transfers', 'events') },
    { title: 'Calls', pages: [callsPage(tags, operations)] },
    ...callGroups,
    ...(facts.sandbox
      ? [{ title: 'Sandbox', pages: sandboxPages(sandboxOpenapi({ version: facts.version }), examples) }]
      : []),
    { title: 'Errors', pages: [errorsPage(facts, examples), ...errorPages(facts, examples)] },
    { title: 'States', pages: [statesPage, ...statePages()] },
    { title: 'More', pages: [assetsPage, ...written('production', 'changelog')] },
  ]
}

export const pagesOf = (site: readonly Group[]): Page[] => site.flatMap(({ pages }) => pages)
