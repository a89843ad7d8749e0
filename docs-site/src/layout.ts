import type { Facts } from './model/facts.ts'
import { type Html, html, emptyHtml } from './markup/html.ts'
import type { Group, Page } from './model/page.ts'

/**
 * A whole page. It is readable without script, on paper and under a strict content policy; our scripts add the search, copy
 * buttons, the theme switch and the mark of the current section.
 */
export function renderPage(site: readonly Group[], page: Page, facts: Facts): string {
  const body = page.body()
  const content = 'markup' in body ? body : html`${body}`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${page.about}" />
        <title>${page.path === '/docs' ? 'Specie docs' : `${page.title} · Specie docs`}</title>
        <link rel="icon" href="${icon}" />
        <link rel="alternate" type="text/plain" title="For assistants" href="/llms.txt" />
        <link rel="preload" as="font" type="font/woff2" href="/docs/inter.woff2" crossorigin />
        <link rel="stylesheet" href="/docs/style.css" />
        <script src="/docs/theme.js"></script>
        <script type="module" src="/docs/docs.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        ${topBar(facts)}
        <div class="frame">
          <nav class="side" aria-label="Documentation">
            <details class="menu">
              <summary>Contents</summary>
              ${[...Map.groupBy(site, ({ reader }) => reader)].map(([reader, groups]) => navigationOf(reader, groups, page))}
            </details>
          </nav>
          <main id="content" tabindex="-1">
            <h1>${page.title}</h1>
            ${page.withoutLead ? emptyHtml : html`<p class="lead">${page.about}</p>`} ${content}
            ${neighbours(site, page)}
          </main>
          ${onThisPage(content)}
        </div>
      </body>
    </html> `.markup
}

function topBar({ environment, version }: Facts): Html {
  return html`<header class="bar">
    <p class="word"><a href="/docs">Specie</a> <small>docs ${version}</small></p>
    <search class="find" hidden>
      <label class="unseen" for="find">Search the documentation</label>
      <input id="find" type="search" placeholder="Search" autocomplete="off" aria-controls="found" />
      <kbd aria-hidden="true">/</kbd>
      <div id="found" class="found" role="region" aria-label="Search results" aria-live="polite" hidden></div>
    </search>
    <p class="places">
      <span class="env">${environment === 'uat' ? 'UAT' : 'Production'}</span>
      <a href="/">Home</a> <a href="/portal">Portal</a>
      <button type="button" class="switch" hidden>Dark</button>
    </p>
  </header>`
}

const navigationOf = (reader: string, groups: readonly Group[], current: Page): Html =>
  html`<p class="reader">${reader}</p>
    ${groups.map((group) => navigationGroup(group, current))}`

function navigationGroup({ title, pages }: Group, current: Page): Html {
  const isHere = pages.includes(current)
  return html`<details class="group" ${isHere ? html`open` : emptyHtml}>
    <summary>${title}</summary>
    <ul>
      ${pages.map((page) => {
        const mark = page === current ? html` aria-current="page"` : emptyHtml
        return html`<li><a href="${page.path}" ${mark}>${page.short}</a></li>`
      })}
    </ul>
  </details>`
}

/** The sections of a page. Each is a <section> with an id, whose heading links to itself. */
export const sectionsOf = ({ markup }: Html): { id: string; title: string }[] =>
  [...markup.matchAll(/<section id="([^"]+)"[^>]*>\s*<h2[^>]*><a[^>]*>(.*?)<\/a>/gs)].map(([, id, title]) => ({
    id: id!,
    title: title!,
  }))

function onThisPage(content: Html): Html {
  const sections = sectionsOf(content)
  if (sections.length < 2) return html`<div class="aside-space"></div>`
  return html`<aside class="toc" aria-label="On this page">
    <p>On this page</p>
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${{ markup: title }}</a></li>`)}
    </ul>
  </aside>`
}

function neighbours(site: readonly Group[], page: Page): Html {
  const pages = site.flatMap((group) => group.pages)
  const at = pages.indexOf(page)
  if (at < 0) return emptyHtml
  const [before, after] = [pages[at - 1], pages[at + 1]]
  return html`<nav class="neighbours" aria-label="Next pages">
    ${before ? html`<a href="${before.path}"><small>Before</small>${before.title}</a>` : html`<span></span>`}
    ${after ? html`<a href="${after.path}"><small>Next</small>${after.title}</a>` : emptyHtml}
  </nav>`
}

/** An icon of a coin, embedded in the page, so that browsers do not request /favicon.ico. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='14' fill='%230f6b5c'/%3E%3Ccircle cx='16' cy='16' r='9' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E"
