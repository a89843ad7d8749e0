import type { Json } from '@specie/protocol/json.ts'
import { type Document, type Operation, operationsOf, tagsOf } from './document.ts'
import { endpointSection, tagAnchor } from './endpoints.ts'
import { errorSection } from './errors.ts'
import { answerExample } from './example.ts'
import { type Html, html, nothing } from './html.ts'
import { rateLimit } from './rate.ts'
import { howToSign } from './signing.ts'
import { stateSection } from './states.ts'
import { type Facts, firstCall, whatThisIs } from './start.ts'
import { assetSection } from './tables.ts'

type Pages = {
  /** The whole reference. */
  readonly reference: string
  /** The table of errors alone, which error messages link to. */
  readonly errors: string
}

/** Plain HTML without scripts: it works in any browser, on paper, and under the strictest content policy. */
export function renderReference(document: Document, facts: Facts): Pages {
  const { version } = document['info'] as { version: string }
  const operations = operationsOf(document)
  const groups = tagsOf(document).map((tag) => ({
    ...tag,
    operations: operations.filter(({ tag: of }) => of === tag.name),
  }))
  const about = html`Version ${version}, ${facts.environment === 'uat' ? 'UAT' : 'production'}`
  const errors = errorSection(errorExample(operations))
  const sections = [
    whatThisIs(facts),
    firstCall(facts, balanceExample(operations)),
    howToSign(),
    rateLimit(facts),
    errors,
    ...groups.map((group) => endpointSection(group.name, group.description, group.operations)),
    assetSection(),
    stateSection(),
  ]
  return {
    reference: layout('Specie API reference', about, navigation(groups), sections),
    errors: layout('Specie API errors', about, backNavigation, [errors]),
  }
}

function balanceExample(operations: readonly Operation[]): Json {
  const found = operations.find(({ id }) => id === 'accountBalance')
  return found ? answerExample(found) : {}
}

/** The most informative one. */
function errorExample(operations: readonly Operation[]): Json {
  const failures = operations.flatMap((operation) => operation.failures)
  return failures.find(({ code }) => code === 'invalid_nonce')?.example ?? {}
}

type Group = { readonly name: string; readonly operations: readonly Operation[] }

function navigation(groups: readonly Group[]): Html {
  return html`<ul>
    ${entry('about', 'What this is')} ${entry('first-call', 'First signed call')}
    ${entry('signing', 'How to sign', [
      ['three-parts', 'The three parts'],
      ['worked-example', 'A worked example'],
      ['canonical-json', 'Canonical JSON'],
      ['refused', 'When it is refused'],
    ])}
    ${entry('rate-limit', 'Rate limit')} ${entry('errors', 'Errors')}
    ${groups.map(({ name, operations }) =>
      entry(
        tagAnchor(name),
        `${name} calls`,
        operations.map(({ id, path }) => [id, path.slice(path.lastIndexOf('/') + 1)]),
      ),
    )}
    ${entry('assets', 'Assets, chains, pairs')} ${entry('states', 'States')}
  </ul>`
}

function entry(id: string, title: string, below: readonly (readonly [id: string, title: string])[] = []): Html {
  const inner = below.map(([to, text]) => html`<li><a href="#${to}">${text}</a></li>`)
  return html`<li>
    <a href="#${id}">${title}</a>${
      inner.length === 0
        ? nothing
        : html`<ul>
            ${inner}
          </ul>`
    }
  </li>`
}

const backNavigation = html`<ul>
  <li><a href="/docs">Whole reference</a></li>
  <li><a href="#errors">Errors</a></li>
</ul>`

/** An icon of a coin, embedded in the page, so that browsers do not request /favicon.ico. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='14' fill='%230b6357'/%3E%3Ccircle cx='16' cy='16' r='9' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E"

function layout(title: string, about: Html, nav: Html, sections: readonly Html[]): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
        <link rel="stylesheet" href="/docs/style.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <p class="brand"><a href="/docs">Specie</a></p>
          <p class="about">${about}</p>
          <nav aria-label="Sections">${nav}</nav>
        </header>
        <main id="content" tabindex="-1">
          <h1>${title}</h1>
          ${sections}
        </main>
      </body>
    </html> `.markup
}
