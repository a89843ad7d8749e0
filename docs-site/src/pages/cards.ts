import { type Html, html } from '../markup/html.ts'
import type { Page } from '../model/page.ts'

const shown = ['start', 'signing', 'calls', 'errors', 'states', 'sandbox', 'concepts/money', 'operations']

/** The start pages, with their descriptions from the index. */
export const cards = (pages: readonly Page[]): Html =>
  html`<ul class="cards">
    ${shown
      .flatMap((name) => pages.find(({ path }) => path === `/docs/${name}`) ?? [])
      .map(
        ({ path, title, about }) =>
          html`<li>
            <a href="${path}"><b>${title}</b><span>${about}</span></a>
          </li>`,
      )}
  </ul>`
