import { html } from '../markup/html.ts'
import type { Page } from '../model/page.ts'

/** The page for an unknown address. It is not in the navigation. */
export const missingPage: Page = {
  path: '/docs/',
  title: 'No page at this address',
  short: 'Not found',
  about: 'It may have been renamed, or the link to it was cut off.',
  body: () =>
    html`<ul>
      <li><a href="#find">Search the documentation</a></li>
      <li><a href="/docs">Start at its first page</a></li>
      <li><a href="/docs/calls">All calls</a> and <a href="/docs/errors">all errors</a></li>
    </ul>`,
}
