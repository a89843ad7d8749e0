import { sandboxOpenapi } from '@specie/protocol/sandbox/openapi.ts'
import { type Examples, readExamples } from './examples/examples.ts'
import type { Facts } from './model/facts.ts'
import type { Parts } from './markup/markdown.ts'
import { type Document, operationsOf, tagsOf } from './openapi/document.ts'
import type { Group, Page } from './model/page.ts'
import { assetParts } from './pages/assets.ts'
import { callPage, callsPage } from './pages/call.ts'
import { cards } from './pages/cards.ts'
import { conceptParts } from './pages/concepts.ts'
import { errorPages, errorParts } from './pages/errors.ts'
import { sandboxPages, sandboxParts } from './pages/sandbox.ts'
import { signingParts } from './pages/signing.ts'
import { startParts } from './pages/start.ts'
import { statePages, statesPage } from './pages/states.ts'
import { type Entry, readIndex } from './texts/index.ts'
import { type Site, writtenPage } from './texts/written.ts'

const tryOut = 'Try (UAT)'
const everyCall = 'Every call, error and state'

/** All pages, in the order of the navigation. `document`: the OpenAPI of the API. */
export function siteOf(document: Document, facts: Facts): Group[] {
  const examples = readExamples()
  const sandbox = sandboxOpenapi({ version: facts.version })
  const parts: Parts = {
    cards: () => cards(pages),
    ...startParts(facts, examples),
    ...signingParts,
    ...conceptParts(facts),
    ...assetParts,
    ...errorParts(examples),
    ...sandboxParts(sandbox),
  }
  const texts: Site = { facts, parts, has: (path) => pages.some((page) => page.path === path) }
  const groups = [
    ...writtenGroups(texts),
    ...callGroups(document, facts, examples),
    ...(facts.sandbox ? [{ reader: everyCall, title: 'Sandbox calls', pages: sandboxPages(sandbox, examples) }] : []),
  ].filter(({ reader }) => facts.sandbox || reader !== tryOut)
  const site = byReader(groups)
  const pages = pagesOf(site)
  return site
}

export const pagesOf = (site: readonly Group[]): Page[] => site.flatMap(({ pages }) => pages)

const writtenGroups = (texts: Site): Group[] =>
  readIndex().map(({ reader, title, entries }) => ({
    reader,
    title,
    pages: entries.flatMap((entry) => pageOf(entry, texts)),
  }))

/** Documents for programs are not pages. The meanings of states are on the pages of their machines. */
function pageOf(entry: Entry, texts: Site): Page[] {
  if (entry.file === 'docs/states.md') return [statesPage(entry)]
  if (entry.file === 'docs/state-meanings.md' || !entry.file.endsWith('.md')) return []
  return [writtenPage(entry, texts)]
}

/** The pages made from the OpenAPI document and the tables of the protocol. */
function callGroups(document: Document, facts: Facts, examples: Examples): Group[] {
  const operations = operationsOf(document)
  const tags = tagsOf(document)
  const calls = tags.map(({ name }) => ({
    title: `${name} calls`,
    pages: operations
      .filter(({ tag }) => tag === name)
      .map((operation) => callPage(operation, examples.calls[operation.id])),
  }))
  return [
    { title: 'All calls', pages: [callsPage(tags, operations)] },
    ...calls,
    { title: 'Each error', pages: errorPages(facts, examples) },
    { title: 'Each state machine', pages: statePages() },
  ].map((group) => ({ reader: everyCall, ...group }))
}

/**
 * Readers keep the order of their first occurrence. The guides come before the pages of single calls, which are many.
 */
const byReader = (groups: readonly Group[]): Group[] => [...Map.groupBy(groups, ({ reader }) => reader).values()].flat()
